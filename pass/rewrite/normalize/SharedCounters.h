//===- SharedCounters.h - A counter that several loops share ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A remainder loop continues the counter of the unrolled one,
///
///     for (i …) { j = 0; for (; j + 3 < n; j += 4) …  for (; j < n; j++) … }
///
/// whose value is where the first loop ended, or 0 if that did not run: a phi
/// in the loop over i that is the same in each of its iterations. Here it is
/// computed before the loop, so that recognition can see it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SHAREDCOUNTERS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SHAREDCOUNTERS_H

#include "UseOrder.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/ValueHandle.h"
#include <memory>

namespace llvm {
class SCEVExpander;
}

namespace gemmify {

/// A phi that a select before the loop has replaced, and what is needed to
/// restore it.
class HoistedCounter {
public:
  /// \p Phi will be replaced by what \p By computes.
  HoistedCounter(llvm::PHINode &Phi, std::unique_ptr<llvm::SCEVExpander> By);
  HoistedCounter(HoistedCounter &&);
  HoistedCounter &operator=(HoistedCounter &&);
  ~HoistedCounter();

  llvm::SCEVExpander &expander() { return *Expander; }
  void replacedBy(llvm::Instruction &Select) { Fixed = &Select; }
  /// Restores everything, bit for bit. Only where nothing else has changed
  /// since.
  void restore(llvm::ScalarEvolution &SE);

private:
  std::unique_ptr<llvm::SCEVExpander> Expander;
  llvm::BasicBlock *At;
  unsigned Position; ///< In At.
  std::string Name;
  llvm::DebugLoc Place;
  llvm::SmallVector<llvm::WeakTrackingVH, 2> Incoming;
  llvm::SmallVector<llvm::BasicBlock *, 2> From;
  llvm::SmallVector<UseOrder, 2> Uses;   ///< Of each incoming value.
  llvm::SmallVector<unsigned, 2> Places; ///< Of the phi's own use among them.
  llvm::WeakTrackingVH Fixed;
};

/// Replaces such phis around sums of products by selects before the loop. If no
/// nest is rewritten after that, the caller restores them, the last one first.
llvm::SmallVector<HoistedCounter, 2> hoistSharedCounters(const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SHAREDCOUNTERS_H
