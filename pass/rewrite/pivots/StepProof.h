//===- StepProof.h - That parts of a step may wait ------------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What all proofs have in common that something in the steps of a nest may
/// wait until a block of steps is done.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_STEPPROOF_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_STEPPROOF_H

#include "PivotNest.h"

namespace gemmify {

/// What waits are columns: P has which of two terms names them.
class StepProof {
protected:
  StepProof(PivotNest &P, const llvm::LoopInfo &LI,
            const llvm::DominatorTree &DT)
      : P(P), Nest(P.Nest), LI(LI), DT(DT) {}

  static constexpr unsigned Root = 0;
  static Term counter(unsigned Loop) { return {Term::Loop, Loop}; }
  const Term &column(const Element &E) const { return E.At[P.ColumnOf]; }
  const Term &row(const Element &E) const { return E.At[1 - P.ColumnOf]; }
  const ModelLoop &loopOf(const Term &T) const { return Nest.Loops[T.Index]; }

  /// What is behind a block, in terms of the step's counter.
  static AtMost isBehind(const Term &T, const Term &Step) {
    return {Behind, T - Step.Plus};
  }
  static AtMost isUpTo(const Term &T, const Term &Step) {
    return {T - Step.Plus + 1, Behind};
  }

  /// Whether one statement alone has three loops, which is then the update, and
  /// uses what its target holds.
  bool findOnlyUpdate();
  /// No loop around \p S runs downward, and nothing is asked.
  bool isPlain(const Statement &S) const;
  /// Whether \p E, in the body of the loop \p In, is in no column behind the
  /// step's.
  bool isUpToStep(unsigned In, const Element &E) const;
  /// Whether something is stored outside of the matrix.
  bool storesElsewhere() const;
  /// Nothing but what \p Waits looks at columns that wait, or stores to the
  /// matrix.
  bool asideStaysInColumn(
      llvm::function_ref<bool(const llvm::Instruction &)> Waits) const;
  /// Where the nest is left in the middle of a step, nothing of that is in the
  /// matrix yet.
  bool leavesBeforeStores() const;
  /// Whether an instance of \p S is \p Where it has to be: what is needed may
  /// contradict itself, from which all would follow.
  bool exists(const Statement &S, llvm::ArrayRef<AtMost> Where) const;

  PivotNest &P;
  const ModelNest &Nest;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
};

/// Whether sums that registers carry may wait in \p P, in columns from the
/// step's on, or behind it: what is then known is in \p P.
bool sumsMayWait(PivotNest &P, const llvm::LoopInfo &LI,
                 const llvm::DominatorTree &DT, bool FromStep);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_STEPPROOF_H
