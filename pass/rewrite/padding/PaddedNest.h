//===- PaddedNest.h - Convolutions that skip their padding ---- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A convolution whose padding is a condition or a bound,
///
///     for (oy …) for (ky …) {
///       iy = oy * stride - pad + ky * dilation;
///       if (iy >= 0 && iy < h) sum += in[iy] * weights[ky];
///     }
///
/// adds nothing where the condition fails: for each oy, the valid ky are an
/// interval. The two loops form a padded pair.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_PADDEDNEST_H
#define GEMMIFY_PASS_REWRITE_PADDING_PADDEDNEST_H

#include "LoopForm.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// What a side multiplies the number of a loop's iteration by: Coef or its
/// negative, of which Sign says whether it is meant to be positive or negative.
struct SideFactor {
  const llvm::SCEV *Coef = nullptr; ///< i64.
  bool Negated = false;
  int Sign = 0; ///< Of the factor: 1 or -1, to be tested.
};

/// Greater - Less - Gap + OfOuter * a + OfSum * b >= 0, where a and b number
/// the iterations of a padded pair.
struct PaddingSide {
  const llvm::SCEV *Greater = nullptr, *Less = nullptr; ///< i64.
  bool Gap = false;                                     ///< 0 or 1.
  SideFactor OfOuter, OfSum;
};

/// An axis of C, and the axis of k of which it admits an interval.
struct PaddedPair {
  llvm::Loop *Outer = nullptr, *Sum = nullptr;
  const llvm::SCEV *Outers = nullptr; ///< How often Outer runs, i64.
  /// How often Sum runs at most, i64: from Base on, where its bounds move.
  const llvm::SCEV *Sums = nullptr;
  const llvm::SCEV *Base = nullptr; ///< Of Counter; null for fixed bounds.
  llvm::PHINode *Counter = nullptr;
  llvm::PHINode *Left = nullptr; ///< Ends Sum where it has come to one.
  llvm::SmallVector<PaddingSide, 2> Sides;
  /// Each iteration of Outer has to admit some of Sum: the source does
  /// something else where it does not. Factors of Sum are 1 or -1 then.
  bool IsNeverEmpty = false;
};

/// A branch that the copy takes always.
struct PaddingBranch {
  llvm::BranchInst *Branch = nullptr;
  unsigned Onward = 0; ///< The successor that leads to the sum.
};

/// All padding of a nest. Iterations that a side excludes do nothing but count.
struct PaddedNest {
  llvm::Loop *Root = nullptr;
  llvm::SmallVector<PaddedPair, 3> Pairs;
  llvm::SmallVector<PaddingBranch, 4> Branches;
  /// Zero extensions, by instructions of that name or masks, of numbers that
  /// are not negative where a sum goes on.
  llvm::SmallVector<llvm::Instruction *, 2> NotNegative;
  /// Have to hold besides; i64.
  llvm::SmallVector<Condition, 2> Conditions;
  /// Bounds that have to hold in all iterations.
  llvm::SmallVector<PaddingBound, 2> Always;
  /// Forms that have to stay in the range of their types.
  llvm::SmallVector<LoopForm, 4> Ranges;

  const PaddedPair *pairOf(const llvm::Loop *L) const {
    for (const PaddedPair &P : Pairs)
      if (P.Outer == L || P.Sum == L)
        return &P;
    return nullptr;
  }
};

/// Finds the padding in the nest of \p Root around \p Innermost. Empty when
/// there is none, or something else is conditional.
std::optional<PaddedNest> findPadding(llvm::Loop &Root, llvm::Loop &Innermost,
                                      const NestAnalyses &A);

/// Whether something that \p L computes is used behind it, but for sums where
/// \p SumsAreFine.
bool isUsedBehind(const llvm::Loop &L, bool SumsAreFine,
                  llvm::ScalarEvolution &SE);

/// Whether no two phis of the header of \p L go on with one value: it tells
/// then where its sum starts.
bool carriesEachOnce(const llvm::Loop &L);

/// Whether \p L's body does nothing but count in an iteration in which the edge
/// \p Onward is not taken.
bool onlyCountsWithout(const llvm::BasicBlockEdge &Onward, llvm::Loop &L,
                       const NestAnalyses &A);

/// Whether \p I does more than compute a value.
bool hasEffects(const llvm::Instruction &I);

/// Whether \p Phi, in the header of \p L, counts by a fixed step.
bool counts(llvm::PHINode &Phi, const llvm::Loop &L, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_PADDEDNEST_H
