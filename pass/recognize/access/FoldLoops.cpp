//===- FoldLoops.cpp - Loops that play one index --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of AffineAccess that makes one stride of those of several loops: of
/// a tile and its points, and of the axes of a group.
///
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"
#include "pass/recognize/loops/LoopGroups.h"

using namespace llvm;

namespace gemmify {

void AffineAccess::setGroups() {
  Grouped = true;
  for (LoopDim D : {DimI, DimJ, DimK})
    Groups[D].Point = D;
}

void AffineAccess::setGroups(const LoopGroups &G) {
  Grouped = true;
  for (LoopDim D : {DimI, DimJ, DimK}) {
    // Nothing moves with the position behind that of the last loop.
    Groups[D].Point = G.Index[D].hasLoop()
                          ? PositionOf.lookup(G.Index[D].innermost())
                          : NumLoops - 1;
    if (G.Index[D].Tiled) {
      Groups[D].Tile = PositionOf.lookup(G.Index[D].outermost());
      Groups[D].TileSize = G.Index[D].Tiled->TileSize;
    }
    if (G.Index[D].Axes.isOne())
      continue;
    for (const Loop *L : G.Index[D].Axes.Loops)
      Groups[D].Axes.push_back(PositionOf.lookup(L));
    Groups[D].Point = Groups[D].Axes.back();
    Groups[D].Sizes.append(G.Index[D].Axes.Size);
  }
  for (auto [L, Size] : llvm::zip(G.Batch.Loops, G.Batch.Size))
    Batch.push_back({PositionOf.lookup(L), Size});
  CountOf = G.Count;
  if (G.Clipped)
    setTriangle(*G.Clipped);
  for (const CounterCheck &Check : Counters)
    require(Check);
}

const SCEV *AffineAccess::timesSize(const SCEV *Size, const SCEV *Stride) {
  return SE.getMulExpr(SE.getTruncateOrSignExtend(Size, Stride->getType()),
                       Stride);
}

/// How far a tile moves what a point moves by \p Stride.
const SCEV *AffineAccess::tileStride(const Group &G, const SCEV *Stride) {
  return timesSize(G.TileSize, Stride);
}

/// Whether the loops of \p G move \p S as one index does.
bool AffineAccess::agrees(const Group &G, const Split &S) {
  return carry(G, S).empty() &&
         (!G.Tile || S.Coef[*G.Tile] == tileStride(G, S.Coef[G.Point]));
}

/// See AffineRef::Carry.
SmallVector<const SCEV *, 1> AffineAccess::carry(const Group &G,
                                                 const Split &S) {
  SmallVector<const SCEV *, 1> Carry;
  bool Folds = true;
  for (unsigned Inner = 1; Inner < G.Axes.size(); ++Inner) {
    const SCEV *Folded = timesSize(G.Sizes[Inner], S.Coef[G.Axes[Inner]]);
    Carry.push_back(SE.getMinusSCEV(S.Coef[G.Axes[Inner - 1]], Folded));
    Folds &= Carry.back()->isZero();
  }
  return Folds ? SmallVector<const SCEV *, 1>() : Carry;
}

/// Lets the axes of \p G move \p S as one index does that has the innermost
/// one's stride.
void AffineAccess::foldAxes(const Group &G, Split &S) {
  for (unsigned Inner = G.Axes.size(); Inner-- > 1;)
    S.Coef[G.Axes[Inner - 1]] =
        timesSize(G.Sizes[Inner], S.Coef[G.Axes[Inner]]);
}

/// One stride per index, that of its innermost axis. Empty when the loops of a
/// tiled index do not agree.
std::optional<PerDim<const SCEV *>> AffineAccess::fold(const Split &S) {
  PerDim<const SCEV *> Stride;
  for (LoopDim D : {DimI, DimJ, DimK}) {
    const Group &G = Groups[D];
    Stride[D] = S.Coef[G.Point];
    if (G.Tile && !agrees(G, S))
      return std::nullopt;
  }
  return Stride;
}

} // namespace gemmify
