//===- Tuning.h - The numbers that were measured or chosen ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every number that affects speed and not correctness, in one place. These
/// values are the defaults for all rows; a row that knows better changes fields
/// of TargetRecord::Tune in its Describe, and the plan hands them on.
///
/// Each field says where its value comes from, in brackets:
///   [zen4 ...]   measured by scripts/bench on a virtual machine with an AMD
///                EPYC of the Zen 4 generation, one thread, GFLOP/s of floats
///                at -march=x86-64-v3 before → after unless it says otherwise;
///                benchmarks/tried.md has the whole table
///   [plain ...]  there, as the ratio to the same loops without the plugin
///   [counted ...] instructions per multiply-add, by scripts/bench --target
///   [paper (n)]  constraint n of Kuzma et al. 2022, section 3.1
///   [reason ...] follows from what it says
///   [chosen]     not measured
/// "Work" is a number of multiply-adds, m·n·k. Limits for correctness, widths
/// of instructions and memory layouts are not tuning: they stay where they are
/// used.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_TUNING_H
#define GEMMIFY_INTRINSIC_TUNING_H

#include "SharedTuning.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace gemmify {

/// Properties of a processor's caches other than their sizes.
struct CacheTuning {
  /// Bytes of a line. [reason: x86 and most of ARM]
  uint64_t LineBytes = 64;
  /// Bytes between columns that share a set of L1 and so evict each other: the
  /// size of a way. [zen4 64 in a matrix of 1024: 84 apart, 40 so]
  uint64_t EvictingStride = 4096;
  /// Lines at that distance that L1 can hold. [reason: L1 of Zen 4 has 8 ways]
  uint64_t EvictingWays = 8;
  /// Times L2: a C of this many bytes or more is prefetched. [zen4 2048x2048x1:
  /// 7 → 10, 2048x2048x16: 50 → 68; in L2 it costs a fifth]
  uint64_t FetchL2s = 2;
  /// Times L3: an operand of this many bytes, which no cache holds, is not
  /// packed for few tiles. [zen4 double 1000x12x1000: 33 → 50]
  uint64_t StreamedL3s = 4;
};

/// Sizes of blocks, in addition to the paper's constraints; see
/// BlockingPlan.cpp.
struct BlockTuning {
  /// The most steps of k of a block that (1) and (2) bound. More gain nothing
  /// and take workspace. [zen4, figures not kept]
  uint64_t MaxKC = 512;
  /// The most columns of one, for the same reason. [zen4, figures not kept]
  uint64_t MaxNC = 4096;
  /// The least tiles, in rows and in columns, of blocks with more steps of k.
  /// [chosen]
  uint64_t MinDeepTiles = 4;
  /// Blocks of k are multiples of this many sites, for unrolled loops over
  /// them. [reason: a multiple of TileTuning::Unroll]
  uint64_t NiceSites = 8;
};

