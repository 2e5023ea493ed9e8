//===- RewriteNest.h - Putting a macro-kernel before a nest -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes the control flow around a nest:
///
///     preheader:  large enough?  --no-->  few
///     short:      may be slender?  --no-->  check
///     slender:    is slender?  --yes-->  few
///     check:      conditions hold? --no--> columns apart? --no--> original
///     call:       call the kernel; done?  --no-->  original loops
///     few:        few steps?  --yes-->  small loops, a copy
///     original:   the source's loops
///     exit
///
/// or replaces the nest by the call when there is nothing to test.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_REWRITENEST_H
#define GEMMIFY_PASS_REWRITE_VERSION_REWRITENEST_H

#include "pass/kernel/build/MacroKernel.h"
#include "pass/recognize/loops/NestShape.h"
#include "pass/rewrite/guard/Legality.h"

namespace gemmify {

/// The result of a rewrite.
struct RewriteOutcome {
  bool DroppedOriginal = false;
  bool AsksForMore = false; ///< See LargerChunks.h.
};

/// Rewrites \p P, which examine() found possible, to call \p Kernel.
/// Tests begin at the end of \p Entry: the nest's preheader, or a block that
/// branches to it alone (hoistInvariantLoads). Updates the dominator tree and
/// the loop info; forgets the nest in SE.
RewriteOutcome rewriteNest(const Product &P, const Legality &Legal,
                           const BlockingPlan &Plan, const MacroKernel &Kernel,
                           llvm::BasicBlock &Entry, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_REWRITENEST_H
