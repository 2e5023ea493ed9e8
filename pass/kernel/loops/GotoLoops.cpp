//===- GotoLoops.cpp - The blocked and packed product ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GotoLoops.h"
#include "BlockSizes.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/emit/RegionBounds.h"
#include "pass/kernel/emit/RunTable.h"
#include "pass/kernel/pack/PackPlanes.h"
#include "pass/kernel/pack/PackStep.h"
#include "pass/kernel/tile/Tile.h"

using namespace llvm;

namespace gemmify {

namespace {

class GotoLoops {
public:
  /// \p Share: null means all of the product.
  GotoLoops(KernelContext &Ctx, const PackingLayout &L,
            const ProductShare *Share = nullptr)
      : Ctx(Ctx), B(Ctx.B), L(L), MR(Ctx.Plan.MR), NR(Ctx.Plan.NR),
        Share(Share), Space(Ctx) {}

  void emit();
  Value *workspaceBytes();

private:
  using Range = IndexRange;
  bool mayTransposePlanes() const;
  void forBatch(SmallVectorImpl<Value *> &At);
  void emitProduct();
  void chooseSizes();
  void planWorkspace();
  void obtainWorkspace();
  void forBlocks(const Twine &Name, Range All, Value *Block,
                 function_ref<void(Range)> Body);
  void emitRowGroup(Range Rows, Range Cols);
  void emitBlock(Range Rows, Range Cols, Range Ks, Range Group);
  void emitBlockInRuns(Range Rows, Range Cols, Range Ks, Range Group);
  void emitRegionBlock(Range Rows, Range Cols, Range Ks, Range Group);
  void emitRegionColumn(Range Rows, Range Cols, Range Ks, Range Group,
                        Value *Col);
  static RegionBounds::Span spanOf(IRBuilderBase &B, Range R) {
    return {R.First, B.CreateAdd(R.First, R.Count)};
  }
  Range rowsOf(Range Cols);
  Value *emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                 Value *ColOffset);
  Value *emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                 Value *ColOffset, Value *RowOffset, Value *Count);
  TileJob tileAt(Range Rows, Range Cols, Range Ks, Range Group,
                 Value *RowOffset, Value *ColOffset);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackingLayout &L;
  const unsigned MR, NR;
  const ProductShare *const Share;
  KernelWorkspace Space;
  Value *M, *N, *K;
  Value *MC, *KC, *NC, *GroupRows;
  Value *PackedLeft, *PackedRight, *Rest = nullptr;
  Value *LeftBytes, *RightBytes; ///< Of the packed block of one product.
  unsigned LeftSpace, RightSpace, RestSpace, ColumnSpace, RunSpace;
  Value *Column = nullptr;  ///< See PackedBlock.
  Value *RowRuns = nullptr; ///< For RunTable; null: C folds.
  Value *ColRuns;
  std::optional<TileEmitter> Tile;
};

void GotoLoops::chooseSizes() {
  M = Ctx.size(Ctx.View.Row);
  N = Ctx.size(Ctx.View.Col);
  K = Ctx.size(DimK);
  const BlockSizes Sizes = chooseBlocks(Ctx, L);
  MC = Sizes.Rows;
  KC = Sizes.Depth;
  NC = Sizes.Cols;
  GroupRows = Sizes.GroupRows;
}

Value *GotoLoops::workspaceBytes() {
  chooseSizes();
  planWorkspace();
  return Space.bytes();
}

void GotoLoops::emit() {
  chooseSizes();
  obtainWorkspace();
  Tile.emplace(Ctx, /*Packed=*/true);
  SmallVector<Value *, 2> At;
  forBatch(At);
  Space.release();
}

/// The product of each step of a batch, where there is one; \p At are the
/// numbers of its outer axes.
void GotoLoops::forBatch(SmallVectorImpl<Value *> &At) {
  ArrayRef<const SCEV *> Sizes = Ctx.View.Nest.Batch.Size;
  if (At.size() == Sizes.size()) {
    Ctx.Slices.addresses().setBatch(At);
    return emitProduct();
  }
  emitLoop(B, "batch", B.getInt64(0), Ctx.Sig.get(Sizes[At.size()]), 1,
           /*RunsOnce=*/true, [&](Value *Step) {
             At.push_back(Step);
             forBatch(At);
           });
}

void GotoLoops::emitProduct() {
  const Range AllCols = Share ? Share->Cols : Range{B.getInt64(0), N};
  forBlocks("jc", AllCols, NC, [&](Range Cols) {
    const Range All = rowsOf(Cols);
    auto Body = [&] {
      if (!L.RestRows)
        return emitRowGroup(All, Cols);
      forBlocks("group", All, GroupRows,
                [&](Range Rows) { emitRowGroup(Rows, Cols); });
    };
    if (!Share || !Ctx.View.Nest.Region)
      return Body();
    emitIf(B, "some", B.CreateICmpSGT(All.Count, B.getInt64(0)), Body);
  });
}

