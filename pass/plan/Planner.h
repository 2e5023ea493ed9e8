//===- Planner.h - The steps of a plan --------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What planBlocking() consists of: block sizes (BlockingPlan.cpp), and the
/// choice between strategies (StrategyChoice.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_PLANNER_H
#define GEMMIFY_PASS_PLAN_PLANNER_H

#include "BlockingPlan.h"
#include "PlanCheck.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

namespace gemmify {

/// Plans one request; the overrides have been checked.
class Planner {
public:
  Planner(const PlanRequest &R, const PlanOverrides &O, const Machine &Mach)
      : R(R), O(O), Caches(Mach.Caches), Size(R.ElemBytes),
        Tune(R.Target.Tune) {
    P.Tune = Tune;
    P.MR = Mach.Tile.MR;
    P.NR = Mach.Tile.NR;
    P.KR = Mach.Tile.KR;
    P.Depth = P.KR == 1 ? R.Target.Depth : P.KR;
    P.LoadsPairs = R.Target.LoadsPairs;
    P.WholeTiles = R.WholeTiles;
    P.Streams = R.Target.Streams && !R.WholeTiles;
    P.MinDepth = R.Target.MinDepth;
    P.TransposeBits = R.Target.TransposeBits;
    if (!R.WholeTiles && R.Target.WantsPacked && P.NR % R.Target.AccCols == 0)
      P.PartCols = R.Target.AccCols;
    P.LeftGroup = R.Target.LeftGroup ? R.Target.LeftGroup : P.KR;
    P.FetchBytes = Tune.Cache.FetchL2s * Caches.L2;
    P.StreamedBytes = Tune.Cache.StreamedL3s * Caches.L3;
    P.FarBytes = Caches.L3;
    P.MaskedLoads = R.Target.MaskedLoads;
    P.MaskedStores = R.Target.MaskedStores;
    P.Lanes = std::max(1u, R.Target.VectorBits / 8 / sumBytes());
    if (P.MR % P.Lanes)
      P.Lanes = P.MR;
    P.Form = R.Form;
    P.PackedElemBytes = R.ElemBytes;
  }

  BlockingPlan plan();

private:
  void chooseBlocks();
  uint64_t largestKC(uint64_t InL1, uint64_t Most) const;
  uint64_t shallowKC() const;
  uint64_t deepKC() const;
  uint64_t largestTiledKC() const;
  void shrinkToWorkspace();
  Strategy preferred();
  bool isSmallEnoughToUnroll(uint64_t Work) const;
  bool fitsL2WithoutCopy() const;
  bool canTile() const {
    return R.CanTile && (R.CanReadLeft || P.hasEdgeTiles()) &&
           (R.SumsRest || !R.K || *R.K <= P.TiledKC);
  }
  /// Where operands are reordered anyway, packing does it once per element.
  bool prefersTiles() const {
    return canTile() && !R.Target.WantsPacked && !P.Streams;
  }
  uint64_t minWork() const;
  uint64_t minPackWork() const;
  void checkVector();
  void setThresholds();
  void keepLoops(const llvm::Twine &Why);
  void checkStrategy();
  void checkWorkspace();

  unsigned sumBytes() const { return R.SumBytes ? R.SumBytes : R.ElemBytes; }
  uint64_t packedBytes() const {
    return llvm::SaturatingAdd(
        llvm::SaturatingMultiply(P.KC * Size, P.MC + P.NC),
        P.Form.sumBytes(P.MC, P.NC));
  }

  const PlanRequest &R;
  const PlanOverrides &O;
  const CacheSizes &Caches;
  const uint64_t Size;
  const Tuning &Tune;
  BlockingPlan P;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_PLANNER_H
