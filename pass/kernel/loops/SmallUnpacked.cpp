//===- SmallUnpacked.cpp - Tiles of a few rows of C -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallUnpacked.h"
#include "GotoLoops.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/tile/Tile.h"
#include "pass/kernel/tile/TileShapes.h"
#include "pass/plan/EdgeShapes.h"

using namespace llvm;

namespace gemmify {

/// i1: whether tiles of whole vectors fill \p M rows, at least a vector, as
/// well as other shapes would: tiles of mr rows, the last of which may begin
/// further up; or of one vector, unless there are enough columns for wide
/// tiles.
static Value *fillsTiles(KernelContext &Ctx, Value *M) {
  IRBuilderBase &B = Ctx.B;
  const BlockingPlan &Plan = Ctx.Plan;
  Value *Rest =
      B.CreateSub(B.CreateURem(M, B.getInt64(Plan.MR)), B.getInt64(1));
  Value *HasLast = B.CreateICmpUGE(Rest, B.getInt64(Plan.Lanes));
  Value *HasTiles = B.CreateICmpSGE(M, B.getInt64(Plan.MR));
  Value *HasFew =
      B.CreateICmpSLT(Ctx.size(Ctx.View.Col), B.getInt64(wideCols(Plan)));
  return B.CreateSelect(HasTiles, HasLast, HasFew);
}

/// The most rows.
static uint64_t mostRows(const BlockingPlan &Plan) {
  return Plan.Tune.Unpacked.SmallTiles * Plan.MR;
}

bool fitsSmallUnpacked(const OperandOrder &View, const BlockingPlan &Plan) {
  const uint64_t LongSide = Plan.Tune.Unpacked.LongSide;
  return View.ReadsLeft && View.ReadsRight && Plan.hasEdgeTiles() &&
         Plan.TiledKC >= LongSide && mostRows(Plan) <= LongSide;
}

Value *isSmallUnpacked(KernelContext &Ctx) {
  IRBuilderBase &B = Ctx.B;
  const BlockingPlan &Plan = Ctx.Plan;
  const uint64_t LongSide = Plan.Tune.Unpacked.LongSide;
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *IsOther = B.CreateICmpUGT(B.CreateSub(M, B.getInt64(Plan.Lanes)),
                                   B.getInt64(mostRows(Plan) - Plan.Lanes));
  return B.CreateNot(emitOr(B, "rows", IsOther, [&] {
    Value *Sides = B.CreateOr(N, Ctx.size(DimK));
    Value *Evicts =
        isEvicting(B, Ctx.Sig.get(Ctx.View.Left.plain()->Stride[DimK]), Plan);
    return B.CreateNot(
        Ctx.all({DirectTiles(Ctx).mayBeSlender(), Ctx.hasWholeColumns(),
                 B.CreateICmpULT(Sides, B.getInt64(LongSide)),
                 fillsTiles(Ctx, M), B.CreateNot(Evicts)}));
  }));
}

void emitSmallUnpacked(KernelContext &Ctx) {
  IRBuilderBase &B = Ctx.B;
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *Zero = B.getInt64(0), *Depth = Ctx.size(DimK);
  Value *Height =
      Ctx.select(B.CreateICmpSLT(M, B.getInt64(Ctx.Plan.MR)),
                 B.getInt64(Ctx.Plan.Lanes), B.getInt64(Ctx.Plan.MR));
  const DirectTiles InC(Ctx);
  Value *Starts = emitStarts(Ctx);
  UnpackedEdge Tile(Ctx);
  emitLoop(B, "row", Zero, M, Height, true, [&](Value *From) {
    Value *Left = Ctx.smaller(B.CreateSub(M, From), Height);
    Value *Keep = rowsKept(Ctx, Left);
    Value *Row = B.CreateSub(From, Keep), *Rows = B.CreateAdd(Left, Keep);
    const TileOperand OfLeft =
        operandAt(Ctx, Ctx.View.Left, Ctx.View.Row, Row, Zero);
    auto More = [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], N); };
    emitWhile(
        B, "col", {Zero}, More,
        [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
          Value *Cols = nextColumns(Ctx, B.CreateSub(N, S[0]));
          const TileOperand OfRight =
              operandAt(Ctx, Ctx.View.Right, Ctx.View.Col, S[0], Zero);
          const TilePlace To = InC.at(Row, S[0]);
          const TilePlace Start =
              Starts ? TilePlace{Starts, bufferStride(Ctx, Rows)} : To;
          Tile.emitCall(OfLeft, OfRight, Depth, Start, To, Rows, Cols, Keep,
                        B.getInt64(1));
          return {B.CreateAdd(S[0], Cols)};
        },
        /*RunsOnce=*/true);
  });
}

} // namespace gemmify
