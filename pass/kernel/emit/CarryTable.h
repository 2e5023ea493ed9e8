//===- CarryTable.h - Offsets of an index that axes play --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the axes of an index do not fold, each address takes divisions. They
/// are done once for a range of the index, and kept in a table on the stack.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_CARRYTABLE_H
#define GEMMIFY_PASS_KERNEL_EMIT_CARRYTABLE_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// While it lives, what is carried along \p D is not computed again. Nothing
/// changes for references that are not.
class CarryTable {
public:
  /// Of \p Refs at [\p First, \p First + \p Count), at most \p Most indices.
  CarryTable(KernelContext &Ctx, llvm::ArrayRef<AffineRef> Refs, LoopDim D,
             llvm::Value *First, llvm::Value *Count, uint64_t Most);
  /// Of \p Refs in the run of \p First, where all indices are.
  CarryTable(KernelContext &Ctx, llvm::ArrayRef<AffineRef> Refs, LoopDim D,
             llvm::Value *First);
  ~CarryTable() { Ctx.Slices.addresses().forgetTables(Before); }
  CarryTable(const CarryTable &) = delete;
  CarryTable &operator=(const CarryTable &) = delete;

private:
  KernelContext &Ctx;
  const size_t Before; ///< Tables that others have set up.
};

/// The indices of \p D within which \p R moves by its stride alone, i64; null
/// where it always does. They begin at the multiples of it. Axes that happen to
/// fold do not end a run.
llvm::Value *runLength(KernelContext &Ctx, const AffineRef &R, LoopDim D);

/// i1: whether [\p First, \p First + \p Count) of \p D is in one step of all
/// axes but those that fold, for all of \p Refs.
llvm::Value *isInOneRun(KernelContext &Ctx, llvm::ArrayRef<AffineRef> Refs,
                        LoopDim D, llvm::Value *First, llvm::Value *Count);

/// Indices of one dimension.
struct IndexRange {
  llvm::Value *First, *Count;
};

/// Emits \p Body for each part of \p All, indices of \p D, that is in one step
/// of all axes but those that fold, for all of \p Refs and of \p Counters.
void forEachRun(KernelContext &Ctx, llvm::ArrayRef<AffineRef> Refs, LoopDim D,
                IndexRange All, llvm::function_ref<void(IndexRange)> Body,
                llvm::ArrayRef<Counter> Counters = {});

/// How many points of \p D the steps have, i64, in which \p Counters move by
/// their strides alone: the fewest. Null where they always do.
llvm::Value *shortestStep(KernelContext &Ctx, llvm::ArrayRef<Counter> Counters,
                          LoopDim D);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_CARRYTABLE_H
