//===- SharedTuning.h - Tuning that no row changes --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The numbers that affect speed and that all rows and modules share. Tuning.h
/// says how their provenance is written.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_SHAREDTUNING_H
#define GEMMIFY_INTRINSIC_SHAREDTUNING_H

#include <cstdint>

namespace gemmify {

/// What no row can change, because rows and modules share it.
struct SharedTuning {
  /// Bytes of the smallest mapping of the pool of workspaces. [chosen]
  static constexpr uint64_t MinMapped = 64 * 1024;
  /// Bytes of all idle mappings together. [chosen]
  static constexpr uint64_t MaxKept = uint64_t(256) << 20;
  /// Bytes of the rows that array expansion replaces a single row by. Decided
  /// before there is a plan. [chosen]
  static constexpr uint64_t MaxExpanded = uint64_t(64) << 20;
  /// Bytes of a packed operand that is kept for further runs of its nest.
  /// [chosen]
  static constexpr uint64_t MaxKeptPacking = uint64_t(64) << 20;
  /// Bytes of all constant operands of a module that are packed at compile
  /// time, unless the user says otherwise. [chosen]
  static constexpr uint64_t MaxPackedConstants = uint64_t(1) << 20;
  /// The least elements of a constant operand that is packed at compile time.
  /// [AVX2, instructions with it over those without, B by columns, rows of A:
  /// 16x16 1: 1.00, 8: 1.04, 16: 1.16; 24x24 1: 0.75, 8: 0.89, 16: 1.00;
  /// 64x64 1: 0.55, 8: 0.65, 64: 0.94; more rows than columns cost more]
  static constexpr uint64_t MinPackedConstant = 512;
  /// The least elements of an operand whose record a kernel looks into. [AVX2,
  /// instructions with the record over those without, B by columns: 8x8x8
  /// 1.07, 1.04 if not looked into; 16x16x16 0.93, 8x32x32 0.87]
  static constexpr uint64_t MinKeptElements = 256;
  /// Runs of a nest before one that keeps what it packs. [reason: fresh memory
  /// costs about as much as packing, and what costs a run is gained in two]
  static constexpr uint64_t RunsBeforeKept = 2;
  /// Steps of a nest with checks from which these are tested before it. [plain,
  /// safe Rust with the test: 2x2x2: 0.3, 3x3x3: 1.1, 4x4x4: 1.5]
  static constexpr uint64_t MinCheckedSteps = 24;
  /// The same of two loops. [over plain, at() on vectors: 5 x 5: 0.87, 6 x 6:
  /// 0.89, 8 x 8: 1.9, 64 x 64: 6.7]
  static constexpr uint64_t MinCheckedVectorSteps = 56;
  /// The most sums of a register tile that the programmer has written as loops,
  /// which is unrolled. Decided before there is a plan. [chosen]
  static constexpr uint64_t MaxRegisterTile = 32;
  /// Indices whose offsets are kept in a table on the stack, 8 bytes each.
  /// [chosen]
  static constexpr uint64_t MaxTabulated = 1024;
  /// Rows of a block whose runs in C are kept in workspace, 16 bytes each.
  /// [chosen]
  static constexpr uint64_t MaxRunRows = 4096;
  /// The least work of a convolution, padding included, that is cut into boxes,
  /// or whose written-out window becomes loops.
  /// [plain 3x3, channels first: 0.66 for 4 to 4 channels of 8x8, 1.7 for 8 to
  /// 8; channels last 1.1 and 2.9]
  static constexpr uint64_t MinPadded = 32 * 1024;
  /// Steps of a row of a band times columns from which a product per row pays
  /// over sums, one after the other. [Zen 4 generation, AVX2, columns and
  /// steps: 64x3: 0.88, 32x9: 1.9, 64x5: 2.1, 128x3: 2.2, 256x1: 2.4]
  static constexpr int64_t MinBandWork = 256;
  /// Steps of a row from which it pays over loops that LLVM has vectorized.
  /// [there, 256 columns, 17: 0.95, 33: 1.1, 129: 1.34]
  static constexpr int64_t MinBandWidth = 48;
  /// Multiply-adds of the first of several sums from which it is worth to store
  /// it between them. [restrict, -O3, plain 6x6x6: 0.78, 8x8x8: 4.6]
  static constexpr uint64_t MinTurnWork = 512;
  /// The least work of a product before which all elements of an operand are
  /// tested. [plain, double: 8x8x8: 2.3, 0.8 where the last element fails;
  /// 16x16x16: 7.9, 0.95]
  static constexpr uint64_t MinTested = 512;
  /// The least rows and columns of a sum that runs group by group. [plain, int8
  /// in groups of 32, AVX2 and AVX-512: 512x8 0.88, 0.83; 512x12 1.09, 1.3]
  static constexpr uint64_t MinGroupedRows = 12;
  /// The least work of one group there. [plain, as above: 16x16 0.92, 0.86;
  /// 24x24 1.09, 1.3; 16x32 1.2, 1.8; 256x256 1.4, 2.2]
  static constexpr uint64_t MinGrouped = 16 * 1024;
  /// The least work of a nest whose elements are copied from where tables lead.
  /// [chosen]
  static constexpr uint64_t MinTabled = 16 * 1024;
  /// The least multiply-adds per element of its copies. [chosen]
  static constexpr uint64_t MinTableReuse = 1;
  /// The most positions of a table that one step of a loop passes, so that it
  /// shares an axis with one that passes none. [reason larger strides skip
  /// what they share]
  static constexpr int64_t MaxTableStep = 8;
  /// Bytes that a row may reach over. [reason sums of them do not wrap]
  static constexpr uint64_t MaxTableReach = uint64_t(1) << 44;
  /// Bytes that are tested at a time. [reason four vectors of AVX2, so that the
  /// branch does not wait]
  static constexpr uint64_t TestedBytes = 128;
  /// Rows of a block of a staircase. [AVX2, double, with 16 and 8 rows:
  /// products in place at 256 18.5, 21.0, solves 20.4, 22.4,
  /// Cholesky 17.5, 18.9, LU 17.3, 20.7]
  static constexpr int64_t StaircaseRows = 8;
  /// Rows of the larger blocks around them. [AVX-512, double, with 64, 96, 144
  /// and 192 rows: products in place with 512 43, 39, 34, 30, solves 47, 46,
  /// 44, 40; AVX2, with 64, 128 and 192: solves with 1024 33.9, 32.3, 32.3,
  /// with 2048 34.2, 35.6, 35.8; Cholesky 35.3, 34.4, 33.3, 36.7, 38.1, 38.3;
  /// without, 30.8 to 32.7]
  static constexpr int64_t OuterStaircaseRows = 64;
  /// The least steps of a staircase, counted as a box. [plain, as above: 48x48
  /// 2.8, 1.1, 1.1; 40x40 2.4, 0.84, 0.85]
  static constexpr int64_t MinStaircase = 96 * 1024;
  /// The same where the diagonals of blocks run step by step, and the least
  /// columns of such. [plain, AVX2 and AVX-512, products and solves of one
  /// triangle: 20x20 1.5 to 3.9; 40x8 1.1 to 4.0, 100x4 0.77 to 1.7]
  static constexpr int64_t MinStaircaseSteps = 4 * 1024;
  static constexpr int64_t MinStepColumns = 8;
  /// The same where all products of a triangle are one, beside statements about
  /// its diagonal, and how many times more where LLVM vectorizes the source's
  /// loops. [plain, AVX2, float: 24x24 0.95 and 0.5, 32x32 2.5 and 1.2]
  static constexpr int64_t MinWholeStaircase = 28 * 1024;
  static constexpr int64_t VectorWhole = 2;
  /// How many times more where LLVM vectorizes the source's loops. [plain, as
  /// above, in-place products with a triangle: 64x64 0.96, 96x96 1.04, 128x128
  /// 1.3]
  static constexpr int64_t VectorStaircase = 8;
  /// The same where sums may be formed in any order, which LLVM vectorizes.
  /// [plain with -ffast-math, AVX2, double, products, solves, Cholesky: 64x64
  /// 2.4, 2.0, 2.2; 96x96 3.8, 2.9, 2.8]
  static constexpr int64_t FreeStaircase = 2;
  /// The same where LLVM does so after a test of addresses, within a triangle
  /// of double; along rows, nothing is, and of float it is as above. [plain,
  /// AVX2, solves by rows: double 48x48 0.95, 64x64 1.2, float 64x64 0.81,
  /// 96x96 0.94, 128x128 1.2; Cholesky by columns, double: 64x64 0.86,
  /// 80x80 1.0, 96x96 1.05]
  static constexpr int64_t TriangleStaircase = 5;
  /// How many times more where complex sums are split off. [plain, AVX2,
  /// double, updates on both sides of a diagonal: 48x48 0.89, 64x64 0.98,
  /// 96x96 1.08]
  static constexpr int64_t PairedSumApart = 4;
  /// Columns from which a left operand of few rows is packed although the right
  /// one is read in place; see FlatLoops. [zen4, k = 192, 48 rows: 96: 87 → 90,
  /// 204: 87 → 94]
  static constexpr uint64_t MinFlatCols = 128;
  /// Bytes of L1 per byte of the least line of the right operand there. [zen4,
  /// 128 columns, k = 128: 93 → 90, double 41 → 45]
  static constexpr uint64_t FlatLineL1 = 64;
  /// Times mr: the most rows there. [zen4 2048x192x512: 91 → 93, 256: 93 → 93,
  /// 320: 93 → 90; double 96: 36 → 44, 128: 44 → 43, 160: 44 → 44]
  static constexpr uint64_t MaxFlatTiles = 16;
  /// The same where the right operand fits L2. [zen4 double 144x144x144: 45 →
  /// 47, 192: 45 → 47, 256: 46 → 47]
  static constexpr uint64_t MaxNearFlatTiles = 32;
  /// Steps of a product that are worth a thread of a team. [zen3, two threads
  /// over one, hot and after 20 ms: 228x228x228 1.48, 1.04, double 1.94, 1.13;
  /// 256x256x256 1.55, 1.37 and 1.09, 1.54]
  static constexpr uint64_t TeamWork = 4 * 1024 * 1024;
  /// Steps that take the time in which a thread of a team packs an element.
  /// [chosen]
  static constexpr uint64_t PackedElementSteps = 16;
  /// The same for one that it reads of what the team has packed. [chosen]
  static constexpr uint64_t SharedElementSteps = 4;
  /// The same for one that comes from another thread's cache: more than for one
  /// that is packed. [zen3, two threads, 512x512x512, packed together → apart,
  /// cores of one L3: 172 → 175, of two: 138 → 173; double 82 → 84, 71 → 81]
  static constexpr uint64_t FetchedElementSteps = 24;
  /// Chunks that each thread asks for where these are larger than a tile's.
  /// [chosen]
  static constexpr uint64_t ChunksPerThread = 8;
  /// The same where they are not. [chosen]
  static constexpr uint64_t FewestChunksPerThread = 2;
  /// Shares of each thread in rows of different lengths. [chosen]
  static constexpr uint64_t RegionShares = 4;
};

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_SHAREDTUNING_H