/// Choices between one call, tiles, packed blocks and the source's loops.
struct ChoiceTuning {
  /// Work up to which a product of constant size is one call, unrolled. [zen4
  /// 20x20x20, A transposed: loops 270 ns, one call 161]
  uint64_t AutoIntrinsicWork = 24 * 24 * 24;
  /// Work up to which the user may ask for it. [chosen, for the code's size]
  uint64_t MaxIntrinsicWork = 32 * 32 * 32;
  /// Times the register file: the sums of one call. [chosen]
  uint64_t MaxIntrinsicFiles = 16;
  /// Vectors of sums from which tiles are faster than one call where no sum can
  /// be stored before the last one is known. [zen4 double 16 to 24 a side: 1.05
  /// to 1.23, 24x24x24 58 → 68, AVX-512 105 → 118; 7.5 KiB of stack → 0.6]
  uint64_t MaxWaitingVectors = 32;
  /// Work below which the source's loops, unrolled, are as good as one call.
  /// [zen4, figures not kept]
  uint64_t MinIntrinsicWork = 4 * 4 * 4;
  /// The same where columns are not a multiple of four: LLVM's own vectors do
  /// better on them. [plain 5x6x3: 0.83, 5x5x5: 0.91 → 1.0; 272 products of 2
  /// to 8, geometric mean 1.00 → 1.15]
  uint64_t MinUnevenIntrinsicWork = 169;
  /// The same where LLVM vectorizes them because any order of addition is
  /// allowed. [counted for int64 on NEON, 4x4x4: 48 instructions against 65]
  uint64_t MinReorderedIntrinsicWork = 5 * 5 * 5;
  /// The same where tables of rows have to be checked first. [zen4 4x4x4: 28 ns
  /// beside 21 of the product, 8x8x8: 155 either way, 12x12x12: 510 → 280]
  uint64_t MinLookUpWork = 1024;
  /// Work per row that may be sorted in that check; a power of two. [chosen]
  uint64_t WorkPerRow = 32;
  /// Work from which products of constant size pay where they are not one call:
  /// setup costs little. [zen4, figures not kept]
  uint64_t MinConstantWork = 12 * 12 * 12;
  /// Work from which a run-time product pays for its setup: by tiles of any
  /// shape. [zen4 instead of 4096: n = 8: 6 → 17, 12: 6 → 28]
  uint64_t MinEdgeTilingWork = 6 * 6 * 6;
  /// The same with a left operand that is copied. [plain, double 7x5x8: 0.76 to
  /// 0.87 → 0.97 to 1.0]
  uint64_t MinEdgeCopyWork = 288;
  /// By tiles of mr×nr only. [zen4, figures not kept]
  uint64_t MinTilingWork = 16 * 16 * 16;
  /// With packing, where there is no other path or columns evict each other.
  /// [zen4 double, leading dimension 1024, 24: 19 to 30 → 38]
  uint64_t MinCopyWork = 24 * 24 * 24;
  /// With packing, and narrower tiles at the edges. [counted for POWER10, n =
  /// 16: 0.60 → 0.45, 32: 0.37 → 0.20]
  uint64_t MinPartTilesWork = 8 * 8 * 8;
  /// With packing, where the unpacked path is the alternative. [zen4, figures
  /// not kept]
  uint64_t MinCopyOverTilingWork = 64 * 64 * 64;
  /// Where a processor mode is entered for tiles. [chosen]
  uint64_t MinStreamedWork = 64 * 64 * 64;
  /// Work from which a matrix's product with a vector pays. [Sapphire Rapids,
  /// cycles of plain loops and these, 16x32: 646 → 222, 32x16: 450 → 206]
  uint64_t MinVectorWork = 16 * 32;
};

/// Which products are packed rather than read in place.
struct PackTuning {
  /// Depth up to which products are packed if no side is short: there is little
  /// to pack. [zen4 A by rows, 512x512x1: 5 → 25, 512x512x4: 26 → 65]
  uint64_t MaxShallowDepth = 8;
  /// Sides below this are short. [zen4, figures not kept]
  uint64_t MaxTiledSide = 112;
  /// Lines of L1 that one step of k takes, of both operands, where columns are
  /// not aligned to lines. [reason: two of each; zen4 Aᵀ·B, 161: 87 → 99]
  uint64_t LinesPerColumn = 4;
  /// Sides below which such slivers are read too rarely to be worth copying.
  /// [zen4 40x40x300 packed: 87 → 76]
  uint64_t MinCrowdedSide = 64;
  /// Rows of C up to which a right operand that is contiguous along k is not
  /// packed. [zen4 1000x24x1000: 78 → 103, double 1000x48x1000: 48 → 53]
  uint64_t MaxFlatRows = 96;
  /// Times nr: columns up to which a left operand that is contiguous along C's
  /// lines is not packed; twice as many if it stays in the cache. [zen4
  /// 8x1024x1024: 46 → 52]
  uint64_t MaxFlatTiles = 3;
  /// Sides from which operands are packed if their lines are a multiple of
  /// EvictingStride apart. [zen4, 18 sizes, eight layouts, best library = 1:
  /// 0.82 → 1.05]
  uint64_t MinEvictingSide = 8;
  /// The same for half of that stride. [zen4, there: 0.91 → 1.01]
  uint64_t MinHalfEvictingSide = 9;
  /// Work up to which they are not packed where only the left operand's lines
  /// collide. [zen4, there]
  uint64_t MaxTiledEvictingWork = 16 * 16 * 16;
  /// Times n: with more steps of k, lines half of EvictingStride apart are read
  /// in place. [zen4, there]
  uint64_t MaxHalfEvictingDepth = 3;
};

