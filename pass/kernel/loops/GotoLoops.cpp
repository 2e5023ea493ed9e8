//===- GotoLoops.cpp - The blocked and packed product ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GotoLoops.h"
#include "BlockLoops.h"
#include "BlockSizes.h"
#include "pass/kernel/emit/RunTable.h"
#include "pass/kernel/pack/PackPlanes.h"
#include "pass/kernel/pack/PackStep.h"

using namespace llvm;

namespace gemmify {

namespace {

class GotoLoops {
public:
  GotoLoops(KernelContext &Ctx, const PackingLayout &L)
      : Ctx(Ctx), B(Ctx.B), L(L), Sizes(chooseBlocks(Ctx, L)), Space(Ctx) {}

  void emit();

private:
  using Range = IndexRange;
  void obtainWorkspace();
  void emitProduct(BlockLoops &Blocks);
  void emitRowGroup(BlockLoops &Blocks, Range Rows, Range Cols);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackingLayout &L;
  const BlockSizes Sizes;
  KernelWorkspace Space;
  BlockRoom Room;
};

} // namespace

void GotoLoops::emit() {
  obtainWorkspace();
  BlockLoops Blocks(Ctx, Room);
  forEachProduct(Ctx, [&] { emitProduct(Blocks); });
  Space.release();
}

void GotoLoops::obtainWorkspace() {
  Value *Products = B.getInt64(Ctx.View.Nest.Step.count());
  Room.LeftBytes = B.CreateMul(Sizes.Rows, Ctx.Left.lineBytes(B, Sizes.Depth));
  Room.RightBytes =
      B.CreateMul(Sizes.Cols, Ctx.Right.lineBytes(B, Sizes.Depth));
  Room.GroupRows = Sizes.GroupRows;
  const unsigned Left = Space.add(B.CreateMul(Room.LeftBytes, Products));
  const unsigned Right = Space.add(B.CreateMul(Room.RightBytes, Products));
  unsigned Rest = 0, Column = 0, Runs = 0;
  if (L.RestRows)
    Rest = Space.add(B.CreateMul(B.CreateMul(Sizes.GroupRows, Sizes.Cols),
                                 B.getInt64(Ctx.ElemBytes)));
  if (mayTransposePlanes(Ctx, L))
    Column = Space.add(columnBytes(
        Ctx, B.CreateBinaryIntrinsic(Intrinsic::smax, Sizes.Rows, Sizes.Cols)));
  if (findsRuns(Ctx, L))
    Runs = Space.add(B.CreateMul(Sizes.Rows, B.getInt64(RunTable::EntryBytes)));
  Space.obtain(L.Home, L.MaxBytes);
  Room.Left = Space.buffer(Left);
  Room.Right = Space.buffer(Right);
  if (L.RestRows)
    Room.Rest = Space.buffer(Rest);
  if (mayTransposePlanes(Ctx, L))
    Room.Column = Space.buffer(Column);
  if (findsRuns(Ctx, L))
    Room.RowRuns = Space.buffer(Runs);
}

void GotoLoops::emitProduct(BlockLoops &Blocks) {
  Value *Zero = B.getInt64(0);
  forBlocks(Ctx, "jc", {Zero, Ctx.size(Ctx.View.Col)}, Sizes.Cols,
            [&](Range Cols) {
              const Range All =
                  rowsInRegion(Ctx, {Zero, Ctx.size(Ctx.View.Row)}, Cols);
              if (!L.RestRows)
                return emitRowGroup(Blocks, All, Cols);
              forBlocks(Ctx, "group", All, Sizes.GroupRows,
                        [&](Range Rows) { emitRowGroup(Blocks, Rows, Cols); });
            });
}

void GotoLoops::emitRowGroup(BlockLoops &Blocks, Range Rows, Range Cols) {
  forBlocks(
      Ctx, "pc", {B.getInt64(0), Ctx.size(DimK)}, Sizes.Depth, [&](Range Ks) {
        emitPackStep(Ctx,
                     {Ctx.Right, Ctx.View.Col, Ctx.Plan.NR, Cols.First,
                      Cols.Count, Ks.First, Ks.Count, Room.Column},
                     Room.Right, Room.RightBytes);
        forBlocks(Ctx, "ic", Rows, Sizes.Rows,
                  [&](Range Block) { Blocks.emit(Block, Cols, Ks, Rows); });
      });
}

void emitGotoLoops(KernelContext &Ctx, const PackingLayout &Layout) {
  GotoLoops(Ctx, Layout).emit();
}

} // namespace gemmify
