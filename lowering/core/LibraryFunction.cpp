//===- LibraryFunction.cpp - Names of the library in a module -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFunction.h"

using namespace llvm;

namespace gemmify {

/// Whether another object defines \p G, if any does.
static bool isForeign(const GlobalObject &G) {
  return G.isDeclaration() && !G.getAddressSpace() &&
         (G.hasExternalLinkage() || G.hasExternalWeakLinkage());
}

bool mayUseLibraryFunction(const Module &M, StringRef Name,
                           const FunctionType *Ty) {
  const GlobalValue *Known = M.getNamedValue(Name);
  if (!Known)
    return true;
  const auto *F = dyn_cast<Function>(Known);
  return F && isForeign(*F) && F->getFunctionType() == Ty &&
         F->getCallingConv() == CallingConv::C;
}

Function *getOptionalFunction(Module &M, StringRef Name, FunctionType *Ty) {
  if (Function *Known = M.getFunction(Name))
    return Known;
  return Function::Create(Ty, GlobalValue::ExternalWeakLinkage, Name, M);
}

bool mayUseLibraryVariable(const Module &M, StringRef Name, const Type *Ty) {
  const GlobalValue *Known = M.getNamedValue(Name);
  if (!Known)
    return true;
  const auto *G = dyn_cast<GlobalVariable>(Known);
  return G && isForeign(*G) && G->getValueType() == Ty && !G->isThreadLocal();
}

bool mayShareVariable(const Module &M, StringRef Name, const Type *Ty) {
  const GlobalValue *Known = M.getNamedValue(Name);
  if (!Known)
    return true;
  const auto *G = dyn_cast<GlobalVariable>(Known);
  if (!G || G->getValueType() != Ty || G->isThreadLocal() || G->isConstant())
    return false;
  return isForeign(*G) || (!G->hasLocalLinkage() && G->hasInitializer() &&
                           G->getInitializer()->isNullValue());
}

GlobalVariable *getSharedVariable(Module &M, StringRef Name, Type *Ty,
                                  MaybeAlign Alignment) {
  if (GlobalVariable *Known = M.getGlobalVariable(Name))
    return Known;
  auto *Shared = new GlobalVariable(M, Ty, /*isConstant=*/false,
                                    GlobalValue::LinkOnceODRLinkage,
                                    Constant::getNullValue(Ty), Name);
  Shared->setVisibility(GlobalValue::HiddenVisibility);
  Shared->setDSOLocal(true);
  Shared->setAlignment(Alignment);
  Shared->setComdat(M.getOrInsertComdat(Name));
  return Shared;
}

} // namespace gemmify
