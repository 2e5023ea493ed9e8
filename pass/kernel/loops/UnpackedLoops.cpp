//===- UnpackedLoops.cpp - The product without packing --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For products that fit the caches without packing, and slender ones. Tiles
/// read both operands in place. A sliver that they cannot read in place is
/// copied first, to the stack or to workspace: one of a left operand whose rows
/// are not contiguous, or whose columns evict each other from the cache; one of
/// a right operand that is not a plain matrix; one that is not full, so that
/// nothing beyond the edge is read.
///
//===----------------------------------------------------------------------===//

#include "GotoLoops.h"
#include "OperandStreams.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/pack/KeptPacking.h"
#include "pass/kernel/pack/Pack.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/kernel/runtime/SliverRoom.h"
#include "pass/kernel/tile/TileShapes.h"
#include "pass/plan/EdgeShapes.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

namespace {

class UnpackedLoops {
public:
  explicit UnpackedLoops(KernelContext &Ctx)
      : Ctx(Ctx), B(Ctx.B), Tune(Ctx.Plan.Tune), MR(Ctx.Plan.MR),
        NR(Ctx.Plan.NR), KC(Ctx.Plan.TiledKC), CopiesLeft(!Ctx.View.ReadsLeft),
        Tile(Ctx, TileSource::InPlace) {}

