//===- Tile.cpp - The micro-kernel and its tile of C ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"
#include "RunCopy.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/plan/EdgeShapes.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

TileOperand operandAt(KernelContext &Ctx, const Slice &S, LoopDim Dim,
                      Value *First, Value *K) {
  const AffineRef &R = *S.plain();
  Indices At = {};
  At[Dim] = First;
  At[DimK] = K;
  return {Ctx.Slices.address(R, At), Ctx.Sig.get(R.Stride[DimK]),
          Ctx.inElements(Ctx.Sig.get(R.Stride[Dim]))};
}

TileEmitter::TileEmitter(KernelContext &Ctx, TileSource Source)
    : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest), MR(Ctx.Plan.MR), NR(Ctx.Plan.NR),
      Source(Source), HasEdgeTiles(Ctx.Plan.hasEdgeTiles()), InC(Ctx) {
  Fetches = Ctx.exceedsFetchBytes(Ctx.size(Ctx.View.Col));
  Starts = emitStarts(Ctx);
  prepareBuffer();
}

/// Rows of the buffer that no copy fills are computed as well. Where all tiles
/// are whole vectors in C, there is no copy.
void TileEmitter::prepareBuffer() {
  // A column of a region does not begin with a whole vector, nor end with one.
  const unsigned Behind = Nest.Region ? Ctx.Plan.Lanes : 0;
  Buffer = Ctx.createBuffer(uint64_t(MR) * NR + Behind, "tile");
  Value *Unused = Source == TileSource::InPlace ? InC.mayShift() : B.getFalse();
  emitIf(B, "tile.clear", B.CreateNot(Unused), [&] {
    B.CreateMemSet(Buffer, B.getInt8(0), uint64_t(MR) * NR * Ctx.ElemBytes,
                   Align(64));
  });
}

void TileEmitter::copy(const TileJob &Job, TileCopy What) {
  emitTileCopy(Ctx, {Job.Row, Job.Col, Job.Rows, Job.Cols}, What,
               {Buffer, bufferStride(Ctx, Job.Rows)});
}

void TileEmitter::emit(const TileJob &Job) {
  Value *Direct = isDirect(Job);
  Place From = source(Job, Direct);
  Place To = destination(Job, Direct);
  compute(Job, From, To);
  Value *InBuffer = B.CreateICmpEQ(To.Ptr, Buffer);
  emitIf(B, "tile.out", InBuffer, [&] {
    if (Nest.endsWithSum())
      return copy(Job, TileCopy::SumsToC);
    if (!Ctx.P.SumsRest)
      return copy(Job, TileCopy::FinalsToC);
    emitIf(
        B, "tile.last", Job.IsLast, [&] { copy(Job, TileCopy::FinalsToC); },
        [&] { copy(Job, TileCopy::SumsToC); });
  });
}

Value *TileEmitter::mayCut(Value *Depth) const {
  Value *Run = runLength(Ctx, Nest.C, Ctx.View.Row);
  if (!Run || !HasEdgeTiles)
    return B.getFalse();
  Value *Over = B.CreateURem(Run, B.getInt64(Ctx.Plan.Lanes));
  Value *IsShallow =
      B.CreateICmpULT(Depth, B.getInt64(Ctx.Plan.Tune.Stream.DeepTile));
  return Ctx.all(
      {InC.stayInC(), B.CreateICmpEQ(Over, B.getInt64(0)), IsShallow});
}

void TileEmitter::emitInRuns(const TileJob &Job, Value *MayCut) {
  Value *IsInRun = isInOneRun(Ctx, Nest.C, Ctx.View.Col, Job.Col, Job.Cols);
  emitIf(
      B, "tile.cut", Ctx.all({MayCut, hasShape(Job), IsInRun}),
      [&] { computeParts(Job); }, [&] { emit(Job); });
}

/// Each part of \p Job in C.
void TileEmitter::computeParts(const TileJob &Job) {
  const AffineRef &C = Nest.C;
  const IndexRange AllCols = {Job.Col, Job.Cols}, AllRows = {Job.Row, Job.Rows};
  forEachRun(Ctx, C, Ctx.View.Col, AllCols, [&](IndexRange) {
    forEachRun(Ctx, C, Ctx.View.Row, AllRows, [&](IndexRange Rows) {
      TileJob Part = Job;
      Part.Row = Rows.First;
      Part.Rows = Rows.Count;
      Part.Left.Ptr = Ctx.packedPtr(Ctx.Left, Job.Left.Ptr,
                                    B.CreateSub(Rows.First, Job.Row));
      const Place To = InC.at(Part.Row, Part.Col);
      const Place From =
          Starts ? choose(Job.IsFirst, {Starts, B.getInt64(MR)}, To) : To;
      compute(Part, From, To);
    });
  });
}

void TileEmitter::fetch(const TileBlock &Block) {
  if (!copiesRuns(Ctx, TileCopy::SumsToC))
    return;
  emitIf(B, "tile.fetch", Fetches, [&] { emitTileFetch(Ctx, Block); });
}

