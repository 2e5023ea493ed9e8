//===- BlockingPlan.cpp - How a product is cut into blocks ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Constraints 1 to 7 of Kuzma et al. 2022, section 3.1. The published text
/// has lost the equations themselves; what follows is our reading of the prose
/// around them. S is the size of an element in bytes, LX the effective size of
/// cache level X in bytes.
///
///   (1) kc·nr·S ≤ L1/2
///         Half of L1 holds a piece of B's block: one column of tiles.
///   (2) kl·(mr + nr)·S + mr·nr·S ≤ L1,  kc ≤ kl
///         What remains of L1 holds the vectors of A that meet this piece, a
///         row of tiles, and one tile of C.
///   (3) mc·kc·S ≤ share(L2, L1)
///         A's block lives in L2 while it meets every column of tiles of B.
///   (4) kc·nc·S ≤ share(L3, L2)
///         B's block lives in L3 while it meets every block of A.
///   (5) kc = 0 (mod kr)   (6) mc = 0 (mod mr)   (7) nc = 0 (mod nr)
///
/// share(outer, inner) = (outer − inner)/2 takes the inclusion of caches into
/// account: the outer one holds a copy of the inner one, and half of the rest
/// is left to what streams through. Below outer = 2·inner it is outer/4, which
/// meets the other branch there, so that an outer cache hardly larger than the
/// inner one still gives a plan.
///
/// Two caps come from measurement, not from caches: kc ≤ 512 and nc ≤ 4096
/// gain nothing when raised and cost workspace.
///
//===----------------------------------------------------------------------===//

#include "BlockingPlan.h"
#include "PlanCheck.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace gemmify {