  void emit();

private:
  /// Whether there may be slivers of endRows() that are copied.
  bool copiesEnds() const {
    return CopiesLeft && Shapes->hasEnd() != B.getFalse();
  }
  Value *depth();
  Value *obtainRoom(SliverRoom &Room, Value *Depth);
  void findKept(Value *Depth);
  Value *leftInPlace();
  Value *rightInPlace();
  Value *rowsInner();
  void emitTiles(Value *First, Value *Depth);
  void emitTilesAt(TileJob &Job, Value *First, Value *IsInner);
  Value *tilesInRun(const TileJob &Job, Value *IsInner);
  TileOperand leftSliver(const TileJob &Job, Value *First, Value *IsFirstUse);
  TileOperand rightSliver(const TileJob &Job, Value *First, Value *IsFirstUse);
  SmallVector<Value *, 8> nextTile(const TileJob &Job, Value *From,
                                   Value *IsInner);
  TileOperand choose(Value *Cond, TileOperand X, TileOperand Y);
  TileOperand packed(Value *Ptr, unsigned Width);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const Tuning &Tune;
  const unsigned MR, NR;
  const uint64_t KC;
  const bool CopiesLeft; ///< All slivers of the left operand.
  TileEmitter Tile;
  Value *M, *N, *K;
  Value *LeftBuffer, *RightBuffer; ///< For copies.
  Value *Streams; ///< i1: an operand is read a few columns at a time.
  Value *LeftInPlace, *RightInPlace; ///< i1: whole slivers are read in place.
  std::optional<TileShapes> Shapes;
  Value *RowsInner;
  std::optional<KeptPacking> Kept; ///< Copies of the left operand.
};

void UnpackedLoops::emit() {
  M = Ctx.size(Ctx.View.Row);
  N = Ctx.size(Ctx.View.Col);
  K = Ctx.size(DimK);
  Streams = streamsOperand(Ctx);
  LeftInPlace = leftInPlace();
  RightInPlace = rightInPlace();
  Shapes.emplace(Ctx, Tile.inC().mayBeSlender(), Tile.inC().mayShift(),
                 LeftInPlace, RightInPlace,
                 CopiesLeft ? B.getTrue() : LeftInPlace);
  RowsInner = rowsInner();
  SliverRoom Room(Ctx);
  if (!Ctx.P.SumsRest) {
    assert(Shapes->hasEnd() == B.getFalse() && "copies would be too long");
    obtainRoom(Room, K);
    if (Room.hasFailed() != B.getFalse())
      emitIf(B, "no.room", Room.hasFailed(), [&] { leaveKernel(B, false); });
    findKept(K);
    emitTiles(B.getInt64(0), K);
  } else {
    Value *Block = obtainRoom(Room, Ctx.smaller(depth(), K));
    findKept(Block);
    emitLoop(B, "pc", B.getInt64(0), K, Block, true, [&](Value *First) {
      emitTiles(First, Ctx.smaller(B.CreateSub(K, First), Block));
    });
  }
  Room.release();
}

/// Finds room for copies of slivers of \p Depth steps of k, as far as they are
/// needed. Returns for how many steps there is room.
Value *UnpackedLoops::obtainRoom(SliverRoom &Room, Value *Depth) {
  const uint64_t Bytes = Ctx.ElemBytes;
  Value *Rows = B.getInt64(MR), *Zero = B.getInt64(0);
  if (copiesEnds())
    Rows = Ctx.select(Shapes->hasEnd(), B.getInt64(endRows(Ctx.Plan)), Rows);
  // See shiftBack() and leftSliver().
  Value *OverVectors = B.CreateURem(M, B.getInt64(Ctx.Plan.Lanes));
  Value *AreWhole =
      B.CreateOr(Shapes->shifts(), B.CreateICmpEQ(OverVectors, Zero));
  Value *NeedsNoLeft = B.CreateAnd(LeftInPlace, AreWhole);
  auto SliverBytes = [&](Value *IsInPlace, Value *Width, Value *Ks) {
    Value *Size = B.CreateMul(B.CreateMul(Width, Ks), B.getInt64(Bytes));
    Size = B.CreateAnd(B.CreateAdd(Size, B.getInt64(WorkspaceAlign - 1)),
                       B.getInt64(-WorkspaceAlign));
    return Ctx.select(IsInPlace, Zero, Size);
  };
  Value *OfRight = SliverBytes(RightInPlace, B.getInt64(NR), Depth);
  Room.obtain(B.CreateAdd(SliverBytes(NeedsNoLeft, Rows, Depth), OfRight),
              (MR + NR) * KC * Bytes + 2 * WorkspaceAlign);
  const uint64_t MostRows =
      std::max<uint64_t>(MR, copiesEnds() ? endRows(Ctx.Plan) : 0);
  const uint64_t Least =
      (SliverRoom::onStack(Ctx) - WorkspaceAlign) / ((MostRows + NR) * Bytes);
  Value *Found = Ctx.select(Room.hasFailed(),
                            Ctx.smaller(Depth, B.getInt64(Least)), Depth);
  LeftBuffer = Room.ptr();
  RightBuffer =
      B.CreatePtrAdd(LeftBuffer, SliverBytes(NeedsNoLeft, Rows, Found));
  return Found;
}

/// Slivers are the same where blocks of k, the height of the last tile and
/// where it begins are.
void UnpackedLoops::findKept(Value *Depth) {
  if (!Ctx.P.Kept || !Ctx.P.KeepsLeft || !CopiesLeft)
    return;
  auto Bit = [&](Value *Is, uint64_t Weight) {
    return B.CreateSelect(Is, B.getInt64(Weight), B.getInt64(0));
  };
  Value *End = Bit(Shapes->hasEnd(), 4), *Shift = Bit(Shapes->shifts(), 2);
  Value *Way = B.CreateOr(B.CreateOr(End, Shift), B.getInt64(1));
  Kept.emplace(Ctx, KeptCut{Ctx.Left, Ctx.View.Row, MR, Depth, Way});
}

/// The size of a block of k.
Value *UnpackedLoops::depth() {
  Value *Most = B.getInt64(KC);
  // Copies of more rows take no more room.
  if (copiesEnds())
    Most = Ctx.select(Shapes->hasEnd(), B.getInt64(KC * MR / endRows(Ctx.Plan)),
                      Most);
  return Ctx.select(Streams, B.getInt64(std::min(KC, Tune.Stream.Columns)),
                    Most);
}

/// Slivers of the left operand that are read again for each column of tiles
/// have to stay in the L1 cache.
Value *UnpackedLoops::leftInPlace() {
  if (!Ctx.View.ReadsLeft)
    return B.getFalse();
  Value *KStride = Ctx.Sig.get(Ctx.View.Left.plain()->Stride[DimK]);
  Value *Evicts = isEvicting(B, KStride, Ctx.Plan);
  Value *Matters =
      B.CreateAnd({B.CreateICmpSGT(K, B.getInt64(Tune.Cache.EvictingWays)),
                   B.CreateICmpSGT(N, B.getInt64(NR)), B.CreateNot(Streams)});
  return B.CreateNot(B.CreateAnd(Evicts, Matters));
}

/// Elements are loaded by their distance in elements.
Value *UnpackedLoops::rightInPlace() {
  return Ctx.View.ReadsRight ? Ctx.hasWholeColumns() : B.getFalse();
}

/// How many of the first rows have their tiles visited row by row within each
/// column of tiles: C is then streamed along its contiguous direction. The
/// tiles of the remaining rows are visited column by column: all rows, where
/// the left sliver is a copy that serves all columns; or the last few, for the
/// same reason or because wider tiles are faster. A copied right sliver serves
/// all rows but those.
Value *UnpackedLoops::rowsInner() {
  Value *Zero = B.getInt64(0), *Lanes = B.getInt64(Ctx.Plan.Lanes);
  Value *Over = B.CreateURem(M, B.getInt64(MR));
  Value *IsCopied = B.CreateAnd({B.CreateNot(Shapes->shifts()),
                                 B.CreateICmpNE(B.CreateURem(M, Lanes), Zero)});
  Value *HasWide =
      B.CreateAnd({B.CreateICmpSGE(N, B.getInt64(wideCols(Ctx.Plan))),
                   B.CreateAnd(B.CreateICmpSLE(Over, Lanes), RightInPlace)});
  Value *Apart = B.CreateOr(IsCopied, HasWide);
  Value *IsHigh =
      B.CreateICmpSGE(M, B.getInt64(Tune.Unpacked.MinHighTiles * MR));
  Value *IsNarrow = B.getInt1(followsBelow(Ctx.Plan, {MR, NR - 1}));
  IsNarrow = Ctx.all(
      {IsNarrow, Shapes->shifts(), B.CreateICmpEQ(Over, Zero),
       B.CreateICmpSGT(M, B.getInt64(MR)),
       B.CreateICmpSLT(N, B.getInt64(Tune.Unpacked.MaxNarrowTiles * NR))});
  Value *Last = Ctx.select(Apart, Over, Zero);
  Last = Ctx.select(Shapes->hasEnd(), B.CreateAdd(Over, B.getInt64(MR)), Last);
  Value *GoesDown = B.CreateOr({IsHigh, IsNarrow, B.CreateNot(RightInPlace)});
  Value *IsDown = Ctx.all({LeftInPlace, GoesDown});
  return Ctx.select(IsDown, B.CreateSub(M, Last), Zero);
}

/// All tiles, for the steps of k from \p First on.
void UnpackedLoops::emitTiles(Value *First, Value *Depth) {
  auto More = [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], M); };
  emitWhile(
      B, "tiles", {B.getInt64(0), B.getInt64(0)}, More,
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        TileJob Job;
        Job.Row = S[0];
        Job.Col = S[1];
        Job.Depth = Depth;
        Job.IsFirst = B.CreateICmpEQ(First, B.getInt64(0));
        Job.IsLast = B.CreateICmpEQ(B.CreateAdd(First, Depth), K);
        Value *IsInner = RowsInner == B.getInt64(0)
                             ? B.getFalse()
                             : B.CreateICmpSLT(Job.Row, RowsInner);
        emitTilesAt(Job, First, IsInner);
        return nextTile(Job, S[0], IsInner);
      },
      /*RunsOnce=*/true);
}

