//===- ErrnoPlace.cpp - Where errno is ------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrnoPlace.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/LibraryFunction.h"

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

} // namespace gemmify
