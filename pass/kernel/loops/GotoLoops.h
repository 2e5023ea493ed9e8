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

#include "PackingLayout.h"
#include "pass/kernel/emit/CarryTable.h"

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

/// Emits the whole product. Returns from the kernel only when there is no
/// workspace, with false.
void emitGotoLoops(KernelContext &Ctx, const PackingLayout &Layout);

/// Emits the product without packing, except for single slivers. The nest must
/// fit canTile(), and be no deeper than one block of k where sums have no place
/// to rest.
void emitUnpackedLoops(KernelContext &Ctx);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_GOTOLOOPS_H