/// The whole tiles at \p Job's row and column that follow each other in the
/// order of visits, or else one tile. Sets how many rows and columns that were.
void UnpackedLoops::emitTilesAt(TileJob &Job, Value *First, Value *IsInner) {
  Job.Rows = Shapes->rowsFrom(Job.Row);
  Job.Cols = Shapes->columnsFrom(Job.Col,
                                 Ctx.select(IsInner, B.getInt64(MR), Job.Rows));
  Tile.shiftBack(Job, Shapes->shifts());
  Value *IsFirstUse =
      B.CreateOr(IsInner, B.CreateICmpEQ(Job.Col, B.getInt64(0)));
  Job.Left = leftSliver(Job, First, IsFirstUse);
  Value *IsBelow = Ctx.all({IsInner, B.CreateICmpNE(Job.Row, B.getInt64(0))});
  Job.Right = rightSliver(Job, First, B.CreateNot(IsBelow));
  Value *HasRun =
      Ctx.all({Tile.mayRun(), B.CreateICmpEQ(Job.Rows, B.getInt64(MR)),
               B.CreateICmpEQ(Job.Cols, B.getInt64(NR)),
               B.CreateICmpEQ(Job.Keep, B.getInt64(0)),
               B.CreateOr(IsInner, RightInPlace)});
  SmallVector<std::pair<Value *, BasicBlock *>, 2> Done;
  emitIf(
      B, "run", HasRun,
      [&] {
        Value *Count = tilesInRun(Job, IsInner);
        Tile.emitRun(
            Job, Count, IsInner, B.getInt64(MR * Ctx.ElemBytes),
            B.CreateMul(Job.Right.Across, B.getInt64(NR * Ctx.ElemBytes)));
        Done.emplace_back(Count, B.GetInsertBlock());
      },
      [&] {
        Value *Below = Shapes->tilesBelow(Job, B.CreateSub(RowsInner, Job.Row));
        Job.Count = Ctx.select(IsInner, Below, Shapes->tilesBeside(Job));
        Tile.emit(Job);
        Done.emplace_back(Job.Count, B.GetInsertBlock());
      });
  Value *One = B.getInt64(1), *Count = Done[0].first;
  if (Done.size() == 2) {
    PHINode *Tiles = B.CreatePHI(B.getInt64Ty(), 2, "tiles.done");
    for (auto [Tile, Block] : Done)
      Tiles->addIncoming(Tile, Block);
    Count = Tiles;
  }
  Job.Rows = B.CreateMul(Job.Rows, Ctx.select(IsInner, Count, One));
  Job.Cols = B.CreateMul(Job.Cols, Ctx.select(IsInner, One, Count));
}

