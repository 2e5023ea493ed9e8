//===- TileFunction.cpp - Micro-kernels that kernels share ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileFunction.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/build/EagerLowering.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

/// Everything that the body of a function depends on.
static std::string keyOf(const KernelContext &Ctx, const Function &Kernel,
                         StringRef Kind) {
  std::string Key = Kind.str();
  raw_string_ostream OS(Key);
  OS << describeAttributes(targetAttributesOf(Kernel));
  const GemmNest &N = Ctx.View.Nest;
  OS << *Ctx.ElemTy << ";" << Ctx.Plan.MR << ";" << Ctx.Plan.NR << ";"
     << Ctx.Plan.Lanes << ";";
  N.Elem.describe(OS);
  OS << (N.Scale ? ";scaled" : "") << tuningKey(Ctx.Plan.Tune);
  return Key;
}

Function *getTileFunction(KernelContext &Ctx, StringRef Kind,
                          ArrayRef<Type *> Params, ArrayRef<unsigned> ReadOnly,
                          function_ref<void(Function &)> Build) {
  Function &Kernel = *Ctx.B.GetInsertBlock()->getParent();
  SmallVector<Type *, 20> Types(Params);
  if (Ctx.View.Nest.Scale)
    Types.push_back(Ctx.ElemTy);
  auto *Ty = FunctionType::get(Ctx.B.getVoidTy(), Types, false);
  const std::string Name =
      nameByKey(TileFunctionPrefix, keyOf(Ctx, Kernel, Kind));
  if (Function *Fn = findUntouched(*Kernel.getParent(), Name, Ty))
    return Fn;
  Function *Fn = createFunction(Kernel, Ty, Name, targetAttributesOf(Kernel));
  for (unsigned Index : ReadOnly) {
    Fn->addParamAttr(Index, Attribute::NoAlias);
    Fn->addParamAttr(Index, Attribute::ReadOnly);
  }
  Build(*Fn);
  Fn->addFnAttr(VectorsAttribute);
  return Fn;
}

void emitTileCall(KernelContext &Ctx, Function &Fn, ArrayRef<Value *> Args) {
  SmallVector<Value *, 20> All(Args);
  if (Ctx.View.Nest.Scale)
    All.push_back(Ctx.Sig.get(Ctx.View.Nest.Scale));
  Ctx.B.CreateCall(&Fn, All);
}

} // namespace gemmify
