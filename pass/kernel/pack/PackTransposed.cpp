//===- PackTransposed.cpp - Packing what is contiguous along k ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Packer.h"
#include "TransposeLines.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

/// Reads vectors along k and transposes them in registers: PerLane words and up
/// to twice as many rows at a time. Beyond the last of \p Count rows (null:
/// all), that row is read again: nothing depends on what is stored there. Where
/// the target loads two vectors at once, twice as many words are read together.
void Packer::emitTransposed(Value *First, Value *Count, Value *Dest) {
  emitTransposed(P.K, P.Depth, First, Count, Dest);
}

/// As many steps as are read together, of those from \p From on. Returns the
/// first one that is left.
Value *Packer::emitTransposedSteps(Value *From, Value *Depth, Value *First,
                                   Value *Count, Value *Dest) {
  Value *End = B.CreateAdd(From, Depth);
  for (unsigned Times = Ctx.Plan.LoadsPairs ? 2 : 1; Times != 0; --Times) {
    const unsigned Ks = Times * PerLane * Group;
    Value *Rest =
        B.CreateSub(End, B.CreateURem(Depth, B.getInt64(Ks)), "pack.rest");
    emitLoop(B, "pack.k", From, Rest, Ks, /*RunsOnce=*/false, [&](Value *K) {
      for (unsigned Row = 0; Row < P.Width; Row += Together) {
        // Edge tiles do not read vectors without a valid row.
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
  return From;
}

void Packer::emitTransposed(Value *From, Value *Depth, Value *First,
                            Value *Count, Value *Dest) {
  Value *End = B.CreateAdd(From, Depth);
  From = emitTransposedSteps(From, Depth, First, Count, Dest);
  if (!Count)
    Count = B.getInt64(P.Width);
  else if (Group == 1)
    return emitElementColumns(From, First, Count, Dest);
  if (Group > 1)
    return emitGroups(From, First, Count, Dest);
  emitColumns(From, End, First, Dest);
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
  const SmallVector<int, 16> Valid = createSequentialMask(0, Rows, 0);
  Align SlotAlign = Ctx.packedAlign(P.Operand, P.Width);
  for (unsigned Elements : {Row * Group, Rows * Group})
    SlotAlign = commonAlignment(SlotAlign, Elements * P.Operand.Bytes);
  // One address for all, so that the others are constants apart.
  Value *Slot = slot(Dest, K);
  for (unsigned Part = 0; Part != Times; ++Part) {
    for (auto [Step, Column] :
         enumerate(transposeLines(B, Read, Part * PerLane, PerLane))) {
      const unsigned At = (Part * PerLane + Step) * P.Width + Row;
      Value *V = B.CreateShuffleVector(Column, Valid);
      B.CreateAlignedStore(
          V, Ctx.packedPtr(P.Operand, Slot, B.getInt64(At * Group)), SlotAlign);
    }
  }
}

/// The zeros after the last step of k.
void Packer::emitMissingGroups(Value *Dest) {
  Value *Groups = divideUp(B, P.Depth, Group);
  Value *Missing = B.CreateAdd(P.K, B.CreateMul(Groups, B.getInt64(Group)));
  Value *End = B.CreateAdd(P.K, P.Operand.packedDepth(B, P.Depth));
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width * Group);
  emitLoop(B, "pack.zero", Missing, End, Group, /*RunsOnce=*/false,
           [&](Value *K) {
             B.CreateAlignedStore(filler(Ty), slot(Dest, K),
                                  Ctx.packedAlign(P.Operand, P.Width * Group));
           });
}

} // namespace gemmify
