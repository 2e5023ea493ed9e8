//===- VectorNest.cpp - A matrix times a vector ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorNest.h"

using namespace llvm;

namespace gemmify {

bool concernsLargerNest(Reason Why) {
  switch (Why) {
  case Reason::None:
  case Reason::BatchOfVectors:
  case Reason::OutermostManyExits:
  case Reason::InnerManyExits:
  case Reason::UnknownCount:
  case Reason::CallWithEffects:
  case Reason::NoLoop:
  case Reason::NoFactors:
    return true;
  default:
    return false;
  }
}

/// LLVM itself vectorizes nests whose innermost loop is over the result, and
/// sums in any order of elements that follow each other: they are refused.
/// There is no reason to tell where two loops are no product.
Recognition recognizeVector(Loop &Innermost, const NestAnalyses &A) {
  Loop *Root = Innermost.getParentLoop();
  if (!Innermost.isInnermost() || !Innermost.isLoopSimplifyForm() || !Root ||
      Root->getSubLoops().size() != 1)
    return Recognition();
  PathChoices Choices;
  Recognition R = recognizeAt(NumDims - 1, Innermost, Choices, A);
  return R.Nest &&
                 (!R.Nest->Elem.addsInAnyOrder() || readsApart(Innermost, A.SE))
             ? std::move(R)
             : Recognition();
}

} // namespace gemmify
