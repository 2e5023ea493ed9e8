//===- SumNest.h - Nests that add products to one sum --------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads loops in each other that do nothing but add products to one sum, or to
/// elements in memory, and tells whether two such nests run equally often and
/// read the same.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SUMNEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SUMNEST_H

#include "NarrowNumbers.h"
#include "pass/recognize/arith/UpdateMatch.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace gemmify {

/// A loop that carries one sum, if any, and counters.
struct SumLoop {
  llvm::Loop *L = nullptr;
  llvm::PHINode *Sum = nullptr; ///< Null where sums are in memory.
  llvm::Value *Next = nullptr;  ///< What the sum goes on with, behindPhis().
};

/// Loops in each other, of which the innermost one adds one product in each
/// iteration, and stores the sum to one place, if it does, or adds it to what
/// is in memory.
struct SumNest {
  llvm::SmallVector<SumLoop, 3> Loops; ///< The outermost one first.
  llvm::StoreInst *Store = nullptr;    ///< Null: the sum is only carried.
  llvm::LoadInst *Load = nullptr;      ///< What is in memory; else null.
  Update Step;

  /// What the carried sum starts as; null where there is none.
  llvm::Value *start() const {
    const SumLoop &First = Loops.front();
    return First.Sum ? First.Sum->getIncomingValueForBlock(
                           First.L->getLoopPreheader())
                     : nullptr;
  }
  llvm::Value *result() const { return Loops.front().Next; }
};

/// \p V, or what single ways bring to it.
llvm::Value *behindPhis(llvm::Value *V);

/// The counters and the one sum of \p Of, which ends at its latch.
std::optional<SumLoop> readSumLoop(llvm::Loop &Of, llvm::ScalarEvolution &SE);

/// The nest of the innermost loop \p Of alone, if its sum is a float.
std::optional<SumNest> readSum(llvm::Loop &Of, const NestAnalyses &A);

/// The nest that \p Outermost is, where all of it does nothing else.
std::optional<SumNest> readSumNest(llvm::Loop &Outermost,
                                   const NestAnalyses &A);

/// Compares nests, iteration by iteration.
class SumNestMatch {
public:
  /// Their loops go one with the other. \p Early: numbers that cannot be
  /// compared may become equal.
  SumNestMatch(const SumNest &X, const SumNest &Y, const NestAnalyses &A,
               bool Early);

  /// Whether each loop runs as often in both.
  bool runsAlike() const;
  /// Whether \p OfX is in the first nest what \p OfY is in the second one, in
  /// the same iteration and where memory is the same. What the second one
  /// promises of alignments holds for the first one as well; what operations on
  /// integers and addresses promise may not.
  bool isSame(llvm::Value *OfX, llvm::Value *OfY, unsigned Depth = 0);
  /// What has to hold for that.
  llvm::ArrayRef<NarrowNumber> narrow() const { return Narrow; }

private:
  bool isEqual(const llvm::SCEV *OfX, const llvm::SCEV *OfY) const;
  bool isSameOperation(llvm::Value *OfX, llvm::Value *OfY, unsigned Depth);

  const SumNest &X, &Y;
  llvm::ScalarEvolution &SE;
  const llvm::LoopInfo &LI;
  const bool Early;
  llvm::SmallVector<NarrowNumber, 1> Narrow;
  /// By loops of both: the iteration of that of the second one.
  mutable llvm::LoopToScevMapT Iterations;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SUMNEST_H
