//===- TileCopy.cpp - Tiles between C and a buffer ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCopy.h"

using namespace llvm;

namespace gemmify {

Value *bufferStride(KernelContext &Ctx, Value *Rows) {
  return Ctx.Plan.hasEdgeTiles() ? Ctx.wholeVectors(Rows)
                                 : Ctx.B.getInt64(Ctx.Plan.MR);
}

namespace {

class Copier {
public:
  Copier(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
         Value *Buffer)
      : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest), Block(Block), What(What),
        Buffer(Buffer), Stride(bufferStride(Ctx, Block.Rows)), MR(Ctx.Plan.MR),
        Lanes(Ctx.Plan.Lanes) {}

  void emit();

private:
  bool canCopyColumns() const;
  bool canMask() const;
  void emitColumn(Value *Col);
  void emitVectors(Value *Col);
  void emitRest(Value *Row, Value *Col, Value *Count);
  void emitParts(Value *Row, Value *Col, Value *Count);
  void emitMasked(Value *Row, Value *Col, Value *Count);
  void emitPart(Value *Row, Value *Col, unsigned Lanes);
  Value *inBuffer(Value *Row, Value *Col) {
    return Ctx.elementPtr(Buffer, addIndices(B, B.CreateMul(Col, Stride), Row));
  }
  Value *inC(Value *Row, Value *Col) {
    return Ctx.Slices.address(Nest.C, at(Row, Col));
  }
  Indices at(Value *Row, Value *Col) {
    Indices I = {};
    I[Ctx.View.Row] = addIndices(B, Block.Row, Row);
    I[Ctx.View.Col] = addIndices(B, Block.Col, Col);
    return I;
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const GemmNest &Nest;
  const TileBlock &Block;
  const TileCopy What;
  Value *const Buffer, *const Stride;
  const unsigned MR, Lanes;
};

} // namespace

/// Whether columns can be moved as vectors.
bool Copier::canCopyColumns() const {
  const LoopDim Row = Ctx.View.Row;
  if (What == TileCopy::StartsFromSlice)
    return isContiguous(Nest.Start, Row, Ctx.DL);
  if (!isPacked(Nest.C.ElemTy, Ctx.DL) ||
      !movesBy(Nest.C, Row, Ctx.DL.getTypeStoreSize(Nest.C.ElemTy)))
    return false;
  return What != TileCopy::FinalsToC || isContiguous(Nest.Final, Row, Ctx.DL);
}

bool Copier::canMask() const {
  return (What == TileCopy::SumsFromC && Ctx.hasMaskedLoads(Ctx.ElemBytes)) ||
         (What == TileCopy::SumsToC && Ctx.hasMaskedStores(Ctx.ElemBytes));
}

void Copier::emit() {
  emitLoop(B, "tile.col", B.getInt64(0), Block.Cols, 1, true,
           [&](Value *Col) { emitColumn(Col); });
}

void Copier::emitColumn(Value *Col) {
  Value *Zero = B.getInt64(0);
  if (!canCopyColumns())
    return emitLoop(B, "tile.row", Zero, Block.Rows, 1, true,
                    [&](Value *Row) { emitPart(Row, Col, 0); });
  if (What != TileCopy::FinalsToC || Block.Rows == B.getInt64(MR))
    return emitVectors(Col);
  emitIf(
      B, "tile.whole", B.CreateICmpEQ(Block.Rows, B.getInt64(MR)),
      [&] {
        for (unsigned Row = 0; Row != MR; Row += Lanes)
          emitPart(B.getInt64(Row), Col, Lanes);
      },
      [&] { emitVectors(Col); });
}

void Copier::emitVectors(Value *Col) {
  Value *Zero = B.getInt64(0);
  Value *Count = B.CreateURem(Block.Rows, B.getInt64(Lanes));
  Value *Whole = B.CreateSub(Block.Rows, Count);
  emitLoop(B, "tile.vector", Zero, Whole, Lanes, /*RunsOnce=*/false,
           [&](Value *Row) { emitPart(Row, Col, Lanes); });
  emitIf(B, "tile.some", B.CreateICmpNE(Count, Zero),
         [&] { emitRest(Whole, Col, Count); });
}

/// Copies the last \p Count rows, less than a vector.
void Copier::emitRest(Value *Row, Value *Col, Value *Count) {
  if (canMask())
    return emitMasked(Row, Col, Count);
  if (What == TileCopy::FinalsToC || What == TileCopy::StartsFromSlice ||
      !isPowerOf2_32(Lanes))
    return emitLoop(B, "tile.row", Row, Block.Rows, 1, true,
                    [&](Value *At) { emitPart(At, Col, 0); });
  emitParts(Row, Col, Count);
}

/// The same by vectors of halves, quarters and so on.
void Copier::emitParts(Value *Row, Value *Col, Value *Count) {
  for (unsigned Part = Lanes / 2; Part; Part /= 2) {
    Value *Some = B.CreateAnd(Count, B.getInt64(Part));
    emitIf(B, "tile.part", B.CreateICmpNE(Some, B.getInt64(0)),
           [&] { emitPart(Row, Col, Part == 1 ? 0 : Part); });
    Row = B.CreateAdd(Row, Some);
  }
}

void Copier::emitMasked(Value *Row, Value *Col, Value *Count) {
  auto *Ty = FixedVectorType::get(Ctx.ElemTy, Lanes);
  Value *From = inC(Row, Col), *To = inBuffer(Row, Col);
  Value *Valid = Ctx.firstLanes(Count, Lanes);
  if (What == TileCopy::SumsToC) {
    Value *V = B.CreateAlignedLoad(Ty, To, Ctx.alignmentOf(1));
    B.CreateMaskedStore(V, From, Nest.C.Alignment, Valid);
    return;
  }
  Value *V = B.CreateMaskedLoad(Ty, From, Nest.C.Alignment, Valid,
                                Constant::getNullValue(Ty));
  B.CreateAlignedStore(V, To, Ctx.alignmentOf(1));
}

/// Copies \p Lanes elements of column \p Col from \p Row on; 0: one element.
void Copier::emitPart(Value *Row, Value *Col, unsigned Lanes) {
  auto Typed = [&](Type *T) -> Type * {
    return Lanes ? FixedVectorType::get(T, Lanes) : T;
  };
  const Align BufferAlign = Ctx.alignmentOf(1);
  const Align CAlign = Nest.C.Alignment;
  auto Evaluate = [&](const Slice &S, Value *Sum) {
    return Ctx.Slices.vector(S, at(Row, Col), Ctx.View.Row, Lanes, Sum);
  };
  Value *V;
  switch (What) {
  case TileCopy::SumsFromC:
    V = B.CreateAlignedLoad(Typed(Ctx.ElemTy), inC(Row, Col), CAlign);
    break;
  case TileCopy::StartsFromSlice:
    V = Evaluate(Nest.Start, nullptr);
    break;
  case TileCopy::SumsToC:
  case TileCopy::FinalsToC:
    V = B.CreateAlignedLoad(Typed(Ctx.ElemTy), inBuffer(Row, Col), BufferAlign);
    if (What == TileCopy::FinalsToC)
      V = Evaluate(Nest.Final, V);
    B.CreateAlignedStore(V, inC(Row, Col), CAlign);
    return;
  }
  B.CreateAlignedStore(V, inBuffer(Row, Col), BufferAlign);
}

void emitTileCopy(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
                  Value *Buffer) {
  Copier(Ctx, Block, What, Buffer).emit();
}

} // namespace gemmify
