//===- TargetRecord.h - What the macro level knows of a target --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The record that a row of the target table hands to the planner: register
/// file, caches and the tile that its micro-kernel computes. Plain data.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_TARGETRECORD_H
#define GEMMIFY_INTRINSIC_TARGETRECORD_H

#include "Tuning.h"
#include <cstdint>
#include <string>

namespace gemmify {

/// The micro-kernel's tile: it multiplies mr×kr by kr×nr in each step
/// (Kuzma et al. 2022, section 3.1). The mr direction is the vector direction.
struct TileShape {
  unsigned MR = 0;
  unsigned NR = 0;
  unsigned KR = 1;
};

/// Effective data cache sizes in bytes, for one thread.
struct CacheSizes {
  uint64_t L1 = 0;
  uint64_t L2 = 0;
  uint64_t L3 = 0;
};

/// A target as the planner sees it, for one element type.
struct TargetRecord {
  std::string Row;         ///< Name of the table row, e.g. "x86-fma".
  unsigned VectorBits = 0; ///< Width of one vector register.
  unsigned VectorRegs = 0; ///< Number of architectural vector registers.
  CacheSizes Caches;
  TileShape Tile;
  /// Steps of k of one site where kr is 1 and k is long enough: a micro-kernel
  /// that orders its loads itself needs many.
  unsigned Depth = 1;
  /// One instruction loads two vectors that are adjacent in memory.
  bool LoadsPairs = false;
  /// The least bytes of elements that one fast instruction can load, or store,
  /// in some lanes of a vector; 0: none.
  unsigned MaskedLoads = 0, MaskedStores = 0;
  /// Registers that can hold sums; 0: all that are not needed otherwise.
  unsigned SumRegs = 0;
  /// Bits of the vectors that transpose operands for packing: shuffles of the
  /// longest vectors may be slower.
  unsigned TransposeBits = 256;
  /// Columns of the result that share an accumulator.
  unsigned AccCols = 1;
  /// Whether operands have to be reordered before they are multiplied: then
  /// even a tile smaller than mr×nr reads packed slivers.
  bool WantsPacked = false;
  /// A multiply takes one factor from a vector that holds several: packed right
  /// slivers store them together, while in place each is loaded separately.
  bool TakesLanes = false;
  /// Steps of k of the left operand that are packed together, if fewer than kr;
  /// 0: kr.
  unsigned LeftGroup = 0;
  /// Whether the last steps of k of floats, too, may be padded to kr: with -0
  /// in the left operand and 0 in the right one.
  bool FillsUpFloats = false;
  /// Bytes of stack that sections take for operands and sums on their way into
  /// registers. Packed blocks on the stack get that much less.
  unsigned BufferBytes = 0;
  /// Tiles are computed in a processor mode that is entered for them: only
  /// whole tiles, of packed slivers.
  bool Streams = false;
  /// The least depth for which computing only whole tiles pays.
  unsigned MinDepth = 2;
  /// Numbers for which the row has better values than Tuning.h.
  Tuning Tune = {};
};

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_TARGETRECORD_H