/// How many whole tiles follow each other from \p Job on.
Value *UnpackedLoops::tilesInRun(const TileJob &Job, Value *IsInner) {
  Value *Down = B.CreateUDiv(B.CreateSub(RowsInner, Job.Row), B.getInt64(MR));
  Value *Left = B.CreateSub(N, Job.Col), *Width = B.getInt64(NR);
  // Two tiles of equal size, narrower than nr unless nr = 2, may end a row; see
  // columnsFrom.
  Value *IsShort =
      B.CreateICmpULT(B.CreateSub(B.CreateURem(Left, Width), B.getInt64(1)),
                      B.getInt64(NR / 2));
  Value *Beside = B.CreateUDiv(Left, Width);
  Beside = B.CreateSub(Beside, B.CreateZExt(IsShort, B.getInt64Ty()));
  Value *One = B.getInt64(1);
  Beside = Ctx.select(B.CreateICmpEQ(Beside, B.getInt64(0)), One, Beside);
  return Ctx.select(IsInner, Down, Beside);
}

/// The row and column of the tile after \p Job, which has been reached at row
/// \p From; row M: none.
SmallVector<Value *, 8> UnpackedLoops::nextTile(const TileJob &Job, Value *From,
                                                Value *IsInner) {
  Value *Zero = B.getInt64(0);
  Value *Row = B.CreateAdd(Job.Row, Job.Rows);
  Value *Col = B.CreateAdd(Job.Col, Job.Cols);
  Value *LastCol = B.CreateICmpSGE(Col, N);
  Value *LastRow = B.CreateICmpSGE(Row, RowsInner);
  Value *NextCol = Ctx.select(LastCol, Zero, Col);
  Value *Inner = Ctx.select(LastRow, Ctx.select(LastCol, RowsInner, Zero), Row);
  Value *Outer = Ctx.select(LastCol, Row, From);
  return {
      Ctx.select(IsInner, Inner, Outer),
      Ctx.select(B.CreateAnd(IsInner, B.CreateNot(LastRow)), Job.Col, NextCol)};
}

