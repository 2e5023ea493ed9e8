//===- Divisors.cpp - What a guard may divide by --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divisors.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

void requireDivisors(GemmNest &N, ScalarEvolution &SE) {
  SmallVector<Condition, 2> NotZero;
  N.forEachExpression([&](const SCEV *S) {
    SCEVExprContains(S, [&](const SCEV *Part) {
      if (const auto *Div = dyn_cast<SCEVUDivExpr>(Part))
        NotZero.push_back(
            {ICmpInst::ICMP_NE, Div->getRHS(), SE.getZero(Div->getType())});
      return false;
    });
  });
  for (const Condition &C : NotZero)
    if (!llvm::is_contained(N.Conditions, C) &&
        !SE.isKnownPredicate(C.Pred, C.X, C.Y))
      N.Conditions.push_back(C);
}

} // namespace gemmify