Value *TileEmitter::mayRun() const {
  auto *Known = dyn_cast<ConstantInt>(InC.ColStride);
  const bool TooClose = Known && Known->getSExtValue() < int64_t(MR);
  return TooClose || Nest.C.isCarried() || !(HasEdgeTiles || Ctx.Plan.Streams)
             ? B.getFalse()
             : InC.stayInC();
}

void TileEmitter::shiftBack(TileJob &Job, Value *May) {
  Job.Keep = Ctx.select(May, rowsKept(Ctx, Job.Rows), B.getInt64(0));
  Job.Row = B.CreateSub(Job.Row, Job.Keep);
  Job.Rows = B.CreateAdd(Job.Rows, Job.Keep);
}

void TileEmitter::compute(const TileJob &Job, Place From, Place To) {
  if (Ctx.Plan.Streams)
    return computeAsRun(Job, From, To);
  if (!HasEdgeTiles)
    return computePacked(Job, From, To);
  auto AnyShape = [&] {
    if (!Edge)
      Edge.emplace(Ctx);
    Edge->emitCall(Job.Left, Job.Right, Job.Depth, From, To, Job.Rows, Job.Cols,
                   Job.Keep ? Job.Keep : B.getInt64(0),
                   Job.Count ? Job.Count : B.getInt64(1));
  };
  emitIf(
      B, "tile.whole", isRunOfOne(Job), [&] { computeAsRun(Job, From, To); },
      AnyShape);
}

/// i1: whether \p Job is a whole tile, deep enough for a function of its own.
Value *TileEmitter::isRunOfOne(const TileJob &Job) {
  Value *IsWhole = B.CreateAnd({B.CreateICmpEQ(Job.Rows, B.getInt64(MR)),
                                B.CreateICmpEQ(Job.Cols, B.getInt64(NR))});
  if (Source == TileSource::Packed)
    return IsWhole;
  const uint64_t Least = Ctx.Plan.Tune.Tile.RunDepth;
  return B.CreateAnd(
      {IsWhole, B.CreateICmpUGE(Job.Depth, B.getInt64(Least)),
       B.CreateICmpEQ(Job.Keep ? Job.Keep : B.getInt64(0), B.getInt64(0)),
       B.CreateICmpEQ(Job.Count ? Job.Count : B.getInt64(1), B.getInt64(1))});
}

void TileEmitter::emitRun(const TileJob &Job, Value *Count, Value *GoesDown,
                          Value *Down, Value *Beside) {
  if (!Run)
    Run.emplace(Ctx, Source == TileSource::Packed);
  Value *Zero = B.getInt64(0);
  const uint64_t Height = MR * Ctx.ElemBytes, Width = NR * Ctx.ElemBytes;
  const Place To = InC.at(Job.Row, Job.Col);
  Place From = To;
  MicroTileSteps Steps;
  Steps.Left = Ctx.select(GoesDown, Down, Zero);
  Steps.Right = Ctx.select(GoesDown, Zero, Beside);
  Steps.From = Steps.To =
      Ctx.select(GoesDown, B.getInt64(Height),
                 B.CreateMul(InC.ColStride, B.getInt64(Width)));
  if (Starts) {
    From = choose(Job.IsFirst, {Starts, B.getInt64(MR)}, To);
    Steps.From = Ctx.select(Job.IsFirst, Zero, Steps.To);
  }
  const StreamTuning &Tune = Ctx.Plan.Tune.Stream;
  Value *IsShallow = B.CreateICmpULT(Job.Depth, B.getInt64(Tune.DeepTile));
  Value *Tiles =
      Ctx.select(IsShallow, B.getInt64(Tune.ShallowAhead), B.getInt64(1));
  Steps.Ahead = Ctx.select(Fetches, B.CreateMul(Steps.To, Tiles), Zero);
  Run->emitCall(Count, Job.Left, Job.Right, Job.Depth, From, To, Steps);
}

/// A run of one tile.
void TileEmitter::computeAsRun(const TileJob &Job, Place From, Place To) {
  if (!Run)
    Run.emplace(Ctx, Source == TileSource::Packed);
  Value *Zero = B.getInt64(0);
  Run->emitCall(B.getInt64(1), Job.Left, Job.Right, Job.Depth, From, To,
                {Zero, Zero, Zero, Zero, Zero});
}

