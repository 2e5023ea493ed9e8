//===- PairCopy.h - Tiles of complex elements -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Start and final values of complex elements, of which one part needs the
/// other.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_PAIRCOPY_H
#define GEMMIFY_PASS_KERNEL_TILE_PAIRCOPY_H

#include "TileCopy.h"

namespace gemmify {

/// Whether \p What computes both parts of elements at once. Tiles then have an
/// even number of rows, the first of which is a real part.
bool copiesPairs(const KernelContext &Ctx, TileCopy What);

/// As emitTileCopy: StartsFromSlice or FinalsToC.
void emitPairCopy(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
                  TilePlace Buffer);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_PAIRCOPY_H
