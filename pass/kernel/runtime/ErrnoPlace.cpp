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

Value *emitErrnoPlaceOrNull(IRBuilderBase &B) {
  Function &Host = *B.GetInsertBlock()->getParent();
  Type *Ptr = B.getPtrTy();
  Function *Place =
      getSharedFunction(Host, "gemmify.errno.", "",
                        FunctionType::get(Ptr, false), [&](Function &F) {
                          F.addFnAttr(Attribute::Cold);
                          F.addFnAttr(Attribute::WillReturn);
                          F.setDoesNotAccessMemory();
                          LLVMContext &C = F.getContext();
                          BasicBlock *Entry =
                              BasicBlock::Create(C, "entry", &F);
                          BasicBlock *Ask = BasicBlock::Create(C, "ask", &F);
                          BasicBlock *None = BasicBlock::Create(C, "none", &F);
                          IRBuilder<> In(Entry);
                          In.CreateCondBr(emitHasErrno(In), Ask, None);
                          In.SetInsertPoint(Ask);
                          In.CreateRet(emitErrnoPlace(In));
                          In.SetInsertPoint(None);
                          In.CreateRet(Constant::getNullValue(Ptr));
                        });
  return B.CreateCall(Place);
}

} // namespace gemmify
