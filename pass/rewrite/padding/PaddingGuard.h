//===- PaddingGuard.h - Whether boxes may run in turn -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that runs box by box computes elements of C in another order than the
/// source. That is the same where C's elements are distinct and no box writes
/// what another one reads. See L64.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_PADDINGGUARD_H
#define GEMMIFY_PASS_REWRITE_PADDING_PADDINGGUARD_H

#include "BoxLoops.h"
#include "pass/rewrite/guard/Guard.h"

namespace gemmify {

/// The test before a trial that runs by boxes.
class PaddingGuard {
public:
  PaddingGuard(BoxLoops &Boxes, const TrialNest &Trial, const NestAnalyses &A)
      : Boxes(Boxes), Trial(Trial), A(A) {}

  /// Takes note of what has been recognized in a box. False where it cannot be
  /// said of the whole nest.
  bool admit(const GemmNest &OfBox, llvm::AAResults &AA);

  /// Gives the boxes their numbers, and emits whether the nest is large enough
  /// for boxes.
  llvm::Value *emitIsLarge(llvm::IRBuilderBase &B);
  /// Emits the test, after that.
  llvm::Value *emit(llvm::IRBuilderBase &B);

private:
  struct Width {
    llvm::Value *Steps, *IsCut;
  };
  llvm::Value *stepOf(llvm::IRBuilderBase &B, const PaddingSide &S);
  Width widthInMiddle(llvm::IRBuilderBase &B, const PaddedPair &P);
  llvm::Value *emitPays(llvm::IRBuilderBase &B, const PaddedPair &P);
  using Range = GuardEmitter::Range;
  /// A reference that moves with both loops of a pair: what the conditions
  /// exclude is not accessed.
  struct Clipped {
    AffineRef Ref;
    struct Strides {
      unsigned Pair;
      const llvm::SCEV *Outer, *Sum; ///< Bytes, i64.
    };
    llvm::SmallVector<Strides, 3> By;
  };

  bool dropGuards();
  bool expandsAtEntry();
  bool nestExpandsAtEntry();
  const llvm::SCEV *strideOf(const AffineRef &R, const llvm::Loop &L);
  void separate(Legality OfBox);
  llvm::Value *countsFit(llvm::IRBuilderBase &B, const PaddedPair &P);
  llvm::Value *isNeverEmpty(llvm::IRBuilderBase &B, const PaddedPair &P);
  Range rangeOf(llvm::IRBuilderBase &B, const LoopForm &Form);
  llvm::Value *staysInRange(llvm::IRBuilderBase &B, const LoopForm &Form);
  llvm::Value *isApart(llvm::IRBuilderBase &B, GuardEmitter &G,
                       const Clipped &C);
  void clip(llvm::IRBuilderBase &B, Range &R, const Clipped::Strides &By);

  BoxLoops &Boxes;
  const TrialNest &Trial;
  const NestAnalyses &A;
  GemmNest Whole;
  Legality Legal;
  llvm::SmallVector<Clipped, 2> Operands;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_PADDINGGUARD_H
