//===- ColumnTest.h - Whether blocks of one array are apart -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of columns of one array interleave: their address ranges overlap, but
/// modulo the distance of rows, the pitch, they do not. The test is a function
/// of the module, the same for all nests: it is long and seldom runs.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_COLUMNTEST_H
#define GEMMIFY_PASS_REWRITE_GUARD_COLUMNTEST_H

#include "pass/recognize/GemmNest.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Elements of an affine reference. All values are i64, in bytes.
struct StridedBlock {
  llvm::Value *Start;           ///< Address of the first element.
  llvm::Value *Bytes;           ///< Of an element.
  PerDim<llvm::Value *> Stride; ///< 0 where the reference does not depend.
};

/// Emits a call at \p B that says (i1) whether \p C and \p Other, with \p Last
/// as the last index of each dimension, are apart by columns: C's pitch is the
/// larger one of its strides along i and j. Exact where no address of either
/// block wraps; has no side effects, whatever the values.
llvm::Value *emitColumnTest(llvm::IRBuilderBase &B, const StridedBlock &C,
                            const StridedBlock &Other,
                            const PerDim<llvm::Value *> &Last);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_COLUMNTEST_H
