//===- PackedEdge.h - Narrower tiles of packed slivers ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At the edges of a packed product, a tile of mr×nr may be less than half
/// full. Where an accumulator holds several vectors, as POWER10's do, a tile
/// with fewer accumulators can read the same slivers.
///
/// All shapes are in one function that kernels share.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_PACKEDEDGE_H
#define GEMMIFY_PASS_KERNEL_TILE_PACKEDEDGE_H

#include "PackedTile.h"

namespace gemmify {

class PackedEdge {
public:
  /// For a plan that has such tiles.
  explicit PackedEdge(KernelContext &Ctx);

  /// Emits the tile that holds \p Rows×\p Cols (i64), a part of mr×nr. Up to
  /// whole vectors and PartCols columns, what follows them is read and written
  /// as well.
  void emitCall(const PackedTile &Tile, llvm::Value *Rows, llvm::Value *Cols);

private:
  KernelContext &Ctx;
  llvm::Function *Fn;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_PACKEDEDGE_H
