//===- SkinnyTile.h - Sums of lines that lie along k ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tiles of a few columns whose left operand, plain memory, is contiguous along
/// k: its lines are transposed in registers between the multiply-adds, and not
/// copied.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_SKINNYTILE_H
#define GEMMIFY_PASS_KERNEL_TILE_SKINNYTILE_H

#include "MicroKernel.h"
#include "TileFunction.h"

namespace gemmify {

class SkinnyTile {
public:
  /// Whether there are such tiles for the left operand of \p View.
  static bool isFor(const OperandOrder &View);

  explicit SkinnyTile(KernelContext &Ctx);

  /// Rows of a tile: twice the lines that are transposed together, or a vector.
  /// More lines would not be prefetched and would evict each other.
  static unsigned rows(const OperandOrder &View, const BlockingPlan &Plan);
  /// Rows of the best tiles of one column, which needs many independent sums.
  static unsigned tallRows(const OperandOrder &View, const BlockingPlan &Plan);
  /// The most columns of a tile.
  static unsigned maxCols(const BlockingPlan &Plan);

  /// Adds the products of \p Depth steps of k to the sums at \p Sums, columns
  /// of \p Rows elements, in tiles of \p Height: rows() or, for one column,
  /// tallRows(). The lines of the left operand begin at \p Left and are \p
  /// LineStride bytes apart. \p Cols, up to maxCols(), is a power of two. All
  /// are i64.
  void emitCall(llvm::Value *Left, llvm::Value *LineStride,
                const TileOperand &Right, llvm::Value *Depth, llvm::Value *Sums,
                llvm::Value *Rows, llvm::Value *Height, llvm::Value *Cols);

private:
  KernelContext &Ctx;
  llvm::Function *Fn;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_SKINNYTILE_H
