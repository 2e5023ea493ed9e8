//===- TileShapes.cpp - Rows and columns of unpacked tiles ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileShapes.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/loops/GotoLoops.h"
#include "pass/plan/EdgeShapes.h"

using namespace llvm;

namespace gemmify {

/// Tiles have more rows than mr where there are few columns, and a single
/// vector where fewer than mr rows leave no room to shift back.
TileShapes::TileShapes(KernelContext &Ctx, Value *Slender, Value *Shifts,
                       Value *LeftInPlace, Value *RightInPlace, Value *MayEnd)
    : Ctx(Ctx), B(Ctx.B), MR(Ctx.Plan.MR), NR(Ctx.Plan.NR), Slender(Slender),
      M(Ctx.size(Ctx.View.Row)), N(Ctx.size(Ctx.View.Col)), Shifts(Shifts) {
  HasEnd = ends(RightInPlace, MayEnd);
  const unsigned Lanes = Ctx.Plan.Lanes;
  Value *Never = B.getInt64(std::numeric_limits<int64_t>::max());
  Value *IsLow = Ctx.all({Shifts, B.CreateICmpSLT(M, B.getInt64(MR))});
  UsualRows = Ctx.select(IsLow, B.getInt64(Lanes), B.getInt64(MR));
  Value *MayBeHigh = Ctx.all({Slender, LeftInPlace});
  for (unsigned Cols : {NR / 3, NR / 4}) {
    const unsigned Rows = tallRows(Ctx.Plan, Cols);
    const bool IsKnown = !HighTiles.empty() && HighTiles.back().first == Rows;
    if (!Cols || IsKnown || MayBeHigh == B.getFalse())
      continue;
    Value *IsHigh =
        B.CreateAnd(MayBeHigh, B.CreateICmpSLE(N, B.getInt64(Cols)));
    HighTiles.emplace_back(Rows, Ctx.select(IsHigh, B.getInt64(Rows), Never));
  }
  MostAtEnd = Ctx.select(HasEnd, B.getInt64(endRows(Ctx.Plan)), B.getInt64(0));
  Value *MayBeWide = Ctx.all({RightInPlace, B.CreateNot(evictsRight())});
  LeastOfWide = Ctx.select(MayBeWide, B.getInt64(wideCols(Ctx.Plan)), Never);
}

/// i1: whether columns of the right operand evict each other from the cache:
/// more of them than fit a set are fetched for each step of k.
Value *TileShapes::evictsRight() {
  if (!Ctx.View.ReadsRight)
    return B.getFalse();
  Value *Stride = Ctx.Sig.get(Ctx.View.Right.plain()->Stride[Ctx.View.Col]);
  return isEvicting(B, Stride, Ctx.Plan);
}

Value *TileShapes::ends(Value *RightInPlace, Value *MayEnd) {
  const unsigned Rows = endRows(Ctx.Plan);
  if (!Rows || Ctx.isWhole(Ctx.View.Row, MR))
    return B.getFalse();
  Value *Over = B.CreateURem(M, B.getInt64(MR));
  return Ctx.all({Shifts, RightInPlace, MayEnd,
                  B.CreateICmpSGE(M, B.getInt64(Rows)),
                  B.CreateICmpULT(B.CreateSub(Over, B.getInt64(1)),
                                  B.getInt64(Ctx.Plan.Lanes)),
                  B.CreateICmpSGT(N, B.getInt64(NR / 3))});
}

Value *TileShapes::rowsFrom(Value *Row) {
  if (Ctx.isWhole(Ctx.View.Row, MR))
    return Ctx.valid(Ctx.View.Row, M, Row, MR);
  Value *Left = B.CreateSub(M, Row), *Rows = UsualRows;
  for (auto [High, Least] : HighTiles)
    Rows = Ctx.select(B.CreateICmpSGE(Left, Least), B.getInt64(High), Rows);
  if (HasEnd != B.getFalse())
    Rows = Ctx.select(B.CreateICmpSLE(Left, MostAtEnd),
                      B.getInt64(endRows(Ctx.Plan)), Rows);
  return Ctx.smaller(Left, Rows);
}

Value *nextColumns(KernelContext &Ctx, Value *Left) {
  IRBuilderBase &B = Ctx.B;
  const unsigned NR = Ctx.Plan.NR;
  Value *Half = B.CreateLShr(B.CreateAdd(Left, B.getInt64(1)), 1);
  Value *IsShort = B.CreateICmpULT(B.CreateSub(Left, B.getInt64(NR + 1)),
                                   B.getInt64(NR / 2));
  return Ctx.select(IsShort, Half, Ctx.smaller(Left, B.getInt64(NR)));
}

/// More columns than nr where \p Rows are one vector, fewer where they are more
/// than mr.
Value *TileShapes::columnsFrom(Value *Col, Value *Rows) {
  if (Ctx.isWhole(Ctx.View.Col, NR) && HasEnd == B.getFalse())
    return Ctx.valid(Ctx.View.Col, N, Col, NR);
  Value *Left = B.CreateSub(N, Col);
  Value *Cols = nextColumns(Ctx, Left);
  if (HasEnd != B.getFalse()) {
    // High tiles have fewer columns in any case.
    Value *IsHigher = B.CreateICmpSGT(Rows, B.getInt64(MR));
    Value *Most = B.getInt64(endCols(Ctx.Plan));
    Cols = Ctx.select(IsHigher, Ctx.smaller(Left, Most), Cols);
  }
  if (wideCols(Ctx.Plan) == NR)
    return Cols;
  Value *IsWide =
      B.CreateAnd({B.CreateICmpSLE(Rows, B.getInt64(Ctx.Plan.Lanes)),
                   B.CreateICmpSGE(Left, LeastOfWide)});
  return Ctx.select(IsWide, B.getInt64(wideCols(Ctx.Plan)), Cols);
}

Value *TileShapes::tilesBelow(const TileJob &Job, Value *Rows) {
  Value *Count = B.getInt64(1);
  for (auto [High, Least] : HighTiles) {
    Value *Whole = B.CreateUDiv(Rows, B.getInt64(High));
    Value *IsHigh = B.CreateICmpEQ(Job.Rows, B.getInt64(High));
    Count = Ctx.select(IsHigh, Whole, Count);
  }
  if (!followsBelow(Ctx.Plan, {MR, NR - 1}))
    return Count;
  Value *HasRows = B.CreateICmpEQ(Job.Rows, B.getInt64(MR));
  Value *HasCols =
      B.CreateICmpULT(B.CreateSub(Job.Cols, B.getInt64(NR / 2 + 1)),
                      B.getInt64(NR - NR / 2 - 1));
  Value *IsLast = Ctx.all({Slender, HasRows, HasCols});
  return Ctx.select(IsLast, B.CreateUDiv(Rows, B.getInt64(MR)), Count);
}

Value *TileShapes::tilesBeside(const TileJob &Job) {
  Value *One = B.getInt64(1);
  if (HasEnd == B.getFalse())
    return One;
  Value *Width = B.getInt64(endCols(Ctx.Plan));
  Value *IsEnd =
      B.CreateAnd({B.CreateICmpEQ(Job.Rows, B.getInt64(endRows(Ctx.Plan))),
                   B.CreateICmpEQ(Job.Cols, Width)});
  Value *Count = B.CreateUDiv(B.CreateSub(N, Job.Col), Width);
  return Ctx.select(IsEnd, Count, One);
}

} // namespace gemmify
