//===- NestChecks.h - Side exits that a nest never takes --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A check is a branch of a nest that leaves a loop elsewhere than at the
/// loop's own exit: to a panic, a throw, a trap, or just to another place.
/// Where it compares numbers that move by fixed steps, their extremes decide
/// before the nest whether it passes in all iterations.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_NESTCHECKS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_NESTCHECKS_H

#include "IndexForm.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IntrinsicInst.h"

namespace gemmify {

/// A branch of a nest with one successor that it is never to take.
struct NestCheck {
  llvm::BranchInst *Branch = nullptr;
  unsigned Passing = 0; ///< The successor that remains.
};

/// The checks of a nest, and what says that all of them pass.
struct NestChecks {
  llvm::SmallVector<NestCheck, 4> Checks;
  /// Exits of the nest that only checks lead to.
  llvm::SmallVector<llvm::BasicBlock *, 4> Closed;
  /// Operations of which none overflows.
  llvm::SmallVector<llvm::WithOverflowInst *, 0> Exact;
  /// Values from before the nest, with what they have to be.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 1> Fixed;
  llvm::SmallVector<IndexBound, 8> Bounds;
  /// How often the loops that the bounds count by are repeated, in i128: by
  /// their own exits, if no check leaves them.
  llvm::SmallMapVector<const llvm::Loop *, const llvm::SCEV *, 4> Repeats;
};

/// The checks in \p Root. Empty where there is none, or where one of them
/// compares something else.
std::optional<NestChecks> findChecks(const llvm::Loop &Root,
                                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_NESTCHECKS_H