/// Those that have an element in \p Cols.
GotoLoops::Range GotoLoops::rowsOf(Range Cols) {
  const Range All = Share ? Share->Rows : Range{B.getInt64(0), M};
  if (!Ctx.View.Nest.Region)
    return All;
  const RegionBounds::Span InCols = spanOf(B, Cols);
  const auto [First, End] =
      RegionBounds(Ctx).rowsWithSome(spanOf(B, All), InCols);
  return {First, B.CreateSub(End, First)};
}

void GotoLoops::planWorkspace() {
  Value *Products = B.getInt64(Ctx.View.Nest.Step.count());
  LeftBytes = B.CreateMul(MC, Ctx.Left.lineBytes(B, KC));
  RightBytes = B.CreateMul(NC, Ctx.Right.lineBytes(B, KC));
  LeftSpace = Space.add(B.CreateMul(LeftBytes, Products));
  RightSpace = Space.add(B.CreateMul(RightBytes, Products));
  if (L.RestRows)
    RestSpace = Space.add(
        B.CreateMul(B.CreateMul(GroupRows, NC), B.getInt64(Ctx.ElemBytes)));
  if (mayTransposePlanes())
    ColumnSpace = Space.add(
        columnBytes(Ctx, B.CreateBinaryIntrinsic(Intrinsic::smax, MC, NC)));
  if (findsRuns(Ctx, L))
    RunSpace = Space.add(B.CreateMul(MC, B.getInt64(RunTable::EntryBytes)));
}

void GotoLoops::obtainWorkspace() {
  planWorkspace();
  if (Share)
    Space.place(Share->Workspace);
  else
    Space.obtain(L.Home, L.MaxBytes);
  PackedLeft = Space.buffer(LeftSpace);
  PackedRight = Space.buffer(RightSpace);
  if (L.RestRows)
    Rest = Space.buffer(RestSpace);
  if (mayTransposePlanes())
    Column = Space.buffer(ColumnSpace);
  if (!findsRuns(Ctx, L))
    return;
  RowRuns = Space.buffer(RunSpace);
  ColRuns = Ctx.createBuffer(B.getInt8Ty(), NR * RunTable::EntryBytes, "runs");
}

/// Whether an operand may be packed by planes, with room for a column.
bool GotoLoops::mayTransposePlanes() const {
  return L.Home == WorkspaceHome::Heap &&
         (mayHavePlanes(Ctx, Ctx.Left, Ctx.View.Row) ||
          mayHavePlanes(Ctx, Ctx.Right, Ctx.View.Col));
}

void GotoLoops::forBlocks(const Twine &Name, Range All, Value *Block,
                          function_ref<void(Range)> Body) {
  Value *End = B.CreateAdd(All.First, All.Count);
  emitLoop(B, Name, All.First, End, Block, /*RunsOnce=*/true,
           [&](Value *First) {
             Body({First, Ctx.smaller(B.CreateSub(End, First), Block)});
           });
}

void GotoLoops::emitRowGroup(Range Rows, Range Cols) {
  forBlocks("pc", {B.getInt64(0), K}, KC, [&](Range Ks) {
    emitPackStep(Ctx,
                 {Ctx.Right, Ctx.View.Col, NR, Cols.First, Cols.Count, Ks.First,
                  Ks.Count, Column},
                 PackedRight, RightBytes);
    forBlocks("ic", Rows, MC,
              [&](Range Block) { emitBlock(Block, Cols, Ks, Rows); });
  });
}

void GotoLoops::emitBlock(Range Rows, Range Cols, Range Ks, Range Group) {
  emitPackStep(Ctx,
               {Ctx.Left, Ctx.View.Row, MR, Rows.First, Rows.Count, Ks.First,
                Ks.Count, Column},
               PackedLeft, LeftBytes);
  if (Ctx.View.Nest.Region)
    return emitRegionBlock(Rows, Cols, Ks, Group);
  if (RowRuns)
    return emitBlockInRuns(Rows, Cols, Ks, Group);
  emitLoop(B, "jr", B.getInt64(0), Cols.Count, NR, true, [&](Value *Col) {
    Value *First = emitRun(Rows, Cols, Ks, Group, Col);
    emitLoop(B, "ir", First, Rows.Count, MR, First == B.getInt64(0),
             [&](Value *Row) {
               Tile->emit(tileAt(Rows, Cols, Ks, Group, Row, Col));
             });
  });
}

