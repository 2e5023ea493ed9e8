//===- StrategyChoice.cpp - Which way suits a product ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The choice between one call, tiles that are read in place, packed blocks and
/// the source's own loops: at compile time where the sizes are known, otherwise
/// by thresholds for the kernel; see ChoiceTuning.
///
//===----------------------------------------------------------------------===//

#include "Planner.h"

using namespace llvm;

namespace gemmify {

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
  if (R.MayOverlap && Work >= Tune.Choice.MinConstantWork && prefersTiles() &&
      Sums >= Tune.Choice.MaxWaitingVectors * Bits / 8)
    return false;
  return Work <= Tune.Choice.AutoIntrinsicWork &&
         Sums <= Tune.Choice.MaxIntrinsicFiles * Regs * Bits / 8;
}

bool Planner::fitsL2WithoutCopy() const {
  uint64_t Budget = Caches.L2 / 2 / Size;
  uint64_t A = SaturatingMultiply(*R.M, *R.K);
  uint64_t B = SaturatingMultiply(*R.K, *R.N);
  uint64_t C = SaturatingMultiply(*R.M, *R.N);
  return SaturatingAdd(SaturatingAdd(A, B), C) <= Budget;
}

Strategy Planner::preferred() {
  if (R.IsVector)
    return Strategy::Tiling;
  std::optional<uint64_t> Work = constantWork(R);
  if (!Work)
    return Strategy::Packing;
  if (R.CanUseIntrinsic && isSmallEnoughToUnroll(*Work))
    return Strategy::Intrinsic;
  if (prefersTiles() && fitsL2WithoutCopy() &&
      (!R.Target.TakesLanes || *Work < Tune.Choice.MinCopyWork))
    return Strategy::Tiling;
  return Strategy::Packing;
}

/// Packing copies each element to use it once.
void Planner::checkVector() {
  if (P.Chosen == Strategy::Off)
    return;
  if (P.Chosen != Strategy::Tiling || !R.CanTile || !P.hasEdgeTiles())
    return keepLoops("a matrix's product with a vector needs operands that can "
                     "be read without a copy");
  if (R.MostWork < Tune.Choice.MinVectorWork ||
      (R.K && *R.K < Tune.Skinny.MinVectorDepth))
    return keepLoops("a matrix's product with a vector of this size is too "
                     "small to gain");
  if (!constantWork(R))
    P.MinWork = Tune.Choice.MinVectorWork;
}

void Planner::setThresholds() {
  if (O.Wanted != Strategy::Auto)
    return;
  if (P.Chosen == Strategy::Packing && R.CanReadRight && P.hasEdgeTiles() &&
      !R.Target.WantsPacked && !R.Target.TakesLanes)
    P.FlatDepth = Caches.L1 / SharedTuning::FlatLineL1 / Size + 1;
  if (std::optional<uint64_t> Work = constantWork(R)) {
    const uint64_t MinUnrolled = *R.N % 4 ? Tune.Choice.MinUnevenIntrinsicWork
                                 : R.AnyOrder
                                     ? Tune.Choice.MinReorderedIntrinsicWork
                                     : Tune.Choice.MinIntrinsicWork;
    uint64_t Least = P.Chosen == Strategy::Intrinsic
                         ? MinUnrolled
                         : Tune.Choice.MinConstantWork;
    if (P.Streams)
      Least = Tune.Choice.MinStreamedWork;
    if (*Work <
        (R.LooksUpRows ? std::max(Least, Tune.Choice.MinLookUpWork) : Least))
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
  // Lanes are taken from vectors, which have to be contiguous across.
  P.MaxFlatRows = R.Target.TakesLanes ? 0 : Tune.Pack.MaxFlatRows;
  P.MinPackWorkEvicting = std::min(P.MinPackWork, Tune.Choice.MinCopyWork);
  P.CrowdingDepth =
      Caches.L1 / (Tune.Pack.LinesPerColumn * Tune.Cache.LineBytes);
}

uint64_t Planner::minWork() const {
  if (P.Streams)
    return Tune.Choice.MinStreamedWork;
  if (P.Chosen == Strategy::Packing && P.hasPartTiles())
    return Tune.Choice.MinPartTilesWork;
  if (!canTile())
    return Tune.Choice.MinCopyWork;
  if (!P.hasEdgeTiles())
    return Tune.Choice.MinTilingWork;
  return R.CanReadLeft ? Tune.Choice.MinEdgeTilingWork
                       : Tune.Choice.MinEdgeCopyWork;
}

/// Packing pays once three square matrices do not fit L2. It pays earlier where
/// there are only tiles of mr×nr, which compute much that is not needed, and
/// where unpacked operands take more loads. Where both operands are copied,
/// packing copies them less often.
uint64_t Planner::minPackWork() const {
  if (R.Target.TakesLanes || (!R.CanReadLeft && !R.CanReadRight))
    return Tune.Choice.MinCopyWork;
  if (!P.hasEdgeTiles())
    return Tune.Choice.MinCopyOverTilingWork;
  uint64_t Side = 1;
  while (3 * (Side + 1) * (Side + 1) * Size <= Caches.L2)
    ++Side;
  return std::max(Side * Side * Side, Tune.Choice.MinCopyOverTilingWork);
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
                " steps of k where the result is more than the sum");
    else if (!canTile())
      keepLoops("-gemmify-strategy=tiling needs operands that can be read "
                "without a copy");
    return;
  case Strategy::Intrinsic:
    if (!Work)
      keepLoops("-gemmify-strategy=intrinsic needs sizes that are known at "
                "compile time");
    else if (*Work > Tune.Choice.MaxIntrinsicWork)
      keepLoops("-gemmify-strategy=intrinsic unrolls at most " +
                Twine(Tune.Choice.MaxIntrinsicWork) +
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
