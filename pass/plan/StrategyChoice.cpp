//===- StrategyChoice.cpp - Which way suits a product ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The choice between one call, tiles that are read in place, packed blocks and
/// the source's own loops: while compiling where the sizes are known, else by
/// thresholds for the kernel. All of them are measured.
///
//===----------------------------------------------------------------------===//

#include "Planner.h"

using namespace llvm;

namespace gemmify {

/// Multiply-adds up to which the whole product becomes one call, and up to
/// which the user may ask for it: the code is fully unrolled.
constexpr uint64_t AutoIntrinsicWork = 24 * 24 * 24;
constexpr uint64_t MaxIntrinsicWork = 32 * 32 * 32;

/// Vectors of sums from which tiles are faster than one call where none of them
/// can be stored before the last one is known: 1.2 times in double, 16 to 24 a
/// side, AVX2 and AVX-512; and they take 8 KiB less of stack.
constexpr uint64_t MaxWaitingVectors = 32;

/// Multiply-adds from which a run-time product pays for its set-up: without
/// packing, by tiles of any shape, the same with a left operand that is copied,
/// or by tiles of mr×nr only; with packing where there is no other path, the
/// same with narrower tiles at the edges, and where the unpacked path is the
/// alternative.
constexpr uint64_t MinEdgeTilingWork = 6 * 6 * 6;
constexpr uint64_t MinEdgeCopyWork = 288;
constexpr uint64_t MinTilingWork = 16 * 16 * 16;
constexpr uint64_t MinCopyWork = 24 * 24 * 24;
constexpr uint64_t MinPartTilesWork = 8 * 8 * 8;
constexpr uint64_t MinCopyOverTilingWork = 64 * 64 * 64;

/// The same where a mode of the processor is entered for tiles.
constexpr uint64_t MinStreamedWork = 64 * 64 * 64;

/// The same for sizes that the compiler knows, where set-up costs little.
constexpr uint64_t MinConstantWork = 12 * 12 * 12;

/// Rows of C up to which a right operand that lies along k is not packed.
constexpr uint64_t MaxFlatRows = 96;

/// Below, the source's loops, unrolled, are as good as one call.
constexpr uint64_t MinIntrinsicWork = 4 * 4 * 4;
/// The same where columns are no multiple of four: LLVM's own vectors of them
/// do better.
constexpr uint64_t MinUnevenIntrinsicWork = 169;
/// The same where LLVM vectorizes them, because any order of addition will do.
constexpr uint64_t MinReorderedIntrinsicWork = 5 * 5 * 5;
/// The same where looking through tables of rows comes first.
constexpr uint64_t MinLookUpWork = 1024;

/// A column of each operand, of at most a line each, that begin anywhere in
/// one.
constexpr unsigned LinesPerColumn = 4;

/// m·n·k, saturating, when all three are constant.
static std::optional<uint64_t> constantWork(const PlanRequest &R) {
  if (!R.M || !R.N || !R.K)
    return std::nullopt;
  return SaturatingMultiply(SaturatingMultiply(*R.M, *R.N), *R.K);
}

bool Planner::isSmallEnoughToUnroll(uint64_t Work) const {
  uint64_t Bits = R.Target.VectorBits ? R.Target.VectorBits : 128;
  uint64_t Regs = R.Target.VectorRegs ? R.Target.VectorRegs : 16;
  const uint64_t Sums = SaturatingMultiply(*R.M, *R.N) * sumBytes();
  if (R.MayOverlap && Work >= MinConstantWork && prefersTiles() &&
      Sums >= MaxWaitingVectors * Bits / 8)
    return false;
  return Work <= AutoIntrinsicWork && Sums <= 16 * Regs * Bits / 8;
}

bool Planner::fitsL2WithoutCopy() const {
  uint64_t Budget = Caches.L2 / 2 / Size;
  uint64_t A = SaturatingMultiply(*R.M, *R.K);
  uint64_t B = SaturatingMultiply(*R.K, *R.N);
  uint64_t C = SaturatingMultiply(*R.M, *R.N);
  return SaturatingAdd(SaturatingAdd(A, B), C) <= Budget;
}

Strategy Planner::preferred() {
  std::optional<uint64_t> Work = constantWork(R);
  if (!Work)
    return Strategy::Packing;
  if (R.CanUseIntrinsic && isSmallEnoughToUnroll(*Work))
    return Strategy::Intrinsic;
  if (prefersTiles() && fitsL2WithoutCopy() &&
      (!R.Target.TakesLanes || *Work < MinCopyWork))
    return Strategy::Tiling;
  return Strategy::Packing;
}

void Planner::setThresholds() {
  if (O.Wanted != Strategy::Auto)
    return;
  if (std::optional<uint64_t> Work = constantWork(R)) {
    const uint64_t MinUnrolled = *R.N % 4     ? MinUnevenIntrinsicWork
                                 : R.AnyOrder ? MinReorderedIntrinsicWork
                                              : MinIntrinsicWork;
    uint64_t Least =
        P.Chosen == Strategy::Intrinsic ? MinUnrolled : MinConstantWork;
    if (P.Streams)
      Least = MinStreamedWork;
    if (*Work < (R.LooksUpRows ? std::max(Least, MinLookUpWork) : Least))
      keepLoops("a product of " + Twine(*Work) +
                " multiply-adds is too small to gain");
    return;
  }
  P.MinWork = minWork();
  if (R.MostWork < P.MinWork)
    return keepLoops("a product of at most " + Twine(R.MostWork) +
                     " multiply-adds is too small to gain");
  if (P.Chosen != Strategy::Packing || !prefersTiles())
    return;
  P.MinPackWork = minPackWork();
  // Lanes are taken from vectors that have to lie across.
  P.MaxFlatRows = R.Target.TakesLanes ? 0 : MaxFlatRows;
  P.MinPackWorkEvicting = std::min(P.MinPackWork, MinCopyWork);
  P.CrowdingDepth = Caches.L1 / (LinesPerColumn * LineBytes);
}

uint64_t Planner::minWork() const {
  if (P.Streams)
    return MinStreamedWork;
  if (P.Chosen == Strategy::Packing && P.hasPartTiles())
    return MinPartTilesWork;
  if (!canTile())
    return MinCopyWork;
  if (!P.hasEdgeTiles())
    return MinTilingWork;
  return R.CanReadLeft ? MinEdgeTilingWork : MinEdgeCopyWork;
}

/// Packing pays once three square matrices do not fit L2. Tiles of mr×nr only,
/// which compute much that is not needed, pay less than that; so do those that
/// load more than they need to where operands are not packed. Where both
/// operands are copied, packing copies them less often.
uint64_t Planner::minPackWork() const {
  if (R.Target.TakesLanes || (!R.CanReadLeft && !R.CanReadRight))
    return MinCopyWork;
  if (!P.hasEdgeTiles())
    return MinCopyOverTilingWork;
  uint64_t Side = 1;
  while (3 * (Side + 1) * (Side + 1) * Size <= Caches.L2)
    ++Side;
  return std::max(Side * Side * Side, MinCopyOverTilingWork);
}

void Planner::keepLoops(const Twine &Why) {
  P.Chosen = Strategy::Off;
  P.WhyOff = Why.str();
}

/// Whether the strategy that the user named suits this product.
void Planner::checkStrategy() {
  const std::optional<uint64_t> Work = constantWork(R);
  switch (P.Chosen) {
  case Strategy::Off:
    return keepLoops("-gemmify-strategy=off keeps all loops");
  case Strategy::Tiling:
    if (R.CanTile && !R.SumsRest && R.K && *R.K > P.TiledKC)
      keepLoops("-gemmify-strategy=tiling takes at most " + Twine(P.TiledKC) +
                " ks of a product whose result is more than the sum");
    else if (!canTile())
      keepLoops("-gemmify-strategy=tiling needs operands that can be read "
                "without a copy");
    return;
  case Strategy::Intrinsic:
    if (!Work)
      keepLoops("-gemmify-strategy=intrinsic needs sizes that are known at "
                "compile time");
    else if (*Work > MaxIntrinsicWork)
      keepLoops("-gemmify-strategy=intrinsic unrolls at most " +
                Twine(MaxIntrinsicWork) +
                " multiply-adds and this product has " + Twine(*Work));
    else if (!R.CanUseIntrinsic)
      keepLoops("-gemmify-strategy=intrinsic cannot express this product in "
                "one matrix.multiply");
    return;
  case Strategy::Auto:
  case Strategy::Packing:
    return;
  }
}

} // namespace gemmify
