//===- InclusiveRanges.h - Counters that stop at their end ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A range that includes its end must not count beyond it, as that may be the
/// last number of its type:
///
///     for p in 0..=k { … }
///
///     p = 0; do { …; atEnd = p >= k; next = p + (atEnd ? 0 : 1); }
///     while (!(atEnd || next > k) && (p = next, true));
///
/// Where the loop goes on, next is p + 1, and next > k says nothing new. Here
/// it is written so.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_INCLUSIVERANGES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_INCLUSIVERANGES_H

#include "UseOrder.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// A loop over such a range that has got a plain counter, and what is needed to
/// restore it.
class InclusiveRange {
public:
  /// Has the counter \p Phi of \p L be followed by its next number where the
  /// branch at the loop's end finds it not \p AtEnd.
  InclusiveRange(llvm::PHINode &Phi, llvm::Value &AtEnd, llvm::Loop &L,
                 llvm::ScalarEvolution &SE);
  /// Restores everything, bit for bit. Only where nothing else has changed
  /// since.
  void restore(const NestAnalyses &A);
  /// Removes what the loop needs no more.
  void finish();

private:
  llvm::PHINode *Phi;
  llvm::BranchInst *End;
  llvm::WeakTrackingVH Cond, Next;
  UseOrder OfCond, OfNext;
  llvm::Instruction *Plain; ///< What Phi is followed by.
};

/// Gives loops over such ranges plain counters. If no nest is rewritten after
/// that, the caller restores them, the last one first.
llvm::SmallVector<InclusiveRange, 0> simplifyRanges(const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_INCLUSIVERANGES_H
