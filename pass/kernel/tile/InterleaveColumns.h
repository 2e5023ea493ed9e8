//===- InterleaveColumns.h - Lanes of several vectors in turn ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_INTERLEAVECOLUMNS_H
#define GEMMIFY_PASS_KERNEL_TILE_INTERLEAVECOLUMNS_H

#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// The first lanes of all \p Columns, then the second ones, and so on, in as
/// many vectors as there are columns. Their number is a power of two, that of
/// their lanes even. No intermediate vector is longer: back ends exchange lanes
/// between two registers.
llvm::SmallVector<llvm::Value *, 8>
interleaveColumns(llvm::IRBuilderBase &B,
                  llvm::ArrayRef<llvm::Value *> Columns);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_INTERLEAVECOLUMNS_H
