//===- PackingLayout.cpp - Blocks and where they are packed ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackingLayout.h"
#include "pass/plan/EvenBlocks.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

bool hasOneBlockOfK(const GemmNest &Nest, uint64_t KC) {
  const auto *K = dyn_cast<SCEVConstant>(Nest.Index[DimK].Trip);
  return K && K->getAPInt().ule(KC);
}

/// Bytes of packed blocks and of sums kept between blocks of k.
static uint64_t bytesOf(const PackingLayout &L, const BlockingPlan &Plan,
                        uint64_t SumBytes) {
  return (L.MC + L.NC) * L.KC * Plan.PackedElemBytes +
         Plan.Form.sumBytes(L.MC, L.NC) + L.RestRows * L.NC * SumBytes;
}

/// Halves the largest buffer until all fit in \p Limit or hold one tile.
static void shrinkToStack(PackingLayout &L, const BlockingPlan &Plan,
                          uint64_t ElemBytes, uint64_t Limit) {
  while (bytesOf(L, Plan, ElemBytes) > Limit) {
    const PackingLayout Before = L;
    if (L.KC >= L.MC && L.KC >= L.NC && L.KC > Plan.KR)
      L.KC = downTo(L.KC / 2, Plan.KR);
    else if (L.NC > Plan.NR && (L.NC >= L.MC || L.MC == Plan.MR))
      L.NC = downTo(L.NC / 2, Plan.NR);
    else if (L.MC > Plan.MR)
      L.MC = downTo(L.MC / 2, Plan.MR);
    else
      L.KC = downTo(L.KC / 2, Plan.KR);
    if (L.RestRows)
      L.RestRows = L.MC;
    if (L.MC == Before.MC && L.KC == Before.KC && L.NC == Before.NC)
      return;
  }
}

PackingLayout layOutPacking(const Product &P, const BlockingPlan &Plan,
                            uint64_t ElemBytes, const Options &Opts,
                            bool MayAllocate) {
  PackingLayout L{Plan.MC, Plan.KC, Plan.NC};
  const bool Rests = !P.SumsRest && !hasOneBlockOfK(P.nest(), L.KC);
  if (Rests)
    L.RestRows =
        std::max(L.MC, downTo(Plan.Tune.Room.MaxRest / ElemBytes / L.NC, L.MC));
  L.Home = chooseHome(bytesOf(L, Plan, ElemBytes), Plan, Opts, MayAllocate);
  if (L.Home == WorkspaceHome::Stack)
    shrinkToStack(L, Plan, ElemBytes, Plan.StackBytes);
  L.MaxBytes = bytesOf(L, Plan, ElemBytes);
  return L;
}

} // namespace gemmify
