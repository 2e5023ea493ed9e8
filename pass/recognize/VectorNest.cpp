//===- VectorNest.cpp - A matrix times a vector ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recognize.h"

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

/// LLVM vectorizes sums that may be added in any order, and loops whose
/// innermost one is over the elements of the result. What is no such product
/// is nothing to speak of.
Recognition recognizeVector(Loop &Innermost, const NestAnalyses &A) {
  Loop *Root = Innermost.getParentLoop();
  if (!Innermost.isInnermost() || !Innermost.isLoopSimplifyForm() || !Root ||
      Root->getSubLoops().size() != 1)
    return Recognition();
  PathChoices Choices;
  Recognition R = recognizeAt(NumDims - 1, Innermost, Choices, A);
  return R.Nest && !R.Nest->Elem.addsInAnyOrder() ? std::move(R)
                                                  : Recognition();
}

} // namespace gemmify
