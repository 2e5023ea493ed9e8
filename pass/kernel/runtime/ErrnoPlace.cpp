//===- ErrnoPlace.cpp - Where errno is ------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrnoPlace.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/LibraryFunction.h"
#include "pass/kernel/build/AddedFunction.h"

using namespace llvm;

namespace gemmify {

static FunctionType *errnoFunctionType(LLVMContext &C) {
  return FunctionType::get(PointerType::getUnqual(C), /*isVarArg=*/false);
}

bool mayAskForErrno(const Module &M) {
  const Triple &T = tripleOf(M);
  return T.isOSLinux() && (T.isGNUEnvironment() || T.isMusl()) &&
         mayUseLibraryFunction(M, ErrnoFunction,
                               errnoFunctionType(M.getContext()));
}

static Function *getErrnoFunction(IRBuilderBase &B) {
  return getOptionalFunction(*B.GetInsertBlock()->getModule(), ErrnoFunction,
                             errnoFunctionType(B.getContext()));
}

Value *emitHasErrno(IRBuilderBase &B) {
  return B.CreateIsNotNull(getErrnoFunction(B));
}

Value *emitErrnoPlace(IRBuilderBase &B) {
  CallInst *Place = B.CreateCall(getErrnoFunction(B), {}, "errno");
  Place->setDoesNotThrow();
  Place->setDoesNotAccessMemory();
  return Place;
}

static void buildPlaceOrNull(Function &F) {
  F.addFnAttr(Attribute::Cold);
  F.addFnAttr(Attribute::WillReturn);
  F.setDoesNotAccessMemory();
  LLVMContext &C = F.getContext();
  BasicBlock *Entry = BasicBlock::Create(C, "entry", &F);
  BasicBlock *Ask = BasicBlock::Create(C, "ask", &F);
  BasicBlock *None = BasicBlock::Create(C, "none", &F);
  IRBuilder<> B(Entry);
  B.CreateCondBr(emitHasErrno(B), Ask, None);
  B.SetInsertPoint(Ask);
  B.CreateRet(emitErrnoPlace(B));
  B.SetInsertPoint(None);
  B.CreateRet(Constant::getNullValue(F.getReturnType()));
}

Value *emitErrnoPlaceOrNull(IRBuilderBase &B) {
  return B.CreateCall(getSharedFunction(
      *B.GetInsertBlock()->getParent(), "gemmify.errno.", "",
      FunctionType::get(B.getPtrTy(), false), buildPlaceOrNull));
}

} // namespace gemmify
