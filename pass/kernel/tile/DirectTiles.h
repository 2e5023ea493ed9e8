//===- DirectTiles.h - Tiles that are computed in C -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the sums of a tile are loaded from C and stored to it, without a
/// buffer in between, and where they lie there.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_DIRECTTILES_H
#define GEMMIFY_PASS_KERNEL_TILE_DIRECTTILES_H

#include "TileFunction.h"

namespace gemmify {

struct DirectTiles {
  KernelContext &Ctx;
  llvm::Value *ColStride; ///< Of C, in elements.
  llvm::Value *CanBe;     ///< i1: full tiles may be.

  /// Emits the questions at the current position.
  explicit DirectTiles(KernelContext &Ctx);

  /// i1: whether sums go from C to C, or from a tile of start values.
  llvm::Value *stayInC() const;
  /// i1: whether tiles may also have tallRows() rows or wideCols() columns.
  llvm::Value *mayBeSlender() const;
  /// i1: whether the last rows may begin further up: made whole vectors by
  /// TileEmitter::shiftBack().
  llvm::Value *mayShift() const;
  /// The tile whose first element is at \p Row and \p Col of C.
  TilePlace at(llvm::Value *Row, llvm::Value *Col) const;
};

/// A read-only tile, mr×nr, of the start value where that is the same
/// everywhere. Null where it is not.
llvm::Value *emitStarts(KernelContext &Ctx);

/// How many of \p Rows (i64) another tile computes where the last rows are made
/// whole vectors: fewer than a vector.
llvm::Value *rowsKept(KernelContext &Ctx, llvm::Value *Rows);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_DIRECTTILES_H
