//===- BranchRegion.h - Ways that part and meet again -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds where the ways meet that part at a condition in the body of a loop:
///
///     for j
///       if (beta == 0) clear column j of C
///       else if (beta != 1) scale it
///       for k ...
///
/// LLVM moves the test that a loop over the column runs at all in front of it,
/// once on each way, and from there leads past the loop over k as well. Such
/// ways are excluded by a guard.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_BRANCHREGION_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_BRANCHREGION_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// What lies between a branch and the block where its ways meet.
struct BranchRegion {
  llvm::BasicBlock *Join = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 8> Between;
  /// What has to hold for all ways to get there.
  llvm::SmallVector<NestGuard, 1> Guards;
};

/// The ways from \p Br in the body of \p L; they do not go through the header
/// of \p Innermost, which is in \p L. A guard's condition is one that \p
/// IsFixed. Empty when the ways do not meet in the body.
std::optional<BranchRegion>
findBranchRegion(llvm::BranchInst &Br, llvm::Loop &L,
                 const llvm::Loop &Innermost, const llvm::LoopInfo &LI,
                 llvm::function_ref<bool(llvm::Value *)> IsFixed);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_BRANCHREGION_H
