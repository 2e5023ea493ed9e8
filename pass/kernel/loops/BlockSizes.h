//===- BlockSizes.h - How large the blocks of a product are -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A plan says how large blocks may be. At run time, when the sizes of the
/// product are known, they are made equal, and as large as fits.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_BLOCKSIZES_H
#define GEMMIFY_PASS_KERNEL_LOOPS_BLOCKSIZES_H

#include "GotoLoops.h"

namespace gemmify {

/// The sizes of blocks, i64: multiples of mr, kr and nr.
struct BlockSizes {
  llvm::Value *Rows, *Depth, *Cols;
  llvm::Value *GroupRows; ///< Those of PackingLayout::RestRows, or all.
};

/// What the blocks of one thread of a team are cut from, i64.
struct BlockLimits {
  llvm::Value *Rows; ///< Those of a share, at most.
  /// How many shares have columns of one packed block, which is as many times
  /// as wide.
  llvm::Value *Across;
};

/// Those of the whole product, or of the shares that \p Limits says.
BlockSizes chooseBlocks(KernelContext &Ctx, const PackingLayout &Layout,
                        const BlockLimits *Limits = nullptr);

/// The steps of k of a block, for \p K of them, where no C is so large that
/// they are deeper.
uint64_t plannedDepth(const BlockingPlan &Plan, const PackingLayout &Layout,
                      uint64_t K);

/// Whether the runs of C are found once for each block (RunTable.h).
bool findsRuns(const KernelContext &Ctx, const PackingLayout &Layout);

/// Whether an operand may be packed by planes, with room for a column.
bool mayTransposePlanes(KernelContext &Ctx, const PackingLayout &Layout);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_BLOCKSIZES_H
