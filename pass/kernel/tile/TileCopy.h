//===- TileCopy.h - Tiles between C and a buffer ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tiles that cannot be loaded from C and stored there directly go through a
/// buffer. Only their own elements of C are touched. Sums are copied by
/// functions that kernels of a module share.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_TILECOPY_H
#define GEMMIFY_PASS_KERNEL_TILE_TILECOPY_H

#include "TileFunction.h"
#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

enum class TileCopy {
  SumsFromC,       ///< Sums that C holds, to the buffer.
  StartsFromSlice, ///< Start values, to the buffer.
  SumsToC,
  FinalsToC, ///< Final values of the sums in the buffer.
};

/// A part of C, no element of which is in another row or column; values are
/// i64.
struct TileBlock {
  llvm::Value *Row, *Col;   ///< The first ones in C.
  llvm::Value *Rows, *Cols; ///< At least 1.
};

/// Elements between the columns of a tile of \p Rows rows in the buffer.
llvm::Value *bufferStride(KernelContext &Ctx, llvm::Value *Rows);

/// Asks for the lines of \p Block in C, a whole tile or the valid part of one.
void emitTileFetch(KernelContext &Ctx, const TileBlock &Block);

/// Copies \p Block between C and \p Buffer, by vectors where possible.
void emitTileCopy(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
                  TilePlace Buffer);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_TILECOPY_H
