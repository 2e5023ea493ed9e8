//===- BlockingPlan.cpp - How a product is cut into blocks ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Constraints 1 to 7 of Kuzma et al. 2022, section 3.1. The equations are
/// missing from the published text; what follows is our reading of the prose
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
/// share(outer, inner) = (outer − inner)/2 accounts for inclusive caches: the
/// outer one holds a copy of the inner one, and half of the rest is left to
/// streamed data. Below outer = 2·inner it is outer/4, which has the same value
/// there, so that an outer cache hardly larger than the inner one still allows
/// a plan.
///
/// Two caps come from measurements rather than cache sizes: BlockTuning's MaxKC
/// and MaxNC. Where C does not fit L3, reading and writing it once per kc costs
/// more than (1) and (2) save; see deepKC().
///
//===----------------------------------------------------------------------===//

#include "EvenBlocks.h"
#include "Planner.h"
#include <algorithm>

using namespace llvm;

namespace gemmify {

namespace {

uint64_t share(uint64_t Outer, uint64_t Inner) {
  return Outer > 2 * Inner ? (Outer - Inner) / 2 : Outer / 4;
}

/// Cuts a constant \p Size into equal blocks no larger than \p Block, a
/// multiple of \p Step.
uint64_t balance(uint64_t Block, const std::optional<uint64_t> &Size,
                 uint64_t Step) {
  if (!Size)
    return Block;
  const uint64_t AtLeastOne = std::max<uint64_t>(*Size, 1);
  return std::min(Block, evenBlock(NumberOps(), AtLeastOne, Block, Step));
}

} // namespace

/// The largest kc up to \p Most, by constraint 5, for which a column of tiles
/// of B takes no more than \p InL1 bytes of L1 and has room in L3, and a row of
/// tiles of A in L2.
uint64_t Planner::largestKC(uint64_t InL1, uint64_t Most) const {
  uint64_t ColumnInL1 = InL1 / (P.NR * Size);
  uint64_t RowInL2 = share(Caches.L2, Caches.L1) / (P.MR * Size);
  uint64_t ColumnInL3 = share(Caches.L3, Caches.L2) / (P.NR * Size);
  uint64_t KC = std::min({ColumnInL1, RowInL2, ColumnInL3, Most});
  uint64_t Nice = P.niceDepth();
  return downTo(KC, KC >= Nice ? Nice : P.KR);
}

/// Constraints 1 and 2.
uint64_t Planner::shallowKC() const {
  uint64_t KL =
      (Caches.L1 - uint64_t(P.MR) * P.NR * Size) / ((P.MR + P.NR) * Size);
  return largestKC(Caches.L1 / 2, std::min(KL, Tune.Block.MaxKC));
}

/// Without constraint 2 and with three quarters of L1 in 1, rows of A come from
/// L2, but C is read and written less often, half as often at best. The smaller
/// blocks that replace mc×kc and kc×nc must still have several tiles.
uint64_t Planner::deepKC() const {
  const uint64_t KC = largestKC(Caches.L1 - Caches.L1 / 4, 2 * P.KC);
  const uint64_t Least = Tune.Block.MinDeepTiles * KC;
  const bool HasTiles =
      P.MC / P.MR * P.KC >= Least && P.NC / P.NR * P.KC >= Least;
  return P.hasEdgeTiles() && HasTiles && KC > P.KC + P.KC / 2 ? KC : 0;
}

/// At most one sliver of each operand is copied.
uint64_t Planner::largestTiledKC() const {
  uint64_t Fits = R.SliverBytes / ((P.MR + P.NR) * sumBytes());
  uint64_t KC = std::min(std::max<uint64_t>(Fits, 1), P.KC);
  return R.K && *R.K <= KC ? *R.K
                           : downTo(KC, std::min(KC, Tune.Block.NiceSites));
}

/// Constraints 1 to 7, then the constant sizes. Overrides are not changed.
void Planner::chooseBlocks() {
  P.KC = O.KC ? O.KC : balance(shallowKC(), R.K, P.KR);
  uint64_t Step = P.KC * Size;
  P.MC = O.MC ? O.MC : downTo(share(Caches.L2, Caches.L1) / Step, P.MR);
  P.NC = O.NC ? O.NC
              : downTo(std::min(share(Caches.L3, Caches.L2) / Step,
                                Tune.Block.MaxNC),
                       P.NR);
  if (!O.MC)
    P.MC = balance(P.MC, R.M, P.MR);
  if (!O.NC)
    P.NC = balance(P.NC, R.N, P.NR);
  P.TiledKC = largestTiledKC();
}

/// Looks for the blocks within the workspace that move the least data: each
/// element of C is read and written once per kc, A is packed once per nc, and
/// packed B is read again once per mc. Blocks that the user fixed are not
/// touched.
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

/// Fits the packed blocks into the workspace, or falls back to a plan without
/// them.
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
  if (R.IsVector)
    checkVector();
  else
    checkStrategy();
  if (P.Chosen != Strategy::Off && (R.M == 0u || R.N == 0u || R.K == 0u))
    keepLoops("a product with a size of 0 has no work");
  if (P.Chosen == Strategy::Packing)
    checkWorkspace();
  if (P.Chosen != Strategy::Off && !R.IsVector)
    setThresholds();
  if (P.Chosen == Strategy::Packing) {
    if (!O.KC && !R.K)
      P.DeepKC = deepKC();
    P.PackedABytes = P.MC * P.KC * Size + P.Form.sumBytes(P.MC, 0);
    P.PackedBBytes = P.KC * P.NC * Size + P.Form.sumBytes(0, P.NC);
  }
  return P;
}

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
