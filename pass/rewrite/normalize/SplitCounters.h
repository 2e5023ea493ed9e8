//===- SplitCounters.h - Counters with another first step ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a loop's first iteration goes its own way, LLVM knows the counter
/// there, and what comes next:
///
///     next = phi [1, first], [i + 1, others]
///
/// Here it is i + 1 again, so that ScalarEvolution sees a counter.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITCOUNTERS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITCOUNTERS_H

#include "UseOrder.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Such a phi, which a sum has replaced, and what is needed to restore it.
class SplitCounter {
public:
  /// \p Next is \p Counter + 1 on all ways.
  SplitCounter(llvm::PHINode &Next, llvm::PHINode &Counter, bool NoUnsignedWrap,
               bool NoSignedWrap);

  /// Restores everything, bit for bit. Only where nothing else has changed
  /// since.
  void restore(const NestAnalyses &A);

private:
  llvm::PHINode *Next;
  UseOrder OfNext;
  llvm::Instruction *Plain; ///< Instead of Next.
};

/// Gives loops around others plain counters. If the nest is not rewritten
/// then, the caller restores them, the last one first.
llvm::SmallVector<SplitCounter, 0> joinCounters(const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITCOUNTERS_H
