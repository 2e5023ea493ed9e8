//===- Layout.h - How a matrix is cut into vectors -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A Rows×Cols matrix as a list of vectors, its *pieces*: each column is cut
/// into chunks of Chunk lanes, the last one shorter when Rows is no multiple.
/// 5×2 with chunk 4 has the pieces
///
///     0: (0..3, 0)   1: (4, 0)   2: (0..3, 1)   3: (4, 1)
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_LAYOUT_H
#define GEMMIFY_LOWERING_LAYOUT_H

#include <algorithm>

namespace gemmify {

/// See the file comment. Chunk never exceeds Rows, so equal cuts compare equal.
struct Layout {
  unsigned Rows = 0;
  unsigned Cols = 0;
  unsigned Chunk = 1;

  Layout() = default;
  Layout(unsigned Rows, unsigned Cols, unsigned Chunk)
      : Rows(Rows), Cols(Cols), Chunk(std::min(Chunk, Rows)) {}

  unsigned chunks() const { return (Rows + Chunk - 1) / Chunk; }
  unsigned chunkRow(unsigned I) const { return I * Chunk; }
  unsigned chunkLen(unsigned I) const {
    return std::min(Chunk, Rows - I * Chunk);
  }
  unsigned pieces() const { return chunks() * Cols; }
  unsigned lanes() const { return Rows * Cols; }

  bool operator==(const Layout &O) const {
    return Rows == O.Rows && Cols == O.Cols && Chunk == O.Chunk;
  }
  bool operator!=(const Layout &O) const { return !(*this == O); }
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_LAYOUT_H