/// How operands, and tiles of C, are copied.
struct CopyTuning {
  /// Steps of k that are packed for all slivers before the next ones: a column
  /// is read from end to end, which suits prefetchers. [zen4 double 512x16x512:
  /// 26 → 39; 32 or 64: nothing more]
  uint64_t SeveralKs = 16;
  /// The same where columns evict each other: a line holds elements of two
  /// slivers. [zen4, there]
  uint64_t EvictingKs = 8;
  /// Columns with few loads and stores per iteration of packing, where pairs
  /// are loaded. [counted for POWER10, n = 64: 0.138 → 0.133]
  uint64_t ColumnsAtOnce = 8;
  /// Elements of C per iteration, where they are not contiguous. [chosen]
  uint64_t ElementsAtOnce = 4;
  /// Columns of C per iteration, where a tile is copied in parts. [chosen]
  uint64_t ColumnsOfRun = 4;
};

/// Products with few elements along the vector direction; see SkinnyLoops.
struct SkinnyTuning {
  /// The least depth for which gathering sums pays: with a left operand that is
  /// copied. [zen4, figures not kept]
  uint64_t MinCopiedDepth = 16;
  /// With one that is transposed into vectors of fewer than eight elements.
  /// [zen4 double 32x2x8: 5 → 13]
  uint64_t MinNarrowDepth = 8;
  /// With one that is transposed into longer vectors. [zen4 row-major 200x2x8:
  /// 6 → 15]
  uint64_t MinWideDepth = 4;
  /// With one that is read in place. [zen4 double, one row of a column-major C,
  /// 200x1x8: 4.5 → 10]
  uint64_t MinInPlaceDepth = 3;
  /// Copies of the left operand have a multiple of this many steps of k.
  /// [reason: a whole line of floats]
  uint64_t NiceKC = 16;
  /// Columns of a tile whose left operand is contiguous along C's lines or
  /// copied. [zen4 row-major 512x2x512: 14 → 36]
  uint64_t TileCols = 2;
  /// Columns that take no longer than transposing does. [zen4 512x4x512: 34 →
  /// 54]
  uint64_t MaxTransposedCols = 4;
  /// Bits of vectors from which one column takes whole lines of the cache.
  /// [Xeon with AVX-512, float, 512x1x512: 18 → 20, 2048x1x2048: 10.7 → 13.3;
  /// AVX2, whose registers are half as many: 22 → 15, 10.6 → 12.9]
  uint64_t LineVectorBits = 512;
  /// Vectors of sums and transposed columns at a time: a few registers are left
  /// for transposing. [zen4 2000x4x2000, 8 lines after 8: 51 → 56]
  uint64_t MaxVectors = 12;
  /// Bytes of the sums of one call, where the left operand is read in place.
  /// [zen4 C row-major, 200x1x8: 17 → 33]
  uint64_t SumsBytes = 8192;
  /// m·k worth room for these, or splitting a nest of several sums [chosen], or
  /// of one, and its rows [zen4, with tanhf, 32x32: 2.6, 64: 4.1, 4x256: 0.93].
  uint64_t MinRoomWork = 16384, MinSplitWork = 1024, MinSplitRows = 16;
  /// The least depth of a matrix's product with a vector: a processor computes
  /// shorter sums of the source's loops beside each other. [there, 32x16: 2.2]
  uint64_t MinVectorDepth = 16;
};

/// Tiles that read operands where they lie; see UnpackedLoops, SmallUnpacked.
struct UnpackedTuning {
  /// Tiles of rows up to which a product is left to two plain loops without
  /// further tests. [zen4 instructions at 8x8x8: 1061 → 635; six layouts, n =
  /// 8: 1.38, 16: 1.14, double 7: 1.47]
  uint64_t SmallTiles = 2;
  /// The sides of such products are below this, a power of two: longer ones
  /// deserve a better choice of tiles. [zen4 n = 30: 1.07]
  uint64_t LongSide = 32;
  /// Tiles in a column that make a run long enough. [zen4 runs along rows where
  /// there are fewer, n = 24: 73 → 76]
  uint64_t MinHighTiles = 4;
  /// Two are enough with fewer tiles in a row than these. [zen4 double 32x8x32:
  /// 39 → 47, 32x32x32: 49 → 52]
  uint64_t MaxNarrowTiles = 3;
  /// The widest nr for which one call computes several narrower tiles in a
  /// column. [chosen, for the number of shapes]
  uint64_t MaxFollowing = 6;
};

