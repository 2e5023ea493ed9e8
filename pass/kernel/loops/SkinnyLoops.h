//===- SkinnyLoops.h - Products with few columns across ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For a C with many lines of at most half a vector, one element each in y =
/// A·x. Here, vectors hold sums of several lines, which are gathered from C and
/// scattered to it. Each sum is computed in the order of k. Where any order is
/// allowed, the source's loops are vectorized along k, except by columns, whose
/// elements they would gather. The operands of a matrix's product with a vector
/// may be computed: a few steps of k of them at a time are copied.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_SKINNYLOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_SKINNYLOOPS_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Whether emitSkinnyLoops() can compute products of \p View whose C is thin.
bool canBeSkinny(const OperandOrder &View, const BlockingPlan &Plan);

/// The sizes from which it pays: lines, elements per line, steps of k.
struct SkinnySizes {
  uint64_t MinRows, MostCols, MinDepth;

  /// i1: whether \p Rows lines of \p Cols elements and \p Depth steps of k
  /// (i64, at least 1) are.
  llvm::Value *hold(llvm::IRBuilderBase &B, llvm::Value *Rows,
                    llvm::Value *Cols, llvm::Value *Depth) const;
};
SkinnySizes skinnySizes(const OperandOrder &View, const BlockingPlan &Plan);

/// i1: whether C is thin and the loops pay. \p Ctx has the view whose rows are
/// C's lines and whose columns are the few elements of each.
llvm::Value *emitIsSkinny(KernelContext &Ctx);

/// Emits the product where emitIsSkinny() holds.
void emitSkinnyLoops(KernelContext &Ctx);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_SKINNYLOOPS_H
