//===- SlenderTest.cpp - Products that hardly reuse anything --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlenderTest.h"
#include "../kernel/EmitLoop.h"
#include "../kernel/MacroKernel.h"
#include "../kernel/SliceEmitter.h"
#include "../kernel/ThinLoops.h"

using namespace llvm;

namespace gemmify {

/// Multiply-adds per element of a row of C from which tiles are faster than
/// loops that are vectorized along that row, if it is so long.
constexpr uint64_t MinWorkPerRowElement = 72;
constexpr uint64_t MinVectorizedRow = 24;

/// ks from which streaming mode is entered for a tile: loading its sums and
/// storing them takes as many instructions as 32 ks.
constexpr uint64_t MinStreamedDepth = 16;

/// Rows of C with so few elements leave most of a vector empty. From so many
/// multiply-adds, and so much for rows² · ks, tiles are faster in spite of it.
constexpr uint64_t MostShortRows = 3;
constexpr uint64_t MinShortWork = 512;
constexpr uint64_t MinShortDepth = 48;

static Value *isBelow(IRBuilderBase &B, Value *V, uint64_t Bound) {
  return B.CreateICmpULT(V, B.getInt64(Bound));
}

/// Whether the source's inner loop forms a sum.
static bool sumsInside(const GemmNest &N) {
  return N.Loops[DimK].back()->isInnermost();
}

/// Whether the compiler vectorizes sums.
static bool sumsInAnyOrder(const GemmNest &N) {
  return !N.ElemTy->isFloatingPointTy() || N.Arith.Reassoc;
}

SlenderTest::SlenderTest(const GemmNest &N, const BlockingPlan &Plan,
                         GuardEmitter &Guard)
    : View(N, vectorizesAlongJ(N)), Plan(Plan), Guard(Guard) {}

Value *SlenderTest::size(IRBuilderBase &B, LoopDim D) {
  return Guard.expand(B, View.Nest.Trip[D]);
}

bool SlenderTest::isForShortRows() const {
  return Plan.hasEdgeTiles() && sumsInside(View.Nest) &&
         !sumsInAnyOrder(View.Nest);
}

Value *SlenderTest::emitMayBe(IRBuilderBase &B) {
  return isForShortRows() ? isBelow(B, size(B, View.Row), MostShortRows + 1)
                          : B.getTrue();
}

Value *SlenderTest::emit(IRBuilderBase &B) {
  if (!Plan.hasEdgeTiles())
    return fillsFewTiles(B);
  if (isForShortRows())
    return hasShortRows(B);
  Value *M = size(B, View.Row), *N = size(B, View.Col), *K = size(B, DimK);
  if (!sumsInside(View.Nest)) {
    Value *IsLong = B.CreateNot(isBelow(B, M, MinVectorizedRow));
    Value *IsLittle = isBelow(B, B.CreateMul(K, N), MinWorkPerRowElement);
    return B.CreateOr(isBelow(B, K, 2), B.CreateAnd(IsLong, IsLittle));
  }
  // The loops are vectorized along k where the operands let them be.
  if (!canReadLeft(View))
    return B.CreateOr(isBelow(B, M, Plan.MR), isBelow(B, N, Plan.NR / 2 + 1));
  const DataLayout &DL = B.GetInsertBlock()->getDataLayout();
  return isContiguous(View.Right, DimK, DL) ? isBelow(B, M, 2) : B.getFalse();
}

/// Tiles that are always whole would mostly be padding.
Value *SlenderTest::fillsFewTiles(IRBuilderBase &B) {
  Value *M = size(B, View.Row), *N = size(B, View.Col);
  auto TilesOf = [&](Value *Size, uint64_t Tile) {
    return B.CreateUDiv(B.CreateAdd(Size, B.getInt64(Tile - 1)),
                        B.getInt64(Tile));
  };
  const bool Slow =
      sumsInside(View.Nest) && !sumsInAnyOrder(View.Nest) && !Plan.Streams;
  const bool Parts = Plan.hasPartTiles() && !Slow;
  const uint64_t Rows = Parts ? Plan.Lanes : Plan.MR;
  const uint64_t Cols = Parts ? Plan.PartCols : Plan.NR;
  Value *Elements = B.CreateMul(B.CreateMul(M, N), B.getInt64(Slow ? 1 : 3));
  Value *Tiles = B.CreateMul(TilesOf(M, Rows), TilesOf(N, Cols));
  Value *Least = B.CreateMul(Tiles, B.getInt64(Slow ? 5 : Rows * Cols));
  Value *Few = B.CreateICmpULT(Elements, Least);
  if (Plan.hasPartTiles() && Slow)
    return Few;
  return B.CreateOr(
      isBelow(B, size(B, DimK), Plan.Streams ? MinStreamedDepth : 2), Few);
}

/// i1, by the sizes alone: whether a way for thin products is taken.
Value *SlenderTest::isThin(IRBuilderBase &B) {
  const RoleView Across(View.Nest, View.Row == DimI);
  if (!canBeThin(Across, Plan))
    return B.getFalse();
  const ThinSizes Sizes = thinSizes(Across, Plan);
  return B.CreateAnd(
      B.CreateNot(B.CreateOr(isBelow(B, size(B, View.Col), Sizes.MinRows),
                             isBelow(B, size(B, DimK), Sizes.MinDepth))),
      isBelow(B, size(B, View.Row), Sizes.MostCols + 1));
}

Value *SlenderTest::hasShortRows(IRBuilderBase &B) {
  Value *M = size(B, View.Row), *N = size(B, View.Col), *K = size(B, DimK);
  Value *Depth = B.CreateMul(B.CreateMul(M, M), K);
  Value *Work = B.CreateMul(M, cutProduct(B, N, K));
  Value *IsLittle = B.CreateOr(isBelow(B, Depth, MinShortDepth),
                               isBelow(B, Work, MinShortWork));
  // One addition after the other: a single sum takes no longer in the source.
  Value *IsOne = isBelow(B, B.CreateMul(M, N), 2);
  return B.CreateOr(IsOne, B.CreateAnd(IsLittle, B.CreateNot(isThin(B))));
}

} // namespace gemmify