void TileEmitter::computePacked(const TileJob &Job, Place From, Place To) {
  const BlockingPlan &P = Ctx.Plan;
  const PackedTile Packed = {
      Job.Left,  Job.Right,
      Job.Depth, Nest.Scale ? Ctx.Sig.get(Nest.Scale) : nullptr,
      From,      To};
  if (!Nest.Step.isOne()) {
    if (!Steps)
      Steps.emplace(Ctx);
    return Steps->emitCall(Packed);
  }
  auto Whole = [&] {
    emitPackedTile(B, Ctx, Packed, {MR, NR}, P.Tune.Tile.Unroll);
  };
  if (!P.hasPartTiles())
    return Whole();
  Value *NeedsAll =
      B.CreateAnd({B.CreateICmpSGT(Job.Rows, B.getInt64(MR - P.Lanes)),
                   B.CreateICmpSGT(Job.Cols, B.getInt64(NR - P.PartCols))});
  emitIf(B, "whole", NeedsAll, Whole, [&] {
    if (!Part)
      Part.emplace(Ctx);
    Part->emitCall(Packed, Job.Rows, Job.Cols);
  });
}

/// i1: whether \p Job has one of the shapes of tiles.
Value *TileEmitter::hasShape(const TileJob &Job) {
  const BlockingPlan &P = Ctx.Plan;
  Value *WholeRows = nullptr;
  if (HasEdgeTiles || P.hasPartTiles())
    WholeRows = B.CreateICmpEQ(Job.Rows, Ctx.wholeVectors(Job.Rows));
  if (HasEdgeTiles)
    return WholeRows;
  if (!P.hasPartTiles())
    return B.CreateAnd({B.CreateICmpEQ(Job.Rows, B.getInt64(MR)),
                        B.CreateICmpEQ(Job.Cols, B.getInt64(NR))});
  Value *Over = B.CreateURem(Job.Cols, B.getInt64(P.PartCols));
  return B.CreateAnd(WholeRows, B.CreateICmpEQ(Over, B.getInt64(0)));
}

Value *TileEmitter::isDirect(const TileJob &Job) {
  if (InC.CanBe == B.getFalse())
    return InC.CanBe;
  Value *Direct = B.CreateAnd(InC.CanBe, hasShape(Job), "direct");
  if (Job.IsWhole)
    return B.CreateAnd(Direct, Job.IsWhole);
  if (!Nest.C.isCarried())
    return Direct;
  const LoopDim Row = Ctx.View.Row, Col = Ctx.View.Col;
  Value *RowsInRun = isInOneRun(Ctx, Nest.C, Row, Job.Row, Job.Rows);
  Value *ColsInRun = isInOneRun(Ctx, Nest.C, Col, Job.Col, Job.Cols);
  return Ctx.all({Direct, RowsInRun, ColsInRun});
}

TileEmitter::Place TileEmitter::choose(Value *Cond, Place X, Place Y) {
  return {Ctx.select(Cond, X.Ptr, Y.Ptr), Ctx.select(Cond, X.Stride, Y.Stride)};
}

/// Where the tile's sums start; copied to the buffer when they cannot be loaded
/// in place.
TileEmitter::Place TileEmitter::source(const TileJob &Job, Value *Direct) {
  const Place InBuffer = {Buffer, bufferStride(Ctx, Job.Rows)};
  Value *UseBuffer = B.CreateNot(Direct);
  Place Later = choose(Direct, InC.at(Job.Row, Job.Col), InBuffer);
  Value *CopyLater = UseBuffer;
  if (!Ctx.P.SumsRest) {
    // Without a place to rest there is one block of k only.
    Later = {Job.Rest ? Job.Rest : Buffer, B.getInt64(MR)};
    CopyLater = B.getFalse();
  }
  Place First = choose(Direct, InC.at(Job.Row, Job.Col), InBuffer);
  Value *CopyFirst = UseBuffer;
  TileCopy How = TileCopy::SumsFromC;
  if (Starts) {
    First = {Starts, bufferStride(Ctx, Job.Rows)};
    CopyFirst = B.getFalse();
  } else if (!Nest.startsFromC()) {
    First = InBuffer;
    CopyFirst = B.getTrue();
    How = TileCopy::StartsFromSlice;
  }
  Value *AnyCopy = Ctx.select(Job.IsFirst, CopyFirst, CopyLater);
  emitIf(B, "tile.in", AnyCopy, [&] {
    auto CopyHow = [&] { copy(Job, How); };
    if (How == TileCopy::SumsFromC || !Ctx.P.SumsRest)
      return CopyHow();
    emitIf(B, "tile.start", Job.IsFirst, CopyHow,
           [&] { copy(Job, TileCopy::SumsFromC); });
  });
  return choose(Job.IsFirst, First, Later);
}

/// Where the tile's sums go: C, their place between blocks of k, or the buffer
/// for a copy.
TileEmitter::Place TileEmitter::destination(const TileJob &Job, Value *Direct) {
  const Place InBuffer = {Buffer, bufferStride(Ctx, Job.Rows)};
  const Place InCOrBuffer = choose(Direct, InC.at(Job.Row, Job.Col), InBuffer);
  if (Nest.endsWithSum())
    return InCOrBuffer;
  if (Ctx.P.SumsRest)
    return choose(Job.IsLast, InBuffer, InCOrBuffer);
  return Job.Rest ? choose(Job.IsLast, InBuffer, {Job.Rest, B.getInt64(MR)})
                  : InBuffer;
}

} // namespace gemmify
