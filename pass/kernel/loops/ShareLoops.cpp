//===- ShareLoops.cpp - What one thread of a team computes ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShareLoops.h"
#include "BlockLoops.h"
#include "BlockSizes.h"
#include "pass/kernel/emit/RunTable.h"
#include "pass/kernel/pack/PackPlanes.h"
#include "pass/kernel/pack/PackStep.h"
#include "pass/kernel/runtime/Team.h"

using namespace llvm;

namespace gemmify {

namespace {

class ShareLoops {
public:
  ShareLoops(KernelContext &Ctx, const PackingLayout &L, TeamWays Ways)
      : Ctx(Ctx), B(Ctx.B), L(L), Ways(Ways),
        Shares(B.CreateMul(Ways.Down, Ways.Across)),
        Rows(mostOf(divideUp(B, Ctx.size(Ctx.View.Row), Ctx.Plan.MR), Ways.Down,
                    Ctx.Plan.MR)),
        Sizes(chooseSizes()),
        Cols(mostOf(B.CreateUDiv(Sizes.Cols, B.getInt64(Ctx.Plan.NR)),
                    Ways.Across, Ctx.Plan.NR)),
        Common(Ctx), Own(Ctx) {
    planWorkspace();
  }

  Value *bytes(Value *Threads) const;
  void emit(const TeamPlace &At);

private:
  using Range = IndexRange;

