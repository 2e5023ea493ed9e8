//===- LargerChunks.h - Enough rows for a tile ------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `schedule(dynamic)` hands out one iteration at a time, for a product one row
/// of C: all of B is read for it. Several chunks that follow each other, as
/// one: the runtime may hand out the same ones to the same thread without it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_CHUNKS_LARGERCHUNKS_H
#define GEMMIFY_PASS_REWRITE_CHUNKS_LARGERCHUNKS_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Where the loop around \p Root asks for chunks, of which \p Root computes
/// one, lets it ask for chunks that are larger by a whole factor: whole tiles
/// of
/// \p Tile iterations where each thread has enough of them. Returns whether it
/// does. Updates the dominator tree and the loop info.
bool askForLargerChunks(const llvm::Loop &Root, unsigned Tile,
                        const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_CHUNKS_LARGERCHUNKS_H
