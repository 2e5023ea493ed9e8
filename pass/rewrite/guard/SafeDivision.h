//===- SafeDivision.h - Divisions that a guard can compute ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bound like K / d is divided in the nest only where the nest gets there. A
/// guard computes it before, where d may be zero: it divides by another value
/// then, and the nest's requirement that d is not zero fails.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_SAFEDIVISION_H
#define GEMMIFY_PASS_REWRITE_GUARD_SAFEDIVISION_H

#include "pass/recognize/loops/Substitution.h"
#include <functional>

namespace gemmify {

/// Replaces divisors that may be zero by what \p Replace returns for them,
/// which must be equal where they are not.
class SafeDivision : public ExpressionRewriter<SafeDivision> {
public:
  using Replacer = std::function<const llvm::SCEV *(const llvm::SCEV *Divisor)>;

  SafeDivision(llvm::ScalarEvolution &SE, Replacer Replace)
      : ExpressionRewriter(SE), Replace(std::move(Replace)) {}

  const llvm::SCEV *visitUDivExpr(const llvm::SCEVUDivExpr *E) {
    const llvm::SCEV *L = visit(E->getLHS()), *R = visit(E->getRHS());
    return SE.getUDivExpr(L, SE.isKnownNonZero(R) ? R : Replace(R));
  }

private:
  Replacer Replace;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_SAFEDIVISION_H
