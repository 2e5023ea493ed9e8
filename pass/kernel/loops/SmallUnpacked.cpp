//===- SmallUnpacked.cpp - Tiles of a few rows of C -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallUnpacked.h"
#include "GotoLoops.h"
#include "pass/kernel/build/MacroKernel.h"
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

Value *isSmallUnpacked(KernelContext &Ctx, const TileEmitter &Tile) {
  IRBuilderBase &B = Ctx.B;
  const BlockingPlan &Plan = Ctx.Plan;
  const uint64_t LongSide = Plan.Tune.Unpacked.LongSide;
  const uint64_t Most = Plan.Tune.Unpacked.SmallTiles * Plan.MR;
  if (!Ctx.View.ReadsLeft || !Ctx.View.ReadsRight || Plan.TiledKC < LongSide ||
      Most > LongSide)
    return B.getFalse();
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *IsOther = B.CreateICmpUGT(B.CreateSub(M, B.getInt64(Plan.Lanes)),
                                   B.getInt64(Most - Plan.Lanes));
  return B.CreateNot(emitOr(B, "rows", IsOther, [&] {
    Value *Sides = B.CreateOr(N, Ctx.size(DimK));
    Value *Evicts =
        isEvicting(B, Ctx.Sig.get(Ctx.View.Left.plain()->Stride[DimK]), Plan);
    return B.CreateNot(Ctx.all({Tile.mayBeSlender(), Ctx.hasWholeColumns(),
                                B.CreateICmpULT(Sides, B.getInt64(LongSide)),
                                fillsTiles(Ctx, M), B.CreateNot(Evicts)}));
  }));
}

void emitSmallUnpacked(KernelContext &Ctx, TileEmitter &Tile) {
  IRBuilderBase &B = Ctx.B;
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *Zero = B.getInt64(0);
  Value *Height =
      Ctx.select(B.CreateICmpSLT(M, B.getInt64(Ctx.Plan.MR)),
                 B.getInt64(Ctx.Plan.Lanes), B.getInt64(Ctx.Plan.MR));
  emitLoop(B, "row", Zero, M, Height, true, [&](Value *Row) {
    TileJob Job;
    Job.Row = Row;
    Job.Rows = Ctx.smaller(B.CreateSub(M, Row), Height);
    Tile.shiftBack(Job, B.getTrue());
    Job.Depth = Ctx.size(DimK);
    Job.Left = operandAt(Ctx, Ctx.View.Left, Ctx.View.Row, Job.Row, Zero);
    auto More = [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], N); };
    emitWhile(
        B, "col", {Zero}, More,
        [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
          Job.Col = S[0];
          Job.Cols = nextColumns(Ctx, B.CreateSub(N, S[0]));
          Job.Right = operandAt(Ctx, Ctx.View.Right, Ctx.View.Col, S[0], Zero);
          Tile.emitInPlace(Job);
          return {B.CreateAdd(S[0], Job.Cols)};
        },
        /*RunsOnce=*/true);
  });
}

} // namespace gemmify