  Value *mostOf(Value *Tiles, Value *Parts, unsigned Unit) const;
  BlockSizes chooseSizes();
  void planWorkspace();
  void placeWorkspace(const TeamPlace &At);
  Range partOf(Range All, unsigned Unit, Value *Which, Value *Parts) const;
  void forMine(const Twine &Name, const TeamPlace &At,
               function_ref<void(Value *)> Body);
  void emitProduct(const TeamPlace &At, BlockLoops &Blocks);
  void emitGroup(const TeamPlace &At, BlockLoops &Blocks, Range Block,
                 Value *Offset);
  void packPart(Range Block, Range Ks, Value *Part);
  void waitForAll();
  void emitShare(BlockLoops &Blocks, Range Block, Range Ks, Value *Offset,
                 Value *Share);
  Range groupOf(Range Mine, Value *Offset) const;
  Value *isShared() const;
  Value *packedColumn(Range Block, Range Part, Value *Which, Range Ks) const;

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackingLayout &L;
  const TeamWays Ways;
  Value *const Shares; ///< How many there are.
  Value *const Rows;   ///< Of a share, at most.
  const BlockSizes Sizes;
  Value *const Cols;           ///< Of a share in one packed block, at most.
  KernelWorkspace Common, Own; ///< The team's, and that of each thread.
  unsigned LeftSpace, RightSpace, RestSpace = 0, ColumnSpace = 0, RunSpace = 0;
  Value *RestBytes = nullptr; ///< Of each share.
  Value *PartBytes;           ///< Of the packed columns of each share, at most.
  BlockRoom Room;             ///< Of the share that is computed.
  Value *Right = nullptr, *Rest = nullptr; ///< Of all of them.
};

} // namespace

/// The lines of the largest of \p Parts parts of \p Tiles, of \p Unit lines.
Value *ShareLoops::mostOf(Value *Tiles, Value *Parts, unsigned Unit) const {
  Value *Up = B.CreateAdd(Tiles, B.CreateSub(Parts, B.getInt64(1)));
  return B.CreateMul(B.CreateUDiv(Up, Parts), B.getInt64(Unit));
}

BlockSizes ShareLoops::chooseSizes() {
  const BlockLimits Limits = {Rows, Ways.Across};
  return chooseBlocks(Ctx, L, &Limits);
}

/// Shares keep sums between blocks of k, so each has room for its own.
void ShareLoops::planWorkspace() {
  Value *Products = B.getInt64(Ctx.View.Nest.Step.count());
  Room.LeftBytes = B.CreateMul(Sizes.Rows, Ctx.Left.lineBytes(B, Sizes.Depth));
  PartBytes = B.CreateMul(Cols, Ctx.Right.lineBytes(B, Sizes.Depth));
  Room.RightBytes = B.CreateMul(PartBytes, Ways.Across);
  Room.GroupRows = Sizes.GroupRows;
  RightSpace = Common.add(B.CreateMul(Room.RightBytes, Products));
  if (L.RestRows) {
    Value *Sums = B.CreateMul(Sizes.GroupRows, Cols);
    RestBytes = B.CreateMul(Sums, B.getInt64(Ctx.ElemBytes));
    RestSpace = Common.add(B.CreateMul(RestBytes, Shares));
  }
  LeftSpace = Own.add(B.CreateMul(Room.LeftBytes, Products));
  if (mayTransposePlanes(Ctx, L))
    ColumnSpace = Own.add(columnBytes(
        Ctx, B.CreateBinaryIntrinsic(Intrinsic::smax, Sizes.Rows, Sizes.Cols)));
  if (findsRuns(Ctx, L))
    RunSpace =
        Own.add(B.CreateMul(Sizes.Rows, B.getInt64(RunTable::EntryBytes)));
}

Value *ShareLoops::bytes(Value *Threads) const {
  Value *Together = Common.bytes();
  return B.CreateAdd(Together, B.CreateMul(Own.bytes(), Threads));
}

void ShareLoops::placeWorkspace(const TeamPlace &At) {
  Common.place(At.Workspace);
  Value *Behind = B.CreatePtrAdd(At.Workspace, Common.bytes());
  Own.place(B.CreatePtrAdd(Behind, B.CreateMul(Own.bytes(), At.Number)));
  Right = Common.buffer(RightSpace);
  Room.Left = Own.buffer(LeftSpace);
  if (L.RestRows)
    Rest = Common.buffer(RestSpace);
  if (mayTransposePlanes(Ctx, L))
    Room.Column = Own.buffer(ColumnSpace);
  if (findsRuns(Ctx, L))
    Room.RowRuns = Own.buffer(RunSpace);
}

/// Part \p Which of \p Parts of \p All in whole tiles of \p Unit lines, which
/// may be empty.
IndexRange ShareLoops::partOf(Range All, unsigned Unit, Value *Which,
                              Value *Parts) const {
  Value *Tiles = divideUp(B, All.Count, Unit);
  auto Bound = [&](Value *Part) {
    Value *Before = B.CreateUDiv(B.CreateMul(Tiles, Part), Parts);
    return Ctx.smaller(B.CreateMul(Before, B.getInt64(Unit)), All.Count);
  };
  Value *First = Bound(Which);
  Value *End = Bound(B.CreateAdd(Which, B.getInt64(1)));
  return {addIndices(B, All.First, First), B.CreateSub(End, First)};
}

/// Emits \p Body for the numbers of shares that this thread is dealt.
void ShareLoops::forMine(const Twine &Name, const TeamPlace &At,
                         function_ref<void(Value *)> Body) {
  emitLoop(B, Name, At.Number, Shares, At.Count, /*RunsOnce=*/false, Body);
}

void ShareLoops::emit(const TeamPlace &At) {
  placeWorkspace(At);
  BlockLoops Blocks(Ctx, Room);
  forEachProduct(Ctx, [&] { emitProduct(At, Blocks); });
}

/// The bounds of these loops do not depend on the thread: each of them waits as
/// often as all others.
void ShareLoops::emitProduct(const TeamPlace &At, BlockLoops &Blocks) {
  Value *Zero = B.getInt64(0);
  forBlocks(
      Ctx, "jc", {Zero, Ctx.size(Ctx.View.Col)}, Sizes.Cols, [&](Range Block) {
        if (!L.RestRows)
          return emitGroup(At, Blocks, Block, Zero);
        emitLoop(B, "group", Zero, Rows, Sizes.GroupRows,
                 /*RunsOnce=*/true,
                 [&](Value *Offset) { emitGroup(At, Blocks, Block, Offset); });
      });
}

/// The rows of each share from \p Offset on.
void ShareLoops::emitGroup(const TeamPlace &At, BlockLoops &Blocks, Range Block,
                           Value *Offset) {
  forBlocks(
      Ctx, "pc", {B.getInt64(0), Ctx.size(DimK)}, Sizes.Depth, [&](Range Ks) {
        forMine("part", At, [&](Value *Part) { packPart(Block, Ks, Part); });
        waitForAll();
        forMine("share", At, [&](Value *Share) {
          emitShare(Blocks, Block, Ks, Offset, Share);
        });
        waitForAll();
      });
}

/// i1: whether several shares read what one thread has packed.
Value *ShareLoops::isShared() const {
  return B.CreateICmpUGT(Ways.Down, B.getInt64(1));
}

/// Where the packed columns of \p Part of \p Block, number \p Which, begin.
/// Those of a thread that does not wait stay in one place: blocks differ in
/// size, and another thread may still read the one before.
Value *ShareLoops::packedColumn(Range Block, Range Part, Value *Which,
                                Range Ks) const {
  Value *Before = B.CreateSub(Part.First, Block.First);
  Value *Shared = B.CreateMul(Before, Ctx.Right.lineBytes(B, Ks.Count));
  Value *Apart = B.CreateMul(Which, PartBytes);
  return B.CreatePtrAdd(Right, B.CreateSelect(isShared(), Shared, Apart));
}

void ShareLoops::packPart(Range Block, Range Ks, Value *Part) {
  const unsigned NR = Ctx.Plan.NR;
  const Range Mine = partOf(Block, NR, Part, Shares);
  emitIf(B, "some", B.CreateIsNotNull(Mine.Count), [&] {
    emitPackStep(Ctx,
                 {Ctx.Right, Ctx.View.Col, NR, Mine.First, Mine.Count, Ks.First,
                  Ks.Count, Room.Column},
                 packedColumn(Block, Mine, Part, Ks), Room.RightBytes);
  });
}

void ShareLoops::waitForAll() {
  emitIf(B, "together", isShared(), [&] { emitBarrier(B); });
}

/// Those rows of \p Mine that keep sums together, from \p Offset on.
IndexRange ShareLoops::groupOf(Range Mine, Value *Offset) const {
  if (!L.RestRows)
    return Mine;
  Value *Left = B.CreateSub(Mine.Count, Offset);
  return {B.CreateAdd(Mine.First, Offset), Ctx.smaller(Left, Sizes.GroupRows)};
}

void ShareLoops::emitShare(BlockLoops &Blocks, Range Block, Range Ks,
                           Value *Offset, Value *Share) {
  Value *Row = B.CreateURem(Share, Ways.Down);
  Value *Col = B.CreateUDiv(Share, Ways.Down);
  const Range All = {B.getInt64(0), Ctx.size(Ctx.View.Row)};
  const Range Mine = partOf(All, Ctx.Plan.MR, Row, Ways.Down);
  const Range Group = groupOf(Mine, Offset);
  const Range InBlock = partOf(Block, Ctx.Plan.NR, Col, Ways.Across);
  auto HasSome = [&](Range R) {
    return B.CreateICmpSGT(R.Count, B.getInt64(0));
  };
  auto Compute = [&](Range Those) {
    Room.Right = packedColumn(Block, InBlock, Col, Ks);
    if (L.RestRows)
      Room.Rest = B.CreatePtrAdd(Rest, B.CreateMul(RestBytes, Share));
    forBlocks(Ctx, "ic", Those, Sizes.Rows,
              [&](Range Block) { Blocks.emit(Block, InBlock, Ks, Group); });
  };
  Value *HasRows = HasSome(Group), *HasCols = HasSome(InBlock);
  emitIf(B, "some", B.CreateAnd(HasRows, HasCols), [&] {
    if (!Ctx.View.Nest.Region)
      return Compute(Group);
    const Range Those = rowsInRegion(Ctx, Group, InBlock);
    emitIf(B, "inside", HasSome(Those), [&] { Compute(Those); });
  });
}

Value *teamWorkspaceBytes(KernelContext &Ctx, const PackingLayout &Layout,
                          TeamWays Ways, Value *Threads) {
  return ShareLoops(Ctx, Layout, Ways).bytes(Threads);
}

void emitShares(KernelContext &Ctx, const PackingLayout &Layout,
                const TeamPlace &At) {
  ShareLoops(Ctx, Layout, At.Ways).emit(At);
}

} // namespace gemmify
