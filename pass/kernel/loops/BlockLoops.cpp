//===- BlockLoops.cpp - The tiles of one packed block ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockLoops.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/emit/RegionBounds.h"
#include "pass/kernel/emit/RunTable.h"
#include "pass/kernel/pack/PackStep.h"

using namespace llvm;

namespace gemmify {

BlockLoops::BlockLoops(KernelContext &Ctx, const BlockRoom &Room)
    : Ctx(Ctx), B(Ctx.B), MR(Ctx.Plan.MR), NR(Ctx.Plan.NR), Room(Room),
      ColRuns(Room.RowRuns ? Ctx.createBuffer(B.getInt8Ty(),
                                              NR * RunTable::EntryBytes, "runs")
                           : nullptr),
      Tile(Ctx, Room.RightInPlace ? TileSource::LeftOnly : TileSource::Packed) {
}

static RegionBounds::Span spanOf(IRBuilderBase &B, IndexRange R) {
  return {R.First, B.CreateAdd(R.First, R.Count)};
}

void BlockLoops::emit(Range Rows, Range Cols, Range Ks, Range Group) {
  Value *Packs = Room.PacksLeft ? Room.PacksLeft : B.getTrue();
  emitIf(B, "pack.left", Packs, [&] {
    emitPackStep(Ctx,
                 {Ctx.Left, Ctx.View.Row, MR, Rows.First, Rows.Count, Ks.First,
                  Ks.Count, Room.Column},
                 Room.Left, Room.LeftBytes);
  });
  if (Ctx.View.Nest.Region)
    return emitRegionBlock(Rows, Cols, Ks, Group);
  if (Room.RowRuns)
    return emitBlockInRuns(Rows, Cols, Ks, Group);
  emitLoop(B, "jr", B.getInt64(0), Cols.Count, NR, true, [&](Value *Col) {
    Value *First = emitRun(Rows, Cols, Ks, Group, Col);
    emitLoop(B, "ir", First, Rows.Count, MR, First == B.getInt64(0),
             [&](Value *Row) {
               Tile.emit(tileAt(Rows, Cols, Ks, Group, Row, Col));
             });
  });
}

/// The same where axes of C do not fold.
void BlockLoops::emitBlockInRuns(Range Rows, Range Cols, Range Ks,
                                 Range Group) {
  const AffineRef &C = Ctx.View.Nest.C;
  const RunTable InRows(Ctx, C, Ctx.View.Row, Rows, MR, Room.RowRuns);
  Value *MayCut = Tile.mayCut(Ks.Count);
  Value *Ahead = B.getInt64(MR * Ctx.Plan.Tune.Stream.RunAhead);
  emitLoop(B, "jr", B.getInt64(0), Cols.Count, NR, true, [&](Value *Col) {
    Value *First = B.CreateAdd(Cols.First, Col);
    Value *Count = Ctx.valid(Ctx.View.Col, Cols.Count, Col, NR);
    const RunTable InCols(Ctx, C, Ctx.View.Col, {First, Count}, NR, ColRuns);
    emitLoop(B, "ir", B.getInt64(0), Rows.Count, MR, true, [&](Value *Row) {
      Value *Next = B.CreateAdd(Row, Ahead);
      emitIf(B, "tile.next", B.CreateICmpSLT(Next, Rows.Count), [&] {
        const TileJob Job = tileAt(Rows, Cols, Ks, Group, Next, Col);
        Tile.fetch({Job.Row, Job.Col, Job.Rows, Job.Cols});
      });
      Tile.emitInRuns(tileAt(Rows, Cols, Ks, Group, Row, Col), MayCut);
    });
  });
}

/// The columns of tiles with an element in \p Rows. All of these have one in
/// \p Cols.
void BlockLoops::emitRegionBlock(Range Rows, Range Cols, Range Ks,
                                 Range Group) {
  const RegionBounds::Span InCols = spanOf(B, Cols), InRows = spanOf(B, Rows);
  const auto [First, End] = RegionBounds(Ctx).colsWithSome(InCols, InRows);
  Value *Begin = B.CreateSub(First, Cols.First);
  Begin = B.CreateSub(Begin, B.CreateURem(Begin, B.getInt64(NR)));
  emitLoop(B, "jr", Begin, B.CreateSub(End, Cols.First), B.getInt64(NR), true,
           [&](Value *Col) { emitRegionColumn(Rows, Cols, Ks, Group, Col); });
}

/// The tiles of a column that have an element: those with all of theirs, which
/// may be a run, stand together, and those across the border above or below.
void BlockLoops::emitRegionColumn(Range Rows, Range Cols, Range Ks, Range Group,
                                  Value *Col) {
  const RegionBounds Bounds(Ctx);
  Value *Zero = B.getInt64(0), *Height = B.getInt64(MR);
  auto Down = [&](Value *V) { return B.CreateSub(V, B.CreateURem(V, Height)); };
  Value *ColFirst = B.CreateAdd(Cols.First, Col);
  Value *Width = Ctx.smaller(B.CreateSub(Cols.Count, Col), B.getInt64(NR));
  const RegionBounds::Span InCols = spanOf(B, {ColFirst, Width});
  const RegionBounds::Span InRows = spanOf(B, Rows);
  const auto Some = Bounds.rowsWithSome(InRows, InCols);
  const auto All = Bounds.rowsWithAll(InRows, InCols);
  Value *Begin = Down(B.CreateSub(Some.First, Rows.First));
  Value *End = B.CreateSub(Some.End, Rows.First);
  Value *RunBegin =
      Down(B.CreateAdd(B.CreateSub(All.First, Rows.First), B.getInt64(MR - 1)));
  Value *RunRows = B.CreateSub(B.CreateSub(All.End, Rows.First), RunBegin);
  Value *Count = B.CreateUDiv(
      B.CreateBinaryIntrinsic(Intrinsic::smax, RunRows, Zero), Height);
  Value *RunEnd = emitRun(Rows, Cols, Ks, Group, Col, RunBegin, Count);
  auto Skip = [&](Value *Row) {
    return B.CreateSelect(B.CreateICmpEQ(Row, RunBegin), RunEnd, Row);
  };
  emitWhile(
      B, "ir", {Skip(Begin)},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], End); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        TileJob Job = tileAt(Rows, Cols, Ks, Group, S[0], Col);
        Value *Behind = B.CreateAdd(Job.Row, Job.Rows);
        Job.IsWhole = B.CreateAnd({B.CreateICmpSGE(Job.Row, All.First),
                                   B.CreateICmpSLE(Behind, All.End)});
        Tile.emit(Job);
        return {Skip(B.CreateAdd(S[0], Height))};
      });
}

