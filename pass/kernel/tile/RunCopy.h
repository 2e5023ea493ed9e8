//===- RunCopy.h - Sums between C and a buffer, run by run ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where C's axes do not fold, a tile is copied in parts that are in one run of
/// rows and one of columns. They are small, mostly a few vectors high: each is
/// copied vector by vector, down all of its columns.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_RUNCOPY_H
#define GEMMIFY_PASS_KERNEL_TILE_RUNCOPY_H

#include "TileCopy.h"

namespace gemmify {

/// Whether emitRunCopy() can do \p What: sums of rows that follow each other.
bool copiesRuns(KernelContext &Ctx, TileCopy What);

/// Copies \p Part, which is in one run, between C and \p Buffer, which holds
/// other elements after each column.
void emitRunCopy(KernelContext &Ctx, const TileBlock &Part, TileCopy What,
                 TilePlace Buffer);

/// Asks for the lines of \p Part, which is in one run.
void emitRunFetch(KernelContext &Ctx, const TileBlock &Part);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_RUNCOPY_H
