//===- ErrnoTest.cpp - Where functions that set errno write ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrnoTest.h"
#include "pass/kernel/runtime/ErrnoPlace.h"

using namespace llvm;

namespace gemmify {

IndexForm addressOf(Value &Ptr, ScalarEvolution &SE) {
  Type *Wide = IntegerType::get(SE.getContext(), IndexForms::Wide);
  const SCEV *Address = SE.getLosslessPtrToIntExpr(SE.getSCEV(&Ptr));
  return {SE.getSignExtendExpr(Address, Wide), {}};
}

CheckedWrite requireErrno(IRBuilderBase &B, TestBlocks &Blocks,
                          ScalarEvolution &SE) {
  Blocks.require(emitHasErrno(B));
  const IndexForm Place = addressOf(*emitErrnoPlace(B), SE);
  return {Place, SE.getConstant(Place.Start->getType(), ErrnoBytes)};
}

} // namespace gemmify
