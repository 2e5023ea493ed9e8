//===- CpuModel.cpp - What the runtime knows of the processor -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuModel.h"
#include "lowering/core/EmitIf.h"
#include "lowering/core/LibraryFunction.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace gemmify {

static StructType *modelType(LLVMContext &C) {
  Type *Int = Type::getInt32Ty(C);
  return StructType::get(Int, Int, Int, ArrayType::get(Int, 1));
}

static ArrayType *featuresType(LLVMContext &C) {
  return ArrayType::get(Type::getInt32Ty(C), 3);
}

bool mayAskCpuModel(const Module &M) {
  LLVMContext &C = M.getContext();
  return mayUseLibraryFunction(M, "__cpu_indicator_init",
                               FunctionType::get(Type::getVoidTy(C), false)) &&
         mayUseLibraryVariable(M, "__cpu_model", modelType(C)) &&
         mayUseLibraryVariable(M, "__cpu_features2", featuresType(C));
}

void CpuModel::init() {
  FunctionCallee Init =
      M.getOrInsertFunction("__cpu_indicator_init", B.getVoidTy());
  cast<GlobalValue>(Init.getCallee())->setDSOLocal(true);
  emitIf(B, "no.model", B.CreateIsNull(load(model(), 0)), [&] {
    CallInst *Call = B.CreateCall(Init);
    Call->setDoesNotThrow();
    Call->addFnAttr(Attribute::Cold);
  });
}

Value *CpuModel::has(ArrayRef<StringRef> Features) {
  Value *All = B.getTrue();
  for (auto [Index, Mask] : enumerate(X86::getCpuSupportsMask(Features))) {
    if (!Mask)
      continue;
    Value *Bits = B.CreateAnd(word(Index), B.getInt32(Mask));
    All = B.CreateAnd(All, B.CreateICmpEQ(Bits, B.getInt32(Mask)));
  }
  return All;
}

Value *CpuModel::word(unsigned Index) {
  Value *&Word = Words[Index];
  if (!Word)
    Word = Index == 0 ? load(model(), 3) : load(moreFeatures(), Index - 1);
  return Word;
}

Value *CpuModel::load(Constant *Ints, unsigned Index) {
  return B.CreateAlignedLoad(
      B.getInt32Ty(), B.CreateConstInBoundsGEP1_32(B.getInt32Ty(), Ints, Index),
      Align(4));
}

Constant *CpuModel::model() {
  return global("__cpu_model", modelType(M.getContext()));
}

Constant *CpuModel::moreFeatures() {
  return global("__cpu_features2", featuresType(M.getContext()));
}

Constant *CpuModel::global(StringRef Name, Type *Ty) {
  Constant *G = M.getOrInsertGlobal(Name, Ty);
  cast<GlobalValue>(G)->setDSOLocal(true);
  return G;
}

} // namespace gemmify
