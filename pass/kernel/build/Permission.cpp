//===- Permission.cpp - What the system is asked for ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Permission.h"
#include "AddedFunction.h"

using namespace llvm;

namespace gemmify {

Function *getPermission(const Function &User,
                        const SystemPermission &Permission) {
  Module &M = *const_cast<Module *>(User.getParent());
  auto *Ty = FunctionType::get(Type::getInt1Ty(M.getContext()), false);
  const AttrBuilder Attrs = targetAttributesOf(User);
  const std::string Name =
      nameByKey((AddedPrefix + Permission.Name + ".permitted.").str(),
                describeAttributes(Attrs));
  if (Function *Known = M.getFunction(Name);
      Known && Known->hasLocalLinkage() && Known->getFunctionType() == Ty)
    return Known;
  Function *F = createFunction(User, Ty, Name, Attrs);
  IRBuilder<> B(BasicBlock::Create(F->getContext(), "entry", F));
  Value *IsGranted = Permission.Emit(B);
  B.CreateRet(IsGranted);
  return F;
}

} // namespace gemmify
