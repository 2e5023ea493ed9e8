//===- TileShapes.h - Rows and columns of unpacked tiles --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shape of the tile that begins at some row and column of C. The bounds
/// that it depends on are computed once: in small products, choosing tiles
/// takes as long as computing them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_TILESHAPES_H
#define GEMMIFY_PASS_KERNEL_TILE_TILESHAPES_H

#include "Tile.h"

namespace gemmify {

/// Columns of the next tile of mr rows where \p Left are left: slightly more
/// than a tile becomes two of equal size, as very narrow tiles wait for their
/// sums.
llvm::Value *nextColumns(KernelContext &Ctx, llvm::Value *Left);

class TileShapes {
public:
  /// Emits the comparisons. All are i1: \p Slender, as mayBeSlender() says, \p
  /// Shifts, as mayShift(); whether whole slivers of the left and of the right
  /// operand are read in place; \p MayEnd, whether slivers of endRows() are
  /// available.
  TileShapes(KernelContext &Ctx, llvm::Value *Slender, llvm::Value *Shifts,
             llvm::Value *LeftInPlace, llvm::Value *RightInPlace,
             llvm::Value *MayEnd);

  /// i1: whether the last rows may begin further up.
  llvm::Value *shifts() const { return Shifts; }

  /// i1: whether the last tiles have endRows().
  llvm::Value *hasEnd() const { return HasEnd; }

  /// Rows of the tiles at \p Row.
  llvm::Value *rowsFrom(llvm::Value *Row);

  /// Columns of the tile of \p Rows at \p Col.
  llvm::Value *columnsFrom(llvm::Value *Col, llvm::Value *Rows);

  /// How many tiles like \p Job, from its row down, one call computes in \p
  /// Rows.
  llvm::Value *tilesBelow(const TileJob &Job, llvm::Value *Rows);

  /// How many tiles of endRows() and endCols() begin with \p Job and follow
  /// each other.
  llvm::Value *tilesBeside(const TileJob &Job);

private:
  llvm::Value *ends(llvm::Value *RightInPlace, llvm::Value *MayEnd);
  llvm::Value *evictsRight();

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  const unsigned MR, NR;
  llvm::Value *const Slender;
  llvm::Value *const M, *const N;
  llvm::Value *const Shifts;
  llvm::Value *HasEnd;
  llvm::Value *UsualRows; ///< Of a tile that is neither high nor at the end.
  /// Rows of high tiles, and the least rows for which there is one.
  llvm::SmallVector<std::pair<unsigned, llvm::Value *>, 2> HighTiles;
  llvm::Value *MostAtEnd;   ///< The most rows that are one last tile.
  llvm::Value *LeastOfWide; ///< The least columns for which there is a wide
                            ///< tile.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_TILESHAPES_H