/// Operands that are streamed along their columns, and prefetching.
struct StreamTuning {
  /// Columns of an operand that are streamed at the same time: steps of k of a
  /// block. [zen4 1x2048x2048: 17 → 27, 2x2048x2048: 11 → 34]
  uint64_t Columns = 16;
  /// Tiles across for which an operand that no cache holds is streamed. [zen4
  /// 3000x24x3000: 49 → 96, double 3000x8x3000: 12 → 36]
  uint64_t MaxTiles = 6;
  /// Depth of a tile from which C arrives while the previous tile is computed.
  /// [zen4 with CacheTuning::FetchL2s]
  uint64_t DeepTile = 64;
  /// How many tiles below the current one C is prefetched. [zen4, there; 8 or
  /// 16: nothing]
  uint64_t ShallowAhead = 4;
  /// The same where axes of C do not fold. [zen5 tensors, 16 steps of k: 1:
  /// 130, 2: 141, 4: 144]
  uint64_t RunAhead = 2;
};

/// The loops over k of one tile, and which products fill tiles.
struct TileTuning {
  /// Unroll count, in whole tiles, of loops over sites with few steps of k.
  /// [zen4 costs 512x512x16: 90 → 86, 512x512x4: 77 → 75; for processors that
  /// start four operations per cycle]
  uint64_t Unroll = 4;
  /// In tiles of fewer vectors of sums than SmallSums, where loop overhead
  /// counts. [chosen]
  uint64_t SmallUnroll = 2;
  uint64_t SmallSums = 8; ///< [chosen]
  /// Steps of k from which a whole tile of unpacked operands whose sums do not
  /// stay in C runs unrolled. [callgrind, alpha and beta, AVX2, instructions:
  /// n = 16 and below +3 % without the limit, 64 -4 %, 128 -6 %]
  uint64_t RunDepth = 48;
  /// Of sites with several steps of k where pairs are loaded, which are spread
  /// over them. [llvm-mca, POWER10: bytes 76 → 95 % of its products a cycle]
  uint64_t PairsUnroll = 16;
  /// Of integers in sites of one or two steps of k, which are added up first:
  /// more run out of registers. [reason: LLVM's code generator spills]
  uint64_t IntegerUnroll = 2;
  /// Steps of k of a site from which there is no need to unroll. [chosen]
  uint64_t DeepSite = 8;
  /// The least elements of C in each tile, if the source's loops are not
  /// vectorized. [chosen]
  uint64_t MinElements = 5;
  /// Elements of all tiles per element of C, if they are. [chosen]
  uint64_t MaxPadding = 3;
};

/// Products that are large enough but faster in the source's loops.
struct ReuseTuning {
  /// Work per element of a row of C from which tiles are faster than loops that
  /// are vectorized along it. [plain, figures not kept]
  uint64_t MinWorkPerRowElement = 72;
  /// The same where the operand of those rows is gathered from axes that do not
  /// fold; then, how often each of its elements has to be used. [plain,
  /// convolutions of images, 8 outputs of 1 input, 3x3: 0.92, 16: 1.11; 1
  /// output of 64 inputs: 0.38, 2 of 3, 5x5: 0.68, 3 of 8, 3x3: 1.03]
  uint64_t MinWorkPerGathered = 144, MinGatheredReuse = 3;
  /// The same where rows are unrolled to whole vectors, and steps of k. [plain,
  /// rows of 8, 8x8: 0.86, 12x12: 1, 50x3: 0.6]
  uint64_t MinWorkPerWholeRow = 144, MinWholeRowDepth = 4;
  /// And to others. [plain, rows of 5, 8x8: 0.2, 24x24: 1.1]
  uint64_t MinWorkPerPartRow = 576, MinPartRowDepth = 16;
  /// Work, and steps from which long rows pay, where that of k is unrolled.
  /// [plain, k = 4, 12x12: 0.8, 16x16: 1.3, 32x32: 0.75; k = 8, 32x32: 1.1]
  uint64_t MinUnrolledWork = 1000, MinUnrolledDepth = 7, LongUnrolledRow = 32;
  /// Of interleaved batches. [plain, size 16: 0.8, 24: 1.1, far 32: 0.5]
  uint64_t MinInterleaved = 24, MinFarInterleaved = 64, FarInterleaved = 512;
  /// Steps of k from which a triangle is packed: half of its tiles go through
  /// the buffer where it is small. [plain, n = 100, 2 steps: 0.85, 4: 1.1]
  uint64_t MinTriangleDepth = 3;
  /// Elements from which such a row is long. [plain, figures not kept]
  uint64_t MinVectorizedRow = 24;
  /// Elements of a row of C up to which vectors are mostly empty. [plain
  /// 200x1x2: 0.39 to 0.50 → 1.3, 200x2x2: 0.72 to 0.86 → 1.3 to 1.6]
  uint64_t MaxShortRow = 3;
  /// Work from which tiles are faster nevertheless. [plain, there]
  uint64_t MinShortWork = 512;
  /// The same bound for rows² · k. [plain, there]
  uint64_t MinShortDepth = 48;
  /// Work from which two mostly empty tiles are faster than loops. [plain,
  /// double 8x5x8: 0.83 to 0.91 → 0.97]
  uint64_t MinWastefulWork = 352;
};

