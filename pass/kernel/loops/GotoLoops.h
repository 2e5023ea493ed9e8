//===- GotoLoops.h - The blocked and packed product -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Algorithm 1 of Kuzma et al. 2022:
///
///     for each nc columns
///       for each kc ks
///         pack kc×nc of the right operand
///         for each mc rows
///           pack mc×kc of the left operand
///           for each nr columns, for each mr rows: micro-kernel
///
/// Blocks of one dimension are cut equally: 200 rows with mc = 192 become two
/// blocks of about 100. When the sums of a tile may not rest in C between two
/// blocks of k, a loop over groups of blocks of rows around the k loop bounds
/// the workspace in which they do.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_GOTOLOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_GOTOLOOPS_H

#include "pass/kernel/runtime/KernelWorkspace.h"

namespace gemmify {

/// Bytes between columns that share a set of the L1 cache and so evict each
/// other: as large as one of its ways.
constexpr uint64_t EvictingStride = 4096;
/// How many lines at that distance stay in it.
constexpr uint64_t EvictingWays = 8;
/// i1: whether \p Stride (i64, bytes) is a multiple of \p Bytes.
inline llvm::Value *isEvicting(llvm::IRBuilderBase &B, llvm::Value *Stride,
                               uint64_t Bytes = EvictingStride) {
  return B.CreateIsNull(B.CreateURem(Stride, B.getInt64(Bytes)));
}
/// So many columns of an operand can be run through at the same time.
constexpr uint64_t MaxStreams = 16;
/// An operand that no cache holds is read so where C has so many columns of
/// tiles, or rows of tiles.
constexpr unsigned MaxStreamedTiles = 6;

/// Whether the ks of \p Nest are known to be one block of \p KC.
bool hasOneBlockOfK(const GemmNest &Nest, uint64_t KC);

/// What a packing kernel needs besides its nest. Pure arithmetic.
struct PackingLayout {
  uint64_t MC, KC, NC;   ///< Largest blocks.
  uint64_t RestRows = 0; ///< Rows whose sums rest in workspace; 0: none do.
  WorkspaceHome Home = WorkspaceHome::Heap;
  uint64_t MaxBytes = 0; ///< Of all buffers.
};

/// Chooses where the workspace of \p Plan lives and shrinks its blocks when
/// that is the stack.
PackingLayout layOutPacking(const OperandOrder &View, const BlockingPlan &Plan,
                            uint64_t ElemBytes, const Options &Opts,
                            bool MayAllocate);

/// Emits the whole product. Returns from the kernel only when there is no
/// workspace, with false.
void emitGotoLoops(KernelContext &Ctx, const PackingLayout &Layout);

/// Emits the product without packing, except for single slivers. The nest must
/// fit canTile(), and be no deeper than one block of k where sums have no place
/// to rest.
void emitUnpackedLoops(KernelContext &Ctx);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_GOTOLOOPS_H
