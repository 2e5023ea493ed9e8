//===- PackTransposed.cpp - Packing what is contiguous along k ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Packer.h"
#include <numeric>

using namespace llvm;

namespace gemmify {

/// Reads vectors along k and transposes them in registers: PerLane words and up
/// to twice as many rows at a time. Behind the last of \p Count rows (null:
/// all) it is read again: nothing depends on what stands there. Where the
/// target loads two vectors at once, twice as many words are read together.
void Packer::emitTransposed(Value *First, Value *Count, Value *Dest) {
  Value *From = P.K, *End = B.CreateAdd(P.K, P.Depth);
  for (unsigned Times = Ctx.Plan.LoadsPairs ? 2 : 1; Times != 0; --Times) {
    const unsigned Ks = Times * PerLane * Group;
    Value *Rest =
        B.CreateSub(End, B.CreateURem(P.Depth, B.getInt64(Ks)), "pack.rest");
    emitLoop(B, "pack.k", From, Rest, Ks, /*RunsOnce=*/false, [&](Value *K) {
      for (unsigned Row = 0; Row < P.Width; Row += Together) {
        // Tiles of their own shape do not read vectors without a valid row.
        const bool MayBeMissing =
            Count && Row &&
            (Ctx.Plan.hasEdgeTiles() || Ctx.Plan.hasPartTiles());
        emitIf(B, "pack.rows",
               MayBeMissing ? B.CreateICmpSGT(Count, B.getInt64(Row))
                            : B.getTrue(),
               [&] {
                 emitTransposedRows(First, Count, K, Times, Row,
                                    std::min(Together, P.Width - Row), Dest);
               });
      }
    });
    From = Rest;
  }
  if (!Count)
    Count = B.getInt64(P.Width);
  else if (Group == 1)
    return emitElementColumns(From, First, Count, Dest);
  if (Group > 1)
    return emitGroups(From, First, Count, Dest);
  emitColumns(From, End, First, Dest);
}

/// The same, but for all ks of so many rows before the next ones.
void Packer::emitTransposedInTurn(Value *First, Value *Dest) {
  assert(Group == 1);
  const unsigned Ks = PerLane;
  Value *End = B.CreateAdd(P.K, P.Depth);
  Value *Rest = B.CreateSub(End, B.CreateURem(P.Depth, B.getInt64(Ks)));
  emitLoop(B, "pack.row", B.getInt64(0), B.getInt64(P.Width), Together, true,
           [&](Value *Row) {
             Value *To = Ctx.packedPtr(P.Operand, Dest, Row);
             Value *From = B.CreateAdd(First, Row);
             emitLoop(B, "pack.k", P.K, Rest, Ks, false, [&](Value *K) {
               emitTransposedRows(From, nullptr, K, 1, 0, Together, To);
             });
           });
  emitElementColumns(Rest, First, B.getInt64(P.Width), Dest);
}

/// \p Times blocks of PerLane words of \p Rows rows from \p Row on.
void Packer::emitTransposedRows(Value *First, Value *Count, Value *K,
                                unsigned Times, unsigned Row, unsigned Rows,
                                Value *Dest) {
  const unsigned Words = Times * PerLane;
  SmallVector<Value *, 16> Read;
  for (unsigned R = 0; R != Rows; ++R) {
    Value *Line = B.getInt64(Row + R);
    if (Count)
      Line = Ctx.smaller(Line, B.CreateSub(Count, B.getInt64(1)));
    Value *Index = addIndices(B, First, Line);
    Value *V = vector(at(Index, K), DimK, Words * Group);
    Read.push_back(B.CreateBitCast(V, FixedVectorType::get(WordTy, Words)));
  }
  SmallVector<int, 32> Valid(Rows);
  std::iota(Valid.begin(), Valid.end(), 0);
  Align SlotAlign = Ctx.packedAlign(P.Operand, P.Width);
  for (unsigned Elements : {Row * Group, Rows * Group})
    SlotAlign = commonAlignment(SlotAlign, Elements * P.Operand.Bytes);
  // One address for all, so that the others are constants apart.
  Value *Slot = slot(Dest, K);
  for (unsigned Part = 0; Part != Times; ++Part) {
    SmallVector<Value *, 16> Columns;
    for (unsigned R = 0; R != PerLane; ++R)
      Columns.push_back(joinRows(Read, Part * PerLane, R));
    transpose(Columns);
    for (auto [Step, Column] : enumerate(Columns)) {
      const unsigned At = (Part * PerLane + Step) * P.Width + Row;
      B.CreateAlignedStore(
          B.CreateShuffleVector(Column, Valid),
          Ctx.packedPtr(P.Operand, Slot, B.getInt64(At * Group)), SlotAlign);
    }
  }
}

/// PerLane words from \p Word on of \p Row of \p Read and, when there are more
/// rows than that, behind them those of the row PerLane further. Rows that are
/// missing are poison.
Value *Packer::joinRows(ArrayRef<Value *> Read, unsigned Word, unsigned Row) {
  auto Words = [&](unsigned R) -> Value * {
    if (R >= Read.size())
      return PoisonValue::get(FixedVectorType::get(WordTy, PerLane));
    SmallVector<int, 16> Mask(PerLane);
    std::iota(Mask.begin(), Mask.end(), int(Word));
    return B.CreateShuffleVector(Read[R], Mask);
  };
  Value *Low = Words(Row);
  if (Read.size() <= PerLane)
    return Low;
  SmallVector<int, 32> Both(2 * PerLane);
  std::iota(Both.begin(), Both.end(), 0);
  return B.CreateShuffleVector(Low, Words(Row + PerLane), Both);
}

/// Transposes 128 bits of \p Rows, as many rows as elements, in each part of
/// so many bits.
void Packer::transpose(SmallVectorImpl<Value *> &Rows) {
  for (unsigned Distance = Rows.size(); Distance > 1; Distance /= 2)
    interleave(Rows);
}

/// One round of the perfect shuffle within each 128 bits; log2 rounds
/// transpose.
void Packer::interleave(SmallVectorImpl<Value *> &Rows) {
  const unsigned Lanes =
      cast<FixedVectorType>(Rows[0]->getType())->getNumElements();
  const unsigned Part = Rows.size(), Half = Part / 2;
  auto Mix = [&](Value *X, Value *Y, unsigned From) {
    SmallVector<int, 32> Mask;
    for (unsigned Begin = 0; Begin != Lanes; Begin += Part)
      for (unsigned Lane = 0; Lane != Half; ++Lane) {
        Mask.push_back(Begin + From + Lane);
        Mask.push_back(Lanes + Begin + From + Lane);
      }
    return B.CreateShuffleVector(X, Y, Mask);
  };
  SmallVector<Value *, 16> Next;
  for (unsigned R = 0; R != Half; ++R) {
    Next.push_back(Mix(Rows[R], Rows[R + Half], 0));
    Next.push_back(Mix(Rows[R], Rows[R + Half], Half));
  }
  Rows.assign(Next.begin(), Next.end());
}

/// The zeros behind the group of the last k.
void Packer::emitMissingGroups(Value *Dest) {
  Value *Ks = B.getInt64(Group);
  Value *Groups = B.CreateUDiv(B.CreateAdd(P.Depth, B.getInt64(Group - 1)), Ks);
  Value *Missing = B.CreateAdd(P.K, B.CreateMul(Groups, Ks));
  Value *End = B.CreateAdd(P.K, P.Operand.packedDepth(B, P.Depth));
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width * Group);
  emitLoop(B, "pack.zero", Missing, End, Group, /*RunsOnce=*/false,
           [&](Value *K) {
             B.CreateAlignedStore(filler(Ty), slot(Dest, K),
                                  Ctx.packedAlign(P.Operand, P.Width * Group));
           });
}

} // namespace gemmify
