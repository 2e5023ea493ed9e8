//===- FewTiles.cpp - Products that fill tiles badly ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FewTiles.h"
#include "pass/kernel/emit/EmitLoop.h"

using namespace llvm;

namespace gemmify {

Value *emitFillsFewTiles(IRBuilderBase &B, const OperandOrder &View,
                         const BlockingPlan &Plan, SizeEmitter Size) {
  const TileTuning &Tune = Plan.Tune.Tile;
  Value *M = Size(B, View.Row), *N = Size(B, View.Col);
  const bool Slow = View.Nest.sumsInside() &&
                    !View.Nest.Elem.addsInAnyOrder() && !Plan.Streams;
  const bool Parts = Plan.hasPartTiles() && !Slow;
  const uint64_t Rows = Parts ? Plan.Lanes : Plan.MR;
  const uint64_t Cols = Parts ? Plan.PartCols : Plan.NR;
  Value *Elements =
      B.CreateMul(B.CreateMul(M, N), B.getInt64(Slow ? 1 : Tune.MaxPadding));
  Value *TileRows = divideUp(B, M, Rows), *TileCols = divideUp(B, N, Cols);
  Value *Tiles = B.CreateMul(TileRows, TileCols);
  Value *Least =
      B.CreateMul(Tiles, B.getInt64(Slow ? Tune.MinElements : Rows * Cols));
  Value *Few = B.CreateICmpULT(Elements, Least);
  if (Plan.hasPartTiles() && Slow)
    return Few;
  Value *IsShallow = B.CreateICmpULT(Size(B, DimK), B.getInt64(Plan.MinDepth));
  return B.CreateOr(IsShallow, Few);
}

} // namespace gemmify
