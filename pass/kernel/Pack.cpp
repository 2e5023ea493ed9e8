//===- Pack.cpp - Copying operands into slivers ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pack.h"

using namespace llvm;

namespace gemmify {

namespace {

class Packer {
public:
  Packer(KernelContext &Ctx, const PackedBlock &P)
      : Ctx(Ctx), B(Ctx.B), P(P),
        PerLane(std::max<uint64_t>(2, 16 / Ctx.ElemBytes)) {}

  void emit(Value *Dest);

private:
  void emitFullSliver(Value *First, Value *Dest);
  void emitPartialSliver(Value *First, Value *Count, Value *Dest);
  void emitTransposed(Value *First, Value *Dest);
  void emitTransposedRows(Value *First, Value *K, unsigned Row, unsigned Rows,
                          Value *Dest);
  Value *joinRows(Value *First, Value *K, unsigned Row, unsigned Rows,
                  unsigned Step);
  void interleave(SmallVectorImpl<Value *> &Rows);
  void emitColumns(Value *From, Value *To, Value *First, Value *Dest);
  Indices at(Value *Index, Value *K) const {
    Indices I = {};
    I[P.Dim] = Index;
    I[DimK] = K;
    return I;
  }
  Value *slot(Value *Dest, Value *K) const {
    Value *Step = B.CreateSub(K, P.K);
    return Ctx.elementPtr(Dest, B.CreateMul(Step, B.getInt64(P.Width)));
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackedBlock &P;
  const unsigned PerLane; ///< Elements in 128 bits.
};

void Packer::emit(Value *Dest) {
  emitLoop(B, "pack", B.getInt64(0), P.Count, P.Width, /*RunsOnce=*/true,
           [&](Value *Offset) {
             Value *First = addIndices(B, P.First, Offset);
             Value *Left = B.CreateSub(P.Count, Offset);
             Value *Sliver = Ctx.elementPtr(Dest, B.CreateMul(Offset, P.Depth));
             emitIf(
                 B, "pack.full", B.CreateICmpSGE(Left, B.getInt64(P.Width)),
                 [&] { emitFullSliver(First, Sliver); },
                 [&] { emitPartialSliver(First, Left, Sliver); });
           });
}

void Packer::emitFullSliver(Value *First, Value *Dest) {
  bool ByColumns = isContiguous(P.Source, P.Dim, Ctx.DL);
  if (!ByColumns && isContiguous(P.Source, DimK, Ctx.DL))
    return emitTransposed(First, Dest);
  if (ByColumns)
    return emitColumns(P.K, B.CreateAdd(P.K, P.Depth), First, Dest);
  emitPartialSliver(First, B.getInt64(P.Width), Dest);
}

/// Whole columns of a sliver for the ks in [\p From, \p To).
void Packer::emitColumns(Value *From, Value *To, Value *First, Value *Dest) {
  emitLoop(B, "pack.k", From, To, 1, /*RunsOnce=*/false, [&](Value *K) {
    Value *Column = Ctx.Slices.vector(P.Source, at(First, K), P.Dim, P.Width);
    B.CreateAlignedStore(Column, slot(Dest, K), Ctx.alignmentOf(P.Width));
  });
}

/// Zeros first: beyond the edge, nothing may be read.
void Packer::emitPartialSliver(Value *First, Value *Count, Value *Dest) {
  Value *End = B.CreateAdd(P.K, P.Depth);
  emitLoop(B, "pack.k", P.K, End, 1, /*RunsOnce=*/true, [&](Value *K) {
    Value *To = slot(Dest, K);
    B.CreateAlignedStore(
        Constant::getNullValue(FixedVectorType::get(Ctx.ElemTy, P.Width)), To,
        Ctx.alignmentOf(P.Width));
    emitLoop(B, "pack.element", B.getInt64(0), Count, 1, /*RunsOnce=*/true,
             [&](Value *W) {
               Value *V =
                   Ctx.Slices.element(P.Source, at(B.CreateAdd(First, W), K));
               B.CreateStore(V, Ctx.elementPtr(To, W));
             });
  });
}

/// Reads vectors along k and transposes them in registers: PerLane ks and up to
/// two groups of PerLane rows at a time.
void Packer::emitTransposed(Value *First, Value *Dest) {
  Value *End = B.CreateAdd(P.K, P.Depth);
  Value *Rest =
      B.CreateSub(End, B.CreateURem(P.Depth, B.getInt64(PerLane)), "pack.rest");
  emitLoop(B, "pack.k", P.K, Rest, PerLane, /*RunsOnce=*/false, [&](Value *K) {
    for (unsigned Row = 0; Row < P.Width; Row += 2 * PerLane)
      emitTransposedRows(First, K, Row, std::min(2 * PerLane, P.Width - Row),
                         Dest);
  });
  emitColumns(Rest, End, First, Dest);
}

void Packer::emitTransposedRows(Value *First, Value *K, unsigned Row,
                                unsigned Rows, Value *Dest) {
  SmallVector<Value *, 16> Columns;
  for (unsigned R = 0; R != PerLane; ++R)
    Columns.push_back(joinRows(First, K, Row + R, Rows - std::min(R, Rows),
                               Rows > PerLane ? 2 : 1));
  for (unsigned Distance = PerLane; Distance > 1; Distance /= 2)
    interleave(Columns);
  SmallVector<int, 32> Valid;
  for (unsigned R = 0; R != Rows; ++R)
    Valid.push_back(R);
  // One address for all, so that the others are constants apart.
  Value *Slot = slot(Dest, K);
  for (auto [Step, Column] : enumerate(Columns)) {
    Value *To = Ctx.elementPtr(Slot, B.getInt64(Step * P.Width + Row));
    B.CreateAlignedStore(
        B.CreateShuffleVector(Column, Valid), To,
        commonAlignment(Ctx.alignmentOf(P.Width), Row * Ctx.ElemBytes));
  }
}

/// PerLane elements along k of \p Row and, when \p Groups is 2, behind them
/// those of the row PerLane further. Rows from \p Rows on are poison.
Value *Packer::joinRows(Value *First, Value *K, unsigned Row, unsigned Rows,
                        unsigned Groups) {
  auto Load = [&](unsigned R, bool Exists) -> Value * {
    if (!Exists)
      return PoisonValue::get(FixedVectorType::get(Ctx.ElemTy, PerLane));
    Value *Index = addIndices(B, First, B.getInt64(R));
    return Ctx.Slices.vector(P.Source, at(Index, K), DimK, PerLane);
  };
  Value *Low = Load(Row, Rows > 0);
  if (Groups == 1)
    return Low;
  SmallVector<int, 32> Both;
  for (unsigned Lane = 0; Lane != 2 * PerLane; ++Lane)
    Both.push_back(Lane);
  return B.CreateShuffleVector(Low, Load(Row + PerLane, Rows > PerLane), Both);
}

/// One round of the perfect shuffle within each 128 bits; log2 rounds
/// transpose.
void Packer::interleave(SmallVectorImpl<Value *> &Rows) {
  unsigned Lanes = cast<FixedVectorType>(Rows[0]->getType())->getNumElements();
  auto Mix = [&](Value *X, Value *Y, unsigned From) {
    SmallVector<int, 32> Mask;
    for (unsigned Group = 0; Group != Lanes; Group += PerLane)
      for (unsigned Lane = 0; Lane != PerLane / 2; ++Lane) {
        Mask.push_back(Group + From + Lane);
        Mask.push_back(Lanes + Group + From + Lane);
      }
    return B.CreateShuffleVector(X, Y, Mask);
  };
  SmallVector<Value *, 16> Next;
  for (unsigned R = 0, Half = Rows.size() / 2; R != Half; ++R) {
    Next.push_back(Mix(Rows[R], Rows[R + Half], 0));
    Next.push_back(Mix(Rows[R], Rows[R + Half], PerLane / 2));
  }
  Rows.assign(Next.begin(), Next.end());
}

} // namespace

void emitPack(KernelContext &Ctx, const PackedBlock &Block, Value *Dest) {
  Packer(Ctx, Block).emit(Dest);
}

} // namespace gemmify