/// Computes the whole tiles of a column, if they may be a run, and returns the
/// first row of the rest.
Value *BlockLoops::emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                           Value *ColOffset) {
  return emitRun(Rows, Cols, Ks, Group, ColOffset, B.getInt64(0), nullptr);
}

/// The same from row \p RowOffset on, for \p Count tiles; null: all.
Value *BlockLoops::emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                           Value *ColOffset, Value *RowOffset, Value *Count) {
  Value *Zero = B.getInt64(0);
  TileJob Job = tileAt(Rows, Cols, Ks, Group, RowOffset, ColOffset);
  Value *MayRun =
      Ctx.all({Tile.mayRun(), B.CreateICmpEQ(Job.Cols, B.getInt64(NR))});
  if (!Count)
    Count = B.CreateUDiv(Rows.Count, B.getInt64(MR));
  emitIf(B, "run", MayRun, [&] {
    Value *Down = B.CreateMul(Ctx.Left.lineBytes(B, Ks.Count), B.getInt64(MR));
    Tile.emitRun(Job, Count, B.getTrue(), Down, Zero);
  });
  Value *Height = B.CreateMul(Count, B.getInt64(MR));
  return addIndices(B, RowOffset, Ctx.select(MayRun, Height, Zero));
}

TileJob BlockLoops::tileAt(Range Rows, Range Cols, Range Ks, Range Group,
                           Value *RowOffset, Value *ColOffset) {
  TileJob Job;
  Job.Row = B.CreateAdd(Rows.First, RowOffset);
  Job.Col = B.CreateAdd(Cols.First, ColOffset);
  Job.Rows =
      Ctx.View.Nest.Region
          ? Ctx.smaller(B.CreateSub(Rows.Count, RowOffset), B.getInt64(MR))
          : Ctx.valid(Ctx.View.Row, Rows.Count, RowOffset, MR);
  Job.Cols = Ctx.valid(Ctx.View.Col, Cols.Count, ColOffset, NR);
  Job.Depth = Ks.Count;
  Job.IsFirst = B.CreateICmpEQ(Ks.First, B.getInt64(0));
  Job.IsLast = B.CreateICmpEQ(B.CreateAdd(Ks.First, Ks.Count), Ctx.size(DimK));
  if (Room.Rest) {
    // The column of tiles, then the tile within it.
    Value *Column = B.CreateMul(ColOffset, Room.GroupRows);
    Value *InColumn =
        B.CreateMul(B.CreateSub(Job.Row, Group.First), B.getInt64(NR));
    Job.Rest = Ctx.elementPtr(Room.Rest, B.CreateAdd(Column, InColumn));
  }
  const PackedSliver Left(B, Ctx.Left, Room.Left, RowOffset, MR, Ks.Count);
  Value *One = B.getInt64(1);
  Job.Left = {Left.Ptr, B.getInt64(MR * Ctx.Left.Bytes), One};
  Job.Left.Sums = Left.Sums;
  if (Room.RightInPlace) {
    Job.Right = operandAt(Ctx, Ctx.View.Right, Ctx.View.Col, Job.Col, Ks.First);
    return Job;
  }
  const PackedSliver Right(B, Ctx.Right, Room.Right, ColOffset, NR, Ks.Count);
  Job.Right = {Right.Ptr, B.getInt64(NR * Ctx.Right.Bytes), One};
  if (!Ctx.More.empty()) {
    Job.Left.Next = Room.LeftBytes;
    Job.Right.Next = Room.RightBytes;
  }
  Job.Right.Sums = Right.Sums;
  return Job;
}

