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
  /// ks of one site where kr is 1 and k is long enough: a micro-kernel that
  /// orders its loads itself wants many.
  unsigned Depth = 1;
  /// Two vectors that are neighbours in memory are loaded by one instruction.
  bool LoadsPairs = false;
  /// Bytes from which on elements can be loaded, or stored, in some lanes of a
  /// vector by one fast instruction; 0: none can.
  unsigned MaskedLoads = 0, MaskedStores = 0;
  /// Registers that can hold sums; 0: all that nothing else needs.
  unsigned SumRegs = 0;
  /// Bits of the vectors in which operands are transposed when they are packed:
  /// shuffles need not be as good in the longest ones.
  unsigned TransposeBits = 256;
  /// Columns of the result that share an accumulator.
  unsigned AccCols = 1;
  /// Whether operands have to be brought into another order before they are
  /// multiplied: then a tile that is smaller than mr×nr reads packed slivers.
  bool WantsPacked = false;
  /// A multiply takes one factor from a vector that holds several: packed right
  /// slivers have them side by side, where in place each is loaded by itself.
  bool TakesLanes = false;
  /// ks of the left operand that are packed side by side where these are fewer
  /// than kr; 0: kr.
  unsigned LeftGroup = 0;
  /// Whether the last ks of floats, too, may be filled up to kr: with -0 in the
  /// left operand and 0 in the right one.
  bool FillsUpFloats = false;
  /// Bytes of stack that sections take for operands and sums on their way into
  /// registers: packed blocks that lie on the stack have so many less.
  unsigned BufferBytes = 0;
  /// Tiles are computed in a mode of the processor that is entered for them:
  /// whole ones only, of packed slivers.
  bool Streams = false;
  /// ks from which it pays to compute a product of whole tiles only.
  unsigned MinDepth = 2;
  /// Numbers of which the row knows better than Tuning.h.
  Tuning Tune = {};
};

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_TARGETRECORD_H