/// The rows of \p Job's left operand, copied when \p IsFirstUse if they cannot
/// be read in place.
TileOperand UnpackedLoops::leftSliver(const TileJob &Job, Value *First,
                                      Value *IsFirstUse) {
  const LoopDim Row = Ctx.View.Row;
  Value *IsWhole = B.CreateICmpEQ(
      B.CreateURem(Job.Rows, B.getInt64(Ctx.Plan.Lanes)), B.getInt64(0));
  Value *InPlace = B.CreateAnd(LeftInPlace, IsWhole);
  Value *Dest = LeftBuffer;
  if (Kept) {
    Value *From = B.CreateAdd(Job.Row, Job.Keep);
    Dest = Kept->place(From, {First, Job.Depth}, LeftBuffer);
    IsFirstUse = B.CreateAnd(IsFirstUse, Kept->packs(B.getTrue()));
  }
  auto Pack = [&](unsigned Width, Value *Count) {
    emitPack(Ctx, {Ctx.Left, Row, Width, Job.Row, Count, First, Job.Depth},
             Dest);
  };
  Value *IsEnd = B.getFalse();
  TileOperand Copy = packed(Dest, MR);
  if (copiesEnds()) {
    IsEnd = B.CreateICmpSGT(Job.Rows, B.getInt64(MR));
    Copy = choose(IsEnd, packed(Dest, endRows(Ctx.Plan)), Copy);
  }
  emitIf(B, "left.copy", B.CreateAnd(IsFirstUse, B.CreateNot(InPlace)), [&] {
    const unsigned End = endRows(Ctx.Plan);
    emitIf(
        B, "left.end", IsEnd, [&] { Pack(End, B.getInt64(End)); },
        [&] { Pack(MR, Job.Rows); });
  });
  return LeftInPlace == B.getFalse()
             ? Copy
             : choose(InPlace,
                      operandAt(Ctx, Ctx.View.Left, Row, Job.Row, First), Copy);
}

/// The columns of \p Job's right operand, likewise.
TileOperand UnpackedLoops::rightSliver(const TileJob &Job, Value *First,
                                       Value *IsFirstUse) {
  const LoopDim Col = Ctx.View.Col;
  emitIf(
      B, "right.copy", B.CreateAnd(IsFirstUse, B.CreateNot(RightInPlace)), [&] {
        emitPack(Ctx, {Ctx.Right, Col, NR, Job.Col, Job.Cols, First, Job.Depth},
                 RightBuffer);
      });
  const TileOperand Copy = packed(RightBuffer, NR);
  return RightInPlace == B.getFalse()
             ? Copy
             : choose(RightInPlace,
                      operandAt(Ctx, Ctx.View.Right, Col, Job.Col, First),
                      Copy);
}

TileOperand UnpackedLoops::choose(Value *Cond, TileOperand X, TileOperand Y) {
  return {Ctx.select(Cond, X.Ptr, Y.Ptr),
          Ctx.select(Cond, X.KStride, Y.KStride),
          Ctx.select(Cond, X.Across, Y.Across)};
}

TileOperand UnpackedLoops::packed(Value *Ptr, unsigned Width) {
  return {Ptr, B.getInt64(Width * Ctx.ElemBytes), B.getInt64(1)};
}

} // namespace

void emitUnpackedLoops(KernelContext &Ctx) { UnpackedLoops(Ctx).emit(); }

} // namespace gemmify