void forBlocks(KernelContext &Ctx, const Twine &Name, IndexRange All,
               Value *Block, function_ref<void(IndexRange)> Body) {
  IRBuilderBase &B = Ctx.B;
  Value *End = B.CreateAdd(All.First, All.Count);
  emitLoop(B, Name, All.First, End, Block, /*RunsOnce=*/true,
           [&](Value *First) {
             Body({First, Ctx.smaller(B.CreateSub(End, First), Block)});
           });
}

IndexRange rowsInRegion(KernelContext &Ctx, IndexRange All, IndexRange Cols) {
  if (!Ctx.View.Nest.Region)
    return All;
  IRBuilderBase &B = Ctx.B;
  const RegionBounds::Span InCols = spanOf(B, Cols);
  const auto [First, End] =
      RegionBounds(Ctx).rowsWithSome(spanOf(B, All), InCols);
  return {First, B.CreateSub(End, First)};
}

/// \p At are the numbers of the outer axes of the batch.
static void forBatch(KernelContext &Ctx, SmallVectorImpl<Value *> &At,
                     function_ref<void()> Body) {
  ArrayRef<const SCEV *> Sizes = Ctx.View.Nest.Batch.Size;
  if (At.size() == Sizes.size()) {
    Ctx.Slices.addresses().setBatch(At);
    return Body();
  }
  emitLoop(Ctx.B, "batch", Ctx.B.getInt64(0), Ctx.Sig.get(Sizes[At.size()]), 1,
           /*RunsOnce=*/true, [&](Value *Step) {
             At.push_back(Step);
             forBatch(Ctx, At, Body);
           });
}

void forEachProduct(KernelContext &Ctx, function_ref<void()> Body) {
  SmallVector<Value *, 2> At;
  forBatch(Ctx, At, Body);
}

} // namespace gemmify
