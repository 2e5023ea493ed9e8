//===- LoopIndex.h - One index of a product ---------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An index of a product is a number that one or more loops of the source count
/// together. How a reference moves with it is in AffineRef: by one stride, and
/// by what axes carry that do not fold.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPINDEX_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPINDEX_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include <optional>

namespace llvm {
class SCEV;
} // namespace llvm

namespace gemmify {

/// An index that the source counts in tiles: all tiles but the last must hold
/// TileSize points, and the last at least one and at most as many. All i64.
struct Tiling {
  const llvm::Loop *Over = nullptr;     ///< The loop over the tiles.
  const llvm::SCEV *Tiles = nullptr;    ///< How many there are, at least one.
  const llvm::SCEV *TileSize = nullptr; ///< Fixed.
  /// Points in a tile: TileSize itself, or with recurrences of Over.
  const llvm::SCEV *Points = nullptr;

  bool Proven = false; ///< Nothing remains to be tested.

  /// Whether all tiles are equally long whatever the sizes are. What remains is
  /// that the number of points is no larger than any index.
  bool isExact() const { return Points == TileSize; }
  /// Whether each tile has to be looked at before the nest.
  bool hasTest() const { return !Proven && !isExact(); }
};

/// How several loops play one index. The index counts the points of all axes,
/// lexicographically: of k in the order of the loops, of i and j in any.
struct AxisGroup {
  /// The loop of each axis, outermost axis first; empty as Size is.
  llvm::SmallVector<llvm::Loop *, 0> Loops;
  /// Of each axis, outermost first, i64. Empty where one axis plays the index.
  llvm::SmallVector<const llvm::SCEV *, 0> Size;
  /// Of each axis but the innermost: the points inside one step of it, i64.
  llvm::SmallVector<const llvm::SCEV *, 0> Inside;

  bool isOne() const { return Size.empty(); }
  /// Calls \p F(const SCEV *&) on sizes.
  template <typename Fn> void forEachExpression(Fn F) {
    llvm::for_each(Size, F);
    llvm::for_each(Inside, F);
  }
};

/// One of i, j and k.
struct LoopIndex {
  /// The loops that count it, outermost first: one, one over tiles and one over
  /// the points of a tile, or one for each of Axes. See LoopGroups.h. None: it
  /// is always zero, as the row of a vector's product with a matrix.
  llvm::SmallVector<llvm::Loop *, 2> Loops;
  /// How often its body runs, i64; valid when all guards hold.
  const llvm::SCEV *Trip = nullptr;
  AxisGroup Axes;
  std::optional<Tiling> Tiled; ///< Where it is counted in tiles.

  bool hasLoop() const { return !Loops.empty(); }
  /// Null where there is none.
  llvm::Loop *outermost() const { return hasLoop() ? Loops.front() : nullptr; }
  llvm::Loop *innermost() const { return hasLoop() ? Loops.back() : nullptr; }
  /// Calls \p F(const SCEV *&) on every expression that does not change in the
  /// nest.
  template <typename Fn> void forEachExpression(Fn F) {
    F(Trip);
    Axes.forEachExpression(F);
    if (Tiled) {
      F(Tiled->Tiles);
      F(Tiled->TileSize);
    }
  }
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPINDEX_H