/// The copy of the source's loops that is not unrolled: the steps of the inner
/// loop below which it is faster, always or where a step crosses lines.
struct ScalarTuning {
  /// Where the compiler vectorizes it. [plain, eight layouts, 2x2x2: 0.86 to
  /// 0.96 → 1.06 to 1.35]
  uint64_t VectorizedSteps = 4;
  /// Along i or j, without vectors. [plain, there]
  uint64_t AcrossSteps = 8;
  /// Across lines: unrolled code keeps addresses for both. [plain, 15 shapes:
  /// 1.26 → 1.39]
  uint64_t AcrossLines = 40;
  /// Along k, added in order. [plain, 13 steps: 1.00 → 1.02; 16: 0.996 → 0.963]
  uint64_t OrderedSteps = 14;
  /// Along k, in any order. [plain 3x3x3: 0.79 to 1.08 → 1.15 to 1.7]
  uint64_t ReorderedSteps = 8;
  /// Across lines. [plain -ffast-math: 1.07; 3x2x24: 0.83]
  uint64_t ReorderedLines = 16;
  /// The most instructions of a copy. [chosen, for the code's size]
  uint64_t MaxInstructions = 64;
  /// In bytes. Short loops that cross a line of the instruction cache take half
  /// as long again. [plain, there; a build alone varies by -12 to 30 %]
  uint64_t InnerAlignment = 32;
};

/// What a kernel may use of the stack and of workspace, in bytes. Threads and
/// signal handlers may have little stack: a kernel and its callees take less
/// than 4 KiB. [zen4 AVX-512, copies of 17 to 24 rows are 5 to 9 % slower so]
struct RoomTuning {
  /// Of the stack, for tiles and copies of slivers. [reason: the above]
  uint64_t KernelStack = 3072;
  /// The part for copies, where tiles leave that much. [chosen]
  uint64_t MaxSlivers = 2048;
  /// The part for copies in any case, and for rows that are sorted. [chosen]
  uint64_t MinSlivers = 1024;
  /// Of the stack for packed blocks. [reason: the above]
  uint64_t MaxPacked = 1024;
  /// Of workspace, for sums kept between two blocks of k. [chosen]
  uint64_t MaxRest = 16 << 20;
};

/// All of them, for one row.
struct Tuning {
  CacheTuning Cache;
  BlockTuning Block;
  ChoiceTuning Choice;
  PackTuning Pack;
  CopyTuning Copy;
  SkinnyTuning Skinny;
  UnpackedTuning Unpacked;
  StreamTuning Stream;
  TileTuning Tile;
  ReuseTuning Reuse;
  ScalarTuning Scalar;
  RoomTuning Room;
};

/// \p T as text, for the keys of functions that kernels share; empty where a
/// row has changed nothing.
inline std::string tuningKey(const Tuning &T) {
  static_assert(std::has_unique_object_representations_v<Tuning>,
                "all fields are uint64_t");
  const Tuning Usual;
  std::string Key;
  if (std::memcmp(&T, &Usual, sizeof(T)) == 0)
    return Key;
  uint64_t Fields[sizeof(T) / sizeof(uint64_t)];
  std::memcpy(Fields, &T, sizeof(T));
  for (uint64_t Field : Fields)
    Key += std::to_string(Field) + ";";
  return Key;
}

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_TUNING_H
