//===- TransposeLines.h - Lines in registers to columns ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_TRANSPOSELINES_H
#define GEMMIFY_PASS_KERNEL_PACK_TRANSPOSELINES_H

#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Transposes the squares that \p Lines consist of, each as wide as the number
/// of lines, a power of two: 128 bits are shuffled fastest.
void transposeSquares(llvm::IRBuilderBase &B,
                      llvm::SmallVectorImpl<llvm::Value *> &Lines);

/// Columns [\p First, \p First + \p Count) of \p Lines, at most twice \p Count
/// vectors; Count, a power of two, is how many elements 128 bits hold. Each
/// column is a vector of Count elements, or of twice as many if there are more
/// lines; those of missing lines are poison. Loads of 128 bits go to their half
/// of a vector, so that no shuffle moves anything between the halves.
llvm::SmallVector<llvm::Value *, 16>
transposeLines(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Lines,
               unsigned First, unsigned Count);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_TRANSPOSELINES_H
