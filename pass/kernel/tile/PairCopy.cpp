//===- PairCopy.cpp - Tiles of complex elements ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairCopy.h"
#include "pass/kernel/emit/RegionBounds.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

class PairCopier {
public:
  PairCopier(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
             TilePlace Buffer)
      : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest), Block(Block), What(What),
        Buffer(Buffer) {}

  void emit();

private:
  struct Parts {
    Value *Even, *Odd;
  };
  RegionBounds::Span rowsOf(Value *Col) const;
  void emitElements(Value *Row, Value *Col, unsigned Count);
  Parts loadSums(Value *From, unsigned Count);
  void store(Parts V, Value *To, Align A, unsigned Count);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const GemmNest &Nest;
  const TileBlock &Block;
  const TileCopy What;
  const TilePlace Buffer;
};

} // namespace

void PairCopier::emit() {
  const unsigned Lanes = Ctx.Plan.Lanes;
  emitLoop(B, "tile.col", B.getInt64(0), Block.Cols, 1, true, [&](Value *Col) {
    const auto [First, End] = rowsOf(Col);
    Value *Over = B.CreateURem(B.CreateSub(End, First), B.getInt64(2 * Lanes));
    Value *Whole = B.CreateSub(End, Over);
    emitLoop(B, "tile.vector", First, Whole, 2 * Lanes,
             /*RunsOnce=*/false,
             [&](Value *Row) { emitElements(Row, Col, Lanes); });
    emitLoop(B, "tile.pair", Whole, End, 2, /*RunsOnce=*/false,
             [&](Value *Row) { emitElements(Row, Col, 0); });
  });
}

/// Those of column \p Col that exist: both parts of an element, or none.
RegionBounds::Span PairCopier::rowsOf(Value *Col) const {
  if (!Nest.Region)
    return {B.getInt64(0), Block.Rows};
  Value *InC = addIndices(B, Block.Col, Col);
  const auto Exist = RegionBounds(Ctx).rowsOf(
      {Block.Row, B.CreateAdd(Block.Row, Block.Rows)}, InC);
  return {B.CreateSub(Exist.First, Block.Row),
          B.CreateSub(Exist.End, Block.Row)};
}

/// \p Count elements of column \p Col, whose parts are rows from \p Row on; 0:
/// one, without vectors.
void PairCopier::emitElements(Value *Row, Value *Col, unsigned Count) {
  Indices At = {};
  At[Ctx.View.Row] = addIndices(B, Block.Row, Row);
  At[Ctx.View.Col] = addIndices(B, Block.Col, Col);
  Value *Column = B.CreateMul(Col, Buffer.Stride);
  Value *InBuffer = Ctx.elementPtr(Buffer.Ptr, addIndices(B, Column, Row));
  auto Evaluate = [&](const Slice &S, Parts Sums) {
    return Ctx.Slices.ofElements(S, At, Ctx.View.Row, Count, Sums.Even,
                                 Sums.Odd);
  };
  const OddEnds &Odd = *Nest.Step.Odd;
  if (What == TileCopy::StartsFromSlice) {
    Value *Even = Evaluate(Nest.Start, {nullptr, nullptr});
    return store({Even, Evaluate(Odd.Start, {nullptr, nullptr})}, InBuffer,
                 Ctx.alignmentOf(1), Count);
  }
  const Parts Sums = loadSums(InBuffer, Count);
  Value *Even = Evaluate(Nest.Final, Sums);
  store({Even, Evaluate(Odd.Final, Sums)}, Ctx.Slices.address(Nest.C, At),
        Nest.C.Alignment, Count);
}

PairCopier::Parts PairCopier::loadSums(Value *From, unsigned Count) {
  const Align A = Ctx.alignmentOf(1);
  if (!Count) {
    Value *Even = B.CreateAlignedLoad(Ctx.ElemTy, From, A);
    return {Even, B.CreateAlignedLoad(Ctx.ElemTy,
                                      Ctx.elementPtr(From, B.getInt64(1)), A)};
  }
  Value *Both =
      B.CreateAlignedLoad(FixedVectorType::get(Ctx.ElemTy, 2 * Count), From, A);
  Value *Even = B.CreateShuffleVector(Both, createStrideMask(0, 2, Count));
  return {Even, B.CreateShuffleVector(Both, createStrideMask(1, 2, Count))};
}

void PairCopier::store(Parts V, Value *To, Align A, unsigned Count) {
  if (Count) {
    Value *Both =
        B.CreateShuffleVector(V.Even, V.Odd, createInterleaveMask(Count, 2));
    B.CreateAlignedStore(Both, To, A);
    return;
  }
  B.CreateAlignedStore(V.Even, To, A);
  B.CreateAlignedStore(V.Odd, Ctx.elementPtr(To, B.getInt64(1)), A);
}

bool copiesPairs(const KernelContext &Ctx, TileCopy What) {
  const GemmNest &N = Ctx.View.Nest;
  return N.Step.Odd &&
         (What == TileCopy::FinalsToC || What == TileCopy::StartsFromSlice);
}

void emitPairCopy(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
                  TilePlace Buffer) {
  PairCopier(Ctx, Block, What, Buffer).emit();
}

} // namespace gemmify
