//===- BoxLoops.h - Loops over boxes of a padded nest --------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the outer loop of a padded pair is cut into spans in which the valid
/// iterations of the inner one are the same, each combination of spans is a box
/// that has no condition left:
///
///     for each span [y, y') of oy, with its [v, v') of ky:
///       for each span [x, x') of ox, with its [u, u') of kx:
///         the nest, with oy from y to y', ky from v to v', …
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_BOXLOOPS_H
#define GEMMIFY_PASS_REWRITE_PADDING_BOXLOOPS_H

#include "EntryNumbers.h"
#include "PaddedNest.h"
#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// A side of a pair as numbers of the trial: U + SignOuter * Outer * a +
/// SignSum
/// * Sum * b >= 0.
struct SideNumbers {
  llvm::Value *U, *Outer, *Sum; ///< i64; factors are at least 1.
  int SignOuter, SignSum;
};

/// A span, as values of the loop over spans: i64, opaque to ScalarEvolution.
struct Span {
  llvm::Value *From = nullptr, *To = nullptr;  ///< Of the outer loop.
  llvm::Value *Low = nullptr, *High = nullptr; ///< Of the inner loop.
};

/// Turns the copy of a trial into loops over boxes.
class BoxLoops {
public:
  BoxLoops(const PaddedNest &Nest, TrialNest &Trial, const NestAnalyses &A)
      : Nest(Nest), Trial(Trial), A(A), Numbers(A.SE) {}

  /// False where the copy holds something that cannot be.
  bool build();

  const PaddedNest &nest() const { return Nest; }
  EntryNumbers &numbers() { return Numbers; }
  /// By pairs.
  llvm::ArrayRef<Span> spans() const { return Spans; }
  /// Whether the box has iterations that add, i1.
  llvm::Value *adds() const { return Adds; }
  /// The loop that \p L is in the trial.
  llvm::Loop &copyOf(const llvm::Loop &L) const;
  /// What is meant by \p F times its sign, i64.
  llvm::Value *magnitude(llvm::IRBuilderBase &B, const SideFactor &F);
  /// The number that a side starts from, i128.
  llvm::Value *offset(llvm::IRBuilderBase &B, const PaddingSide &S);

private:
  void addLoops();
  void addLoop(unsigned First, llvm::ArrayRef<llvm::BasicBlock *> Latches);
  void emitSpan(unsigned At, llvm::BasicBlock &Latch);
  SideNumbers hold(const PaddingSide &S);
  void restrict(llvm::Loop &L, llvm::Value *From, llvm::Value *To,
                const PaddedPair &Pair);
  llvm::Value *startAt(llvm::IRBuilderBase &B, llvm::PHINode &Of,
                       llvm::Value *From, const PaddedPair &Pair);
  bool takeBranches();
  void extendSigned();
  bool thaw();
  void skipEmpty();

  const PaddedNest Nest;
  TrialNest &Trial;
  const NestAnalyses &A;
  EntryNumbers Numbers;
  llvm::BasicBlock *Start = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 3> Headers; ///< Of loops over spans.
  llvm::SmallVector<Span, 3> Spans;
  llvm::Value *Adds = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_BOXLOOPS_H
