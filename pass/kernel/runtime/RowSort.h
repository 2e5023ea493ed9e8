//===- RowSort.h - Addresses of rows in order -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sorts numbers in a kernel, where rows that a table leads to come in any
/// order.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_ROWSORT_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_ROWSORT_H

#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Number \p Index (i64) of \p Array, a pointer to i64.
llvm::Value *loadNumber(llvm::IRBuilderBase &B, llvm::Value *Array,
                        llvm::Value *Index);

/// Emits code that stores \p At(t), an i64 without a sign, for all t below \p
/// Count (i64) to \p Array and sorts them, the least one first. They are in
/// that order already where \p IsSorted (i1).
void emitSorted(llvm::IRBuilderBase &B, llvm::Value *Array, llvm::Value *Count,
                llvm::Value *IsSorted,
                llvm::function_ref<llvm::Value *(llvm::Value *)> At);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_ROWSORT_H
