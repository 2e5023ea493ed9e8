//===- Guard.h - The run-time test in front of a nest -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits the conditions of Legality.h as straight-line code before a nest.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_GUARD_H
#define GEMMIFY_PASS_REWRITE_GUARD_GUARD_H

#include "ColumnTest.h"
#include "Legality.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

/// No loop that finishes runs longer; keeps sums of three extents in 128 bits.
constexpr uint64_t MaxTrip = uint64_t(1) << 48;

/// Emits tests; each function returns an i1, a constant where the answer is
/// known. Sizes and addresses are computed exactly, in 128 bits where 64 may
/// not hold them; except for isLargeEnough().
class GuardEmitter {
public:
  GuardEmitter(const GemmNest &N, const Legality &Legal,
               llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE)
      : N(N), Legal(Legal), Expander(Expander), SE(SE) {}

  /// The product is at least \p MinWork multiply-adds modulo 2^64, or a size
  /// that is not known is 0.
  llvm::Value *isLargeEnough(llvm::IRBuilderBase &B, uint64_t MinWork);

  /// The value of \p S, which does not change in the nest; a number is not
  /// poison.
  llvm::Value *expand(llvm::IRBuilderBase &B, const llvm::SCEV *S);

  /// Condition 1, for one guard or one loop of the nest.
  llvm::Value *guardHolds(llvm::IRBuilderBase &B, const NestGuard &G);
  llvm::Value *loopRuns(llvm::IRBuilderBase &B, LoopDim D);

  /// Conditions 1 to 3, and 4 by address ranges alone.
  llvm::Value *holds(llvm::IRBuilderBase &B);

  /// Whether condition 4 can fail although holds' other conditions do not.
  bool canBeInterleaved() const {
    return !Legal.MustBeApart.empty() && !N.C.isCarried() && N.Batch.isOne();
  }

  /// Condition 4 for blocks of one array: rows that lie side by side. Valid
  /// where conditions 1 to 3 hold (\p Sound, from holds()).
  llvm::Value *isApartByColumns(llvm::IRBuilderBase &B);

private:
  friend class PaddingGuard;
  friend class ResidualGuard;
  struct Range {
    llvm::Value *Low, *High; ///< First byte, byte after the last; i128.
  };
  static llvm::Value *both(llvm::IRBuilderBase &B, llvm::Value *Earlier,
                           llvm::Value *Later);
  static void stretch(llvm::IRBuilderBase &B, llvm::Value *&Low,
                      llvm::Value *&High, llvm::Value *Extent);
  llvm::Value *frozen(llvm::IRBuilderBase &B, const llvm::SCEV *S);
  llvm::Value *wide(llvm::IRBuilderBase &B, const llvm::SCEV *S, bool Signed);
  llvm::Value *last(llvm::IRBuilderBase &B, const llvm::SCEV *Count);
  llvm::Value *lastIndex(llvm::IRBuilderBase &B, LoopDim D);
  llvm::Value *magnitude(llvm::IRBuilderBase &B, llvm::Value *V);
  llvm::Value *elementSize(llvm::IRBuilderBase &B, const AffineRef &R);
  Range offsetsOf(llvm::IRBuilderBase &B, const AffineRef &R);
  Range rangeOf(llvm::IRBuilderBase &B, const AffineRef &R);
  llvm::Value *meets(llvm::IRBuilderBase &B, const Condition &R);
  llvm::Value *runsCompletely(llvm::IRBuilderBase &B);
  llvm::Value *countsRight(llvm::IRBuilderBase &B, const Tiling &T);
  void stretchBy(llvm::IRBuilderBase &B, Range &R, const llvm::SCEV *Coef,
                 bool Signed, llvm::Value *Last);
  llvm::Value *doesNotWrap(llvm::IRBuilderBase &B, const WrapCheck &W);
  llvm::Value *losesNothing(llvm::IRBuilderBase &B, const WrapCheck &W);
  llvm::Value *isInAddressSpace(llvm::IRBuilderBase &B, Range R);
  llvm::Value *fitsWorkspace(llvm::IRBuilderBase &B);
  llvm::Value *isInjective(llvm::IRBuilderBase &B);
  llvm::Value *isInjectiveByAxes(llvm::IRBuilderBase &B);
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Value *>, 4>
  axesOf(llvm::IRBuilderBase &B, const AffineRef &R, LoopDim D);
  llvm::Value *pointsAreCounted(llvm::IRBuilderBase &B, const AxisGroup &Group);
  llvm::Value *isOuter(llvm::IRBuilderBase &B, LoopDim Major, LoopDim Minor);
  llvm::Value *hasRowsApart(llvm::IRBuilderBase &B, LoopDim Major,
                            LoopDim Minor);
  static llvm::Value *limit(llvm::IRBuilderBase &B);
  StridedBlock blockOf(llvm::IRBuilderBase &B, const AffineRef &R);
  StridedBlock inPairs(llvm::IRBuilderBase &B, StridedBlock Block) const;
  llvm::Value *guardCondition(llvm::IRBuilderBase &B, llvm::Value *V);

  const llvm::SCEV *trip(LoopDim D) const {
    return Counted ? (*Counted)[D] : N.Index[D].Trip;
  }

  const GemmNest &N;
  const Legality &Legal;
  /// Of the dimensions meant; null: those of N.
  const PerDim<const llvm::SCEV *> *Counted = nullptr;
  llvm::SCEVExpander &Expander;
  llvm::ScalarEvolution &SE;
  llvm::Value *Sound = nullptr;
  llvm::SmallVector<llvm::Value *, 4> RangeApart; ///< Per MustBeApart.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_GUARD_H
