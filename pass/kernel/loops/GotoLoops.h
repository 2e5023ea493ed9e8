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
///       for each kc steps of k
///         pack kc×nc of the right operand
///         for each mc rows
///           pack mc×kc of the left operand
///           for each nr columns, for each mr rows: micro-kernel
///
/// Blocks of one dimension are cut equally: 200 rows with mc = 192 become two
/// blocks of about 100. When the sums of a tile cannot be kept in C between two
/// blocks of k, a loop over groups of blocks of rows around the k loop bounds
/// the workspace that keeps them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_GOTOLOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_GOTOLOOPS_H

#include "pass/kernel/runtime/KernelWorkspace.h"

namespace gemmify {

/// i1: whether \p Stride (i64, bytes) is a multiple of \p Bytes.
inline llvm::Value *isMultiple(llvm::IRBuilderBase &B, llvm::Value *Stride,
                               uint64_t Bytes) {
  return B.CreateIsNull(B.CreateURem(Stride, B.getInt64(Bytes)));
}
/// i1: whether columns \p Stride apart evict each other from L1.
inline llvm::Value *isEvicting(llvm::IRBuilderBase &B, llvm::Value *Stride,
                               const BlockingPlan &Plan) {
  return isMultiple(B, Stride, Plan.Tune.Cache.EvictingStride);
}

/// Whether the steps of k of \p Nest are known to fit one block of \p KC.
bool hasOneBlockOfK(const GemmNest &Nest, uint64_t KC);

/// What a packing kernel needs other than its nest. Pure arithmetic.
struct PackingLayout {
  uint64_t MC, KC, NC;   ///< Largest blocks.
  uint64_t RestRows = 0; ///< Rows whose sums are kept in workspace; 0: none.
  WorkspaceHome Home = WorkspaceHome::Heap;
  uint64_t MaxBytes = 0; ///< Of all buffers.
};

/// Chooses where the workspace of \p Plan lives and shrinks its blocks when
/// that is the stack.
PackingLayout layOutPacking(const Product &P, const BlockingPlan &Plan,
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
