//===- TileGrid.h - A section as tiles of a matrix unit ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Matrix units hold sums in square tiles (AMX's TMM, SME's ZA). A section is a
/// grid of tiles, the last of which may extend beyond its edge. Accumulators
/// are tiles, in column-major order.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_TILEGRID_H
#define GEMMIFY_LOWERING_CORE_TILEGRID_H

#include "SiteEmitter.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"

namespace gemmify {

struct TileGrid {
  unsigned Rows; ///< In a column of tiles.
  unsigned Cols; ///< In a row of tiles.
  bool IsWhole;  ///< Whether no tile extends beyond the section's edge.

  /// Tiles of \p Side rows and columns.
  TileGrid(const Section &S, unsigned Side)
      : Rows(llvm::divideCeil(S.Cut.Rows, Side)),
        Cols(llvm::divideCeil(S.Cut.Cols, Side)),
        IsWhole(S.Cut.Rows % Side == 0 && S.Cut.Cols % Side == 0) {}

  unsigned tiles() const { return Rows * Cols; }
  /// The index of tile (\p V, \p H) among the accumulators.
  unsigned index(unsigned V, unsigned H) const { return H * Rows + V; }
  /// In the order of accumulators.
  void forEach(llvm::function_ref<void(unsigned V, unsigned H)> Body) const {
    for (unsigned H = 0; H != Cols; ++H)
      for (unsigned V = 0; V != Rows; ++V)
        Body(V, H);
  }
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_TILEGRID_H
