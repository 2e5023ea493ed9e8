//===- ExpressionParts.h - What an expression is made of --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ScalarEvolution has each expression once, and larger ones share it: who
/// walks from operand to operand without noting where he was takes a time that
/// is exponential in the depth.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_EXPRESSIONPARTS_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_EXPRESSIONPARTS_H

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace gemmify {

/// Whether \p Holds(const SCEV *) for \p S and all of its parts, each of which
/// is looked at once, except for those of which \p Known says that they need
/// not be looked into, and their parts.
template <typename KnownFn, typename HoldsFn>
bool forEachPart(const llvm::SCEV *S, KnownFn Known, HoldsFn Holds) {
  struct Search {
    KnownFn &Known;
    HoldsFn &Holds;
    bool Fails = false;

    bool follow(const llvm::SCEV *Part) {
      if (Known(Part))
        return false;
      Fails = !Holds(Part);
      return !Fails;
    }
    bool isDone() const { return Fails; }
  } Parts{Known, Holds};
  llvm::visitAll(S, Parts);
  return !Parts.Fails;
}

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_EXPRESSIONPARTS_H
