//===- Layout.h - How a matrix is cut into vectors --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A Rows×Cols matrix as a list of vectors, its *pieces*: each column is cut
/// into chunks of Chunk lanes. The remaining rows are one shorter chunk, or
/// chunks of decreasing powers of two (SplitRest): back ends widen three floats
/// to four at no cost, but do not handle seven halves as well. 7×2 with chunk 4
/// has the pieces
///
///     0: (0..3, 0)   1: (4..6, 0)   2: (0..3, 1)   3: (4..6, 1)
///
/// and with SplitRest, (4..5, c) and (6, c) instead of (4..6, c).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MATRIX_LAYOUT_H
#define GEMMIFY_LOWERING_MATRIX_LAYOUT_H

#include "llvm/ADT/bit.h"
#include <algorithm>

namespace gemmify {

/// See the file comment. Chunk never exceeds Rows, so equal cuts compare equal.
struct Layout {
  unsigned Rows = 0;
  unsigned Cols = 0;
  unsigned Chunk = 1;
  bool SplitRest = false;

  Layout() = default;
  Layout(unsigned Rows, unsigned Cols, unsigned MaxChunk, bool SplitRest)
      : Rows(Rows), Cols(Cols), Chunk(MaxChunk), SplitRest(SplitRest) {
    if (Rows < Chunk)
      Chunk = SplitRest ? llvm::bit_floor(Rows) : Rows;
  }

  /// The same cut of a part with other dimensions.
  Layout part(unsigned PartRows, unsigned PartCols) const {
    return Layout(PartRows, PartCols, Chunk, SplitRest);
  }

  unsigned chunks() const {
    unsigned Rest = Rows % Chunk;
    return Rows / Chunk + (SplitRest ? llvm::popcount(Rest) : Rest != 0);
  }
  unsigned chunkRow(unsigned I) const {
    unsigned Row = std::min(I, Rows / Chunk) * Chunk;
    for (unsigned Full = Rows / Chunk; Full < I; ++Full)
      Row += restLen(Rows - Row);
    return Row;
  }
  unsigned chunkLen(unsigned I) const {
    return I < Rows / Chunk ? Chunk : restLen(Rows - chunkRow(I));
  }
  /// The chunk that \p Row is in.
  unsigned chunkOf(unsigned Row) const {
    unsigned I = Row / Chunk;
    while (chunkRow(I) + chunkLen(I) <= Row)
      ++I;
    return I;
  }
  unsigned pieces() const { return chunks() * Cols; }
  // Of piece P of all, in their order.
  unsigned pieceRow(unsigned P) const { return chunkRow(P % chunks()); }
  unsigned pieceCol(unsigned P) const { return P / chunks(); }
  unsigned pieceLen(unsigned P) const { return chunkLen(P % chunks()); }
  unsigned lanes() const { return Rows * Cols; }

  bool operator==(const Layout &O) const {
    return Rows == O.Rows && Cols == O.Cols && Chunk == O.Chunk &&
           SplitRest == O.SplitRest;
  }
  bool operator!=(const Layout &O) const { return !(*this == O); }

private:
  unsigned restLen(unsigned Rest) const {
    return SplitRest ? llvm::bit_floor(Rest) : Rest;
  }
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MATRIX_LAYOUT_H
