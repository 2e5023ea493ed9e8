//===- ShareLoops.h - What one thread of a team computes --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of GotoLoops.h for one thread of a team. All threads run the outer
/// ones alike, and are dealt parts of each packed block and shares of C in
/// turn, as the team may be smaller than it was meant to be:
///
///     for each nc·across columns
///       for each kc steps of k
///         for each of my parts: pack its columns of the right operand
///         wait for each other
///         for each of my shares, for each mc rows of it
///           pack mc×kc of the left operand
///           for each nr columns of it, for each mr rows: micro-kernel
///         wait for each other
///
/// With one share of rows, parts and shares have the same columns, and nobody
/// waits.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_SHARELOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_SHARELOOPS_H

#include "PackingLayout.h"
#include "TeamWays.h"

namespace gemmify {

/// i64: the bytes of workspace for a team of at most \p Threads.
llvm::Value *teamWorkspaceBytes(KernelContext &Ctx, const PackingLayout &Layout,
                                TeamWays Ways, llvm::Value *Threads);

/// One thread of a team; all values are the same in all threads but Number.
struct TeamPlace {
  TeamWays Ways;
  llvm::Value *Number, *Count; ///< Which one of how many, i64.
  llvm::Value *Workspace;      ///< Of the team.
};

/// Emits what the thread \p At packs and computes.
void emitShares(KernelContext &Ctx, const PackingLayout &Layout,
                const TeamPlace &At);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_SHARELOOPS_H
