//===- UnpackedEdge.h - Tiles of other shapes than mr x nr ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At the edges of a matrix, a whole tile would mostly multiply zeros. A tile
/// there has only the remaining columns and vectors of rows. A slender matrix
/// has no whole tiles at all: few columns leave registers for more rows, and
/// few rows for more columns.
///
/// All these shapes are in one function.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_UNPACKEDEDGE_H
#define GEMMIFY_PASS_KERNEL_TILE_UNPACKEDEDGE_H

#include "MicroKernel.h"
#include "TileFunction.h"

namespace gemmify {

class UnpackedEdge {
public:
  /// For a plan that has edge tiles.
  explicit UnpackedEdge(KernelContext &Ctx);

  /// Adds the products of \p Depth steps of k to the sums \p From and stores
  /// them to \p To, except the first \p Keep rows, fewer than a vector. \p Rows
  /// and \p Cols (i64) are one of the shapes, or rows end within a vector: then
  /// the rest of it is read and written as well. Computes \p Tiles tiles: in a
  /// row, with the same left operand, if they have endRows() and endCols(); in
  /// a column, with the same right operand and all of their rows, if
  /// followsBelow(); otherwise one.
  void emitCall(const TileOperand &Left, const TileOperand &Right,
                llvm::Value *Depth, TilePlace From, TilePlace To,
                llvm::Value *Rows, llvm::Value *Cols, llvm::Value *Keep,
                llvm::Value *Tiles);

private:
  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  llvm::Function *Fn;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_UNPACKEDEDGE_H