namespace {

constexpr uint64_t MaxKC = 512;
constexpr uint64_t MaxNC = 4096;

/// kc is rounded to so many sites, for their loop to be unrolled, or to one
/// that is as long.
constexpr uint64_t NiceKC = 8;

/// Multiply-adds up to which the whole product becomes one call, and up to
/// which the user may ask for it: the code is fully unrolled.
constexpr uint64_t AutoIntrinsicWork = 24 * 24 * 24;
constexpr uint64_t MaxIntrinsicWork = 32 * 32 * 32;

/// Multiply-adds from which a run-time product pays for its set-up: without
/// packing, by tiles of any shape or of mr×nr only; with packing where there is
/// no other path, the same with narrower tiles at the edges, and where the
/// unpacked path is the alternative.
constexpr uint64_t MinEdgeTilingWork = 6 * 6 * 6;
constexpr uint64_t MinTilingWork = 16 * 16 * 16;
constexpr uint64_t MinCopyWork = 24 * 24 * 24;
constexpr uint64_t MinPartTilesWork = 8 * 8 * 8;
constexpr uint64_t MinCopyOverTilingWork = 64 * 64 * 64;

/// A column of each operand, of at most a line each, that begin anywhere in
/// one.
constexpr unsigned LinesPerColumn = 4;

/// The same where a mode of the processor is entered for tiles.
constexpr uint64_t MinStreamedWork = 64 * 64 * 64;

/// The same for sizes that the compiler knows, where set-up costs little.
constexpr uint64_t MinConstantWork = 12 * 12 * 12;

/// Below, the source's loops, unrolled, are as good as one call.
constexpr uint64_t MinIntrinsicWork = 4 * 4 * 4;
/// The same where LLVM vectorizes them, because any order of addition will do.
constexpr uint64_t MinReorderedIntrinsicWork = 5 * 5 * 5;
/// The same where looking through tables of rows comes first.
constexpr uint64_t MinLookUpWork = 1024;

uint64_t share(uint64_t Outer, uint64_t Inner) {
  return Outer > 2 * Inner ? (Outer - Inner) / 2 : Outer / 4;
}

/// \p Value rounded down to a multiple of \p Step, but at least Step.
uint64_t downTo(uint64_t Value, uint64_t Step) {
  return std::max(Value - Value % Step, Step);
}

/// Cuts a constant \p Size into equal blocks no larger than \p Block, a
/// multiple of \p Step.
uint64_t balance(uint64_t Block, const std::optional<uint64_t> &Size,
                 uint64_t Step) {
  if (!Size)
    return Block;
  uint64_t Count = std::max<uint64_t>(1, divideCeil(*Size, Block));
  uint64_t Even = std::max<uint64_t>(1, divideCeil(*Size, Count));
  return std::min(Block, alignTo(Even, Step));
}

/// m·n·k, saturating, when all three are constant.
std::optional<uint64_t> constantWork(const PlanRequest &R) {
  if (!R.M || !R.N || !R.K)
    return std::nullopt;
  return SaturatingMultiply(SaturatingMultiply(*R.M, *R.N), *R.K);
}

/// Plans one request; the overrides have been checked.
class Planner {
public:
  Planner(const PlanRequest &R, const PlanOverrides &O, const Machine &Mach)
      : R(R), O(O), Caches(Mach.Caches), Size(R.ElemBytes) {
    P.MR = Mach.Tile.MR;
    P.NR = Mach.Tile.NR;
    P.KR = Mach.Tile.KR;
    P.Depth = P.KR == 1 ? R.Target.Depth : P.KR;
    P.LoadsPairs = R.Target.LoadsPairs;
    P.Streams = R.Target.Streams;
    P.TransposeBits = R.Target.TransposeBits;
    if (R.Target.WantsPacked && P.NR % R.Target.AccCols == 0)
      P.PartCols = R.Target.AccCols;
    P.LeftGroup = R.Target.LeftGroup ? R.Target.LeftGroup : P.KR;
    P.FetchBytes = 2 * Caches.L2;
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
  uint64_t largestKC() const;
  uint64_t largestTiledKC() const;
  void shrinkToWorkspace();
  Strategy preferred();
  bool isSmallEnoughToUnroll(uint64_t Work) const;
  bool fitsL2WithoutCopy() const;
  bool canTile() const {
    return R.CanTile && (R.CanReadLeft || P.hasEdgeTiles()) &&
           (R.SumsRest || !R.K || *R.K <= P.TiledKC);
  }
  /// Where operands change their order anyway, this is done once per element.
  bool prefersTiles() const {
    return canTile() && !R.Target.WantsPacked && !P.Streams;
  }
  uint64_t minWork() const;
  uint64_t minPackWork() const;
  void setThresholds();
  void keepLoops(const Twine &Why);
  void checkStrategy();
  void checkWorkspace();

  unsigned sumBytes() const { return R.SumBytes ? R.SumBytes : R.ElemBytes; }
  uint64_t packedBytes() const {
    return SaturatingAdd(SaturatingMultiply(P.KC * Size, P.MC + P.NC),
                         P.Form.sumBytes(P.MC, P.NC));
  }

  const PlanRequest &R;
  const PlanOverrides &O;
  const CacheSizes &Caches;
  const uint64_t Size;
  BlockingPlan P;
};

/// Constraints 1, 2 and 5, and room for one row of tiles of A in L2 and one
/// column of tiles of B in L3.
uint64_t Planner::largestKC() const {
  uint64_t HalfL1 = Caches.L1 / 2 / (P.NR * Size);
  uint64_t KL =
      (Caches.L1 - uint64_t(P.MR) * P.NR * Size) / ((P.MR + P.NR) * Size);
  uint64_t RowInL2 = share(Caches.L2, Caches.L1) / (P.MR * Size);
  uint64_t ColumnInL3 = share(Caches.L3, Caches.L2) / (P.NR * Size);
  uint64_t KC = std::min({HalfL1, KL, RowInL2, ColumnInL3, MaxKC});
  uint64_t Nice = P.Depth < NiceKC ? P.Depth * NiceKC : P.Depth;
  return downTo(KC, KC >= Nice ? Nice : P.KR);
}

/// One sliver of each operand is copied at most.
uint64_t Planner::largestTiledKC() const {
  uint64_t Fits = R.SliverBytes / ((P.MR + P.NR) * sumBytes());
  uint64_t KC = std::min(std::max<uint64_t>(Fits, 1), P.KC);
  return R.K && *R.K <= KC ? *R.K : downTo(KC, std::min(KC, NiceKC));
}

/// Constraints 1 to 7, then the constant sizes. Overrides stay as they are.
void Planner::chooseBlocks() {
  P.KC = O.KC ? O.KC : balance(largestKC(), R.K, P.KR);
  uint64_t Step = P.KC * Size;
  P.MC = O.MC ? O.MC : downTo(share(Caches.L2, Caches.L1) / Step, P.MR);
  P.NC =
      O.NC ? O.NC
           : downTo(std::min(share(Caches.L3, Caches.L2) / Step, MaxNC), P.NR);
  if (!O.MC)
    P.MC = balance(P.MC, R.M, P.MR);
  if (!O.NC)
    P.NC = balance(P.NC, R.N, P.NR);
  P.TiledKC = largestTiledKC();
}

/// Looks for the blocks within the workspace that move the least: each element
/// of C is read and written once per kc, A is packed once per nc, and packed B
/// is read again once per mc. Blocks that the user fixed are not touched.
void Planner::shrinkToWorkspace() {
  if (packedBytes() <= R.WorkspaceLimit)
    return;
  const BlockingPlan Full = P;
  constexpr uint64_t Unit = 1 << 20;
  uint64_t BestCost = UINT64_MAX;
  const uint64_t Sums = std::min(P.Form.sumBytes(P.MC, P.NC), R.WorkspaceLimit);
  const uint64_t Elements = (R.WorkspaceLimit - Sums) / Size;
  for (uint64_t KC = Full.KC;; KC = downTo(KC / 2, P.KR)) {
    for (uint64_t MC = Full.MC;; MC = downTo(MC / 2, P.MR)) {
      uint64_t Room = Elements / KC > MC ? Elements / KC - MC : 0;
      uint64_t NC = O.NC ? O.NC : std::min(Full.NC, Room - Room % P.NR);
      if (NC && NC <= Room) {
        uint64_t Cost = 2 * Unit / KC + Unit / NC + Unit / 4 / MC;
        if (Cost < BestCost) {
          BestCost = Cost;
          P.KC = KC;
          P.MC = MC;
          P.NC = NC;
        }
      }
      if (O.MC || MC == P.MR)
        break;
    }
    if (O.KC || KC == P.KR)
      break;
  }
}

bool Planner::isSmallEnoughToUnroll(uint64_t Work) const {
  uint64_t Bits = R.Target.VectorBits ? R.Target.VectorBits : 128;
  uint64_t Regs = R.Target.VectorRegs ? R.Target.VectorRegs : 16;
  return Work <= AutoIntrinsicWork &&
         SaturatingMultiply(*R.M, *R.N) <= 16 * Regs * Bits / 8 / sumBytes();
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
    const uint64_t MinUnrolled =
        R.AnyOrder ? MinReorderedIntrinsicWork : MinIntrinsicWork;
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
  if (P.Chosen != Strategy::Packing || !prefersTiles())
    return;
  P.MinPackWork = minPackWork();
  P.MinPackWorkEvicting = std::min(P.MinPackWork, MinCopyOverTilingWork);
  P.CrowdingDepth = Caches.L1 / (LinesPerColumn * LineBytes);
}

uint64_t Planner::minWork() const {
  if (P.Streams)
    return MinStreamedWork;
  if (P.Chosen == Strategy::Packing && P.hasPartTiles())
    return MinPartTilesWork;
  if (!canTile())
    return MinCopyWork;
  return P.hasEdgeTiles() ? MinEdgeTilingWork : MinTilingWork;
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

/// Fits the packed blocks into the workspace or finds a way without.
void Planner::checkWorkspace() {
  shrinkToWorkspace();
  if (packedBytes() <= R.WorkspaceLimit)
    return;
  if (O.Wanted == Strategy::Auto && canTile()) {
    P.Chosen = Strategy::Tiling;
    return;
  }
  const char *Fixed =
      O.MC || O.KC || O.NC
          ? " (-gemmify-mc, -gemmify-kc and -gemmify-nc fix the blocks)"
          : "";
  keepLoops("packing needs " + Twine(packedBytes()) +
            " bytes of workspace and " + Twine(R.WorkspaceLimit) +
            " are allowed" + Fixed);
}

BlockingPlan Planner::plan() {
  chooseBlocks();
  P.Chosen = O.Wanted == Strategy::Auto ? preferred() : O.Wanted;
  checkStrategy();
  if (P.Chosen != Strategy::Off && (R.M == 0u || R.N == 0u || R.K == 0u))
    keepLoops("a product with a size of 0 has no work");
  if (P.Chosen == Strategy::Packing)
    checkWorkspace();
  if (P.Chosen != Strategy::Off)
    setThresholds();
  if (P.Chosen == Strategy::Packing) {
    P.PackedABytes = P.MC * P.KC * Size + P.Form.sumBytes(P.MC, 0);
    P.PackedBBytes = P.KC * P.NC * Size + P.Form.sumBytes(0, P.NC);
  }
  return P;
}

} // namespace

const char *strategyName(Strategy S) {
  switch (S) {
  case Strategy::Auto:
    return "auto";
  case Strategy::Intrinsic:
    return "intrinsic";
  case Strategy::Tiling:
    return "tiling";
  case Strategy::Packing:
    return "packing";
  case Strategy::Off:
    return "off";
  }
  return "unknown";
}

Expected<BlockingPlan> planBlocking(const PlanRequest &R,
                                    const PlanOverrides &O) {
  Expected<Machine> Mach = checkOverrides(R, O);
  if (!Mach)
    return Mach.takeError();
  return Planner(R, O, *Mach).plan();
}

SmallVector<std::pair<const char *, uint64_t>, 6>
planNumbers(const BlockingPlan &P) {
  if (P.Chosen == Strategy::Off || P.Chosen == Strategy::Intrinsic)
    return {};
  return {{"mr", P.MR}, {"nr", P.NR}, {"kr", P.KR},
          {"mc", P.MC}, {"kc", P.KC}, {"nc", P.NC}};
}

std::string describePlan(const BlockingPlan &P) {
  std::string S = strategyName(P.Chosen);
  if (!P.WhyOff.empty())
    S += ": " + P.WhyOff;
  for (auto [Name, Value] : planNumbers(P))
    S += (Twine(" ") + Name + "=" + Twine(Value)).str();
  return S;
}

} // namespace gemmify
