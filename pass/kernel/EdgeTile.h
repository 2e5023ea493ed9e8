//===- EdgeTile.h - Tiles of other shapes than mr x nr ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At the edges of a matrix a whole tile would mostly multiply zeros. A tile
/// there has as many columns as are left and as many vectors of rows. A matrix
/// that is slender has no whole tiles at all: few columns leave registers for
/// more rows, and few rows for more columns.
///
/// All these shapes are in one function, which the kernels of a module share
/// when they are compiled for the same target and add in the same way.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EDGETILE_H
#define GEMMIFY_PASS_KERNEL_EDGETILE_H

#include "KernelContext.h"
#include "MicroKernel.h"

namespace gemmify {

/// The names of these functions begin like this.
constexpr llvm::StringLiteral EdgeTilePrefix = "gemmify.tile.";

/// A matrix of sums: columns Stride elements apart, at least as many as are
/// read or written of one.
struct TilePlace {
  llvm::Value *Ptr, *Stride;
};

/// The function of this kind that \p Kernel calls; null: none.
llvm::Function *findEdgeTile(const llvm::Function &Kernel);

class EdgeTile {
public:
  /// Whether \p Ctx's operands and sums can be handed to such a function: they
  /// are packed as they are in memory, one k after the other.
  static bool suits(const KernelContext &Ctx);

  /// Finds the function in \p Ctx's module or adds it.
  explicit EdgeTile(KernelContext &Ctx);

  /// Adds the products of \p Depth ks to the sums \p From and stores them to
  /// \p To, all but those of the first \p Keep rows, less than a vector. \p
  /// Rows and \p Cols (i64) are one of the shapes, but for rows that are no
  /// whole vector: what lies behind them, up to one, is read and written as
  /// well.
  void emitCall(const TileOperand &Left, const TileOperand &Right,
                llvm::Value *Depth, TilePlace From, TilePlace To,
                llvm::Value *Rows, llvm::Value *Cols, llvm::Value *Keep);

private:
  void build();

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  llvm::Function *Fn = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EDGETILE_H