/// The same where axes of C do not fold.
void GotoLoops::emitBlockInRuns(Range Rows, Range Cols, Range Ks, Range Group) {
  const AffineRef &C = Ctx.View.Nest.C;
  const RunTable InRows(Ctx, C, Ctx.View.Row, Rows, MR, RowRuns);
  Value *MayCut = Tile->mayCut(Ks.Count);
  Value *Ahead = B.getInt64(MR * Ctx.Plan.Tune.Stream.RunAhead);
  emitLoop(B, "jr", B.getInt64(0), Cols.Count, NR, true, [&](Value *Col) {
    Value *First = B.CreateAdd(Cols.First, Col);
    Value *Count = Ctx.valid(Ctx.View.Col, Cols.Count, Col, NR);
    const RunTable InCols(Ctx, C, Ctx.View.Col, {First, Count}, NR, ColRuns);
    emitLoop(B, "ir", B.getInt64(0), Rows.Count, MR, true, [&](Value *Row) {
      Value *Next = B.CreateAdd(Row, Ahead);
      emitIf(B, "tile.next", B.CreateICmpSLT(Next, Rows.Count), [&] {
        const TileJob Job = tileAt(Rows, Cols, Ks, Group, Next, Col);
        Tile->fetch({Job.Row, Job.Col, Job.Rows, Job.Cols});
      });
      Tile->emitInRuns(tileAt(Rows, Cols, Ks, Group, Row, Col), MayCut);
    });
  });
}

/// The columns of tiles with an element in \p Rows. All of these have one in
/// \p Cols.
void GotoLoops::emitRegionBlock(Range Rows, Range Cols, Range Ks, Range Group) {
  const RegionBounds::Span InCols = spanOf(B, Cols), InRows = spanOf(B, Rows);
  const auto [First, End] = RegionBounds(Ctx).colsWithSome(InCols, InRows);
  Value *Begin = B.CreateSub(First, Cols.First);
  Begin = B.CreateSub(Begin, B.CreateURem(Begin, B.getInt64(NR)));
  emitLoop(B, "jr", Begin, B.CreateSub(End, Cols.First), B.getInt64(NR), true,
           [&](Value *Col) { emitRegionColumn(Rows, Cols, Ks, Group, Col); });
}

/// The tiles of a column that have an element: those with all of theirs, which
/// may be a run, stand together, and those across the border above or below.
void GotoLoops::emitRegionColumn(Range Rows, Range Cols, Range Ks, Range Group,
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
        Tile->emit(Job);
        return {Skip(B.CreateAdd(S[0], Height))};
      });
}

/// Computes the whole tiles of a column, if they may be a run, and returns the
/// first row of the rest.
Value *GotoLoops::emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                          Value *ColOffset) {
  return emitRun(Rows, Cols, Ks, Group, ColOffset, B.getInt64(0), nullptr);
}

/// The same from row \p RowOffset on, for \p Count tiles; null: all.
Value *GotoLoops::emitRun(Range Rows, Range Cols, Range Ks, Range Group,
                          Value *ColOffset, Value *RowOffset, Value *Count) {
  Value *Zero = B.getInt64(0);
  TileJob Job = tileAt(Rows, Cols, Ks, Group, RowOffset, ColOffset);
  Value *MayRun =
      Ctx.all({Tile->mayRun(), B.CreateICmpEQ(Job.Cols, B.getInt64(NR))});
  if (!Count)
    Count = B.CreateUDiv(Rows.Count, B.getInt64(MR));
  emitIf(B, "run", MayRun, [&] {
    Value *Down = B.CreateMul(Ctx.Left.lineBytes(B, Ks.Count), B.getInt64(MR));
    Tile->emitRun(Job, Count, B.getTrue(), Down, Zero);
  });
  Value *Height = B.CreateMul(Count, B.getInt64(MR));
  return addIndices(B, RowOffset, Ctx.select(MayRun, Height, Zero));
}

TileJob GotoLoops::tileAt(Range Rows, Range Cols, Range Ks, Range Group,
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
  Job.IsLast = B.CreateICmpEQ(B.CreateAdd(Ks.First, Ks.Count), K);
  if (Rest) {
    // The column of tiles, then the tile within it.
    Value *Column = B.CreateMul(ColOffset, GroupRows);
    Value *InColumn =
        B.CreateMul(B.CreateSub(Job.Row, Group.First), B.getInt64(NR));
    Job.Rest = Ctx.elementPtr(Rest, B.CreateAdd(Column, InColumn));
  }
  const PackedSliver Left(B, Ctx.Left, PackedLeft, RowOffset, MR, Ks.Count);
  const PackedSliver Right(B, Ctx.Right, PackedRight, ColOffset, NR, Ks.Count);
  Value *One = B.getInt64(1);
  Job.Left = {Left.Ptr, B.getInt64(MR * Ctx.Left.Bytes), One};
  Job.Right = {Right.Ptr, B.getInt64(NR * Ctx.Right.Bytes), One};
  if (!Ctx.More.empty()) {
    Job.Left.Next = LeftBytes;
    Job.Right.Next = RightBytes;
  }
  Job.Left.Sums = Left.Sums;
  Job.Right.Sums = Right.Sums;
  return Job;
}

} // namespace

void emitGotoLoops(KernelContext &Ctx, const PackingLayout &Layout) {
  GotoLoops(Ctx, Layout).emit();
}

Value *gotoWorkspaceBytes(KernelContext &Ctx, const PackingLayout &Layout) {
  return GotoLoops(Ctx, Layout).workspaceBytes();
}

void emitGotoShare(KernelContext &Ctx, const PackingLayout &Layout,
                   const ProductShare &Share) {
  GotoLoops(Ctx, Layout, &Share).emit();
}

} // namespace gemmify
