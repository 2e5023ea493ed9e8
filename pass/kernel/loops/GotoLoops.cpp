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
#include "pass/kernel/pack/KeptPacking.h"
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
  KeptCut cut(bool OfLeft);
  void obtainWorkspace();
  void emitProduct(BlockLoops &Blocks);
  void emitRowGroup(BlockLoops &Blocks, Range Rows, Range Cols);
  void packRight(Range Rows, Range Cols, Range Ks);
  void findLeft(Range Rows, Range Cols, Range Ks);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackingLayout &L;
  const BlockSizes Sizes;
  KernelWorkspace Space;
  BlockRoom Room;
  std::optional<KeptPacking> Left, Right; ///< Where that is kept.
  Value *LeftBuffer, *RightBuffer;        ///< For one block.
};

} // namespace

void GotoLoops::emit() {
  if (const PackedConstant *Packed = Ctx.P.packedConstant(/*OfLeft=*/true))
    Left.emplace(Ctx, cut(true), *Packed);
  if (const PackedConstant *Packed = Ctx.P.packedConstant(/*OfLeft=*/false))
    Right.emplace(Ctx, cut(false), *Packed);
  obtainWorkspace();
  if (Ctx.P.Kept)
    (Ctx.P.KeepsLeft ? Left : Right).emplace(Ctx, cut(Ctx.P.KeepsLeft));
  BlockLoops Blocks(Ctx, Room);
  forEachProduct(Ctx, [&] { emitProduct(Blocks); });
  Space.release();
}

KeptCut GotoLoops::cut(bool OfLeft) {
  Value *Way = B.getInt64(0);
  return OfLeft
             ? KeptCut{Ctx.Left, Ctx.View.Row, Ctx.Plan.MR, Sizes.Depth, Way}
             : KeptCut{Ctx.Right, Ctx.View.Col, Ctx.Plan.NR, Sizes.Depth, Way};
}

void GotoLoops::obtainWorkspace() {
  Value *Products = B.getInt64(Ctx.View.Nest.Step.count());
  auto Bytes = [&](const std::optional<KeptPacking> &Kept, Value *Lines,
                   const PackedOperand &Operand) -> Value * {
    return Kept && Kept->isAlwaysPacked()
               ? B.getInt64(0)
               : B.CreateMul(Lines, Operand.lineBytes(B, Sizes.Depth));
  };
  Room.LeftBytes = Bytes(Left, Sizes.Rows, Ctx.Left);
  Room.RightInPlace = L.RightInPlace;
  Room.RightBytes =
      L.RightInPlace ? B.getInt64(0) : Bytes(Right, Sizes.Cols, Ctx.Right);
  Room.GroupRows = Sizes.GroupRows;
  const unsigned OfLeft = Space.add(B.CreateMul(Room.LeftBytes, Products));
  const unsigned OfRight = Space.add(B.CreateMul(Room.RightBytes, Products));
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
  Room.Left = LeftBuffer = Space.buffer(OfLeft);
  Room.Right = RightBuffer = Space.buffer(OfRight);
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
  forBlocks(Ctx, "pc", {B.getInt64(0), Ctx.size(DimK)}, Sizes.Depth,
            [&](Range Ks) {
              packRight(Rows, Cols, Ks);
              forBlocks(Ctx, "ic", Rows, Sizes.Rows, [&](Range Block) {
                findLeft(Block, Cols, Ks);
                Blocks.emit(Block, Cols, Ks, Rows);
              });
            });
}

/// Each group of rows comes to the same blocks.
void GotoLoops::packRight(Range Rows, Range Cols, Range Ks) {
  if (L.RightInPlace)
    return;
  Value *Packs = B.getTrue();
  if (Right) {
    Room.Right = Right->place(Cols.First, Ks, RightBuffer);
    Packs = Right->packs(B.CreateICmpEQ(Rows.First, B.getInt64(0)));
  }
  emitIf(B, "pack.right", Packs, [&] {
    emitPackStep(Ctx,
                 {Ctx.Right, Ctx.View.Col, Ctx.Plan.NR, Cols.First, Cols.Count,
                  Ks.First, Ks.Count, Room.Column},
                 Room.Right, Room.RightBytes);
  });
}

/// Each block of columns comes to the same blocks.
void GotoLoops::findLeft(Range Rows, Range Cols, Range Ks) {
  if (!Left)
    return;
  Room.Left = Left->place(Rows.First, Ks, LeftBuffer);
  Room.PacksLeft = Left->packs(B.CreateICmpEQ(Cols.First, B.getInt64(0)));
}

void emitGotoLoops(KernelContext &Ctx, const PackingLayout &Layout) {
  GotoLoops(Ctx, Layout).emit();
}

} // namespace gemmify
