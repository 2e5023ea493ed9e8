//===- PackLongGroups.cpp - Packing many steps of k of a line together ----===//
//-----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Groups longer than the integers that shuffles move: AMX's rows of 64 bytes.
///
//===----------------------------------------------------------------------===//

#include "Packer.h"
#include "TransposeLines.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

/// Groups of \p Count lines (null: all). The places of other lines are left as
/// they are: nothing depends on them.
void Packer::emitLongGroups(Value *First, Value *Count, Value *Dest) {
  Value *From = P.K, *End = B.CreateAdd(P.K, P.Depth);
  if (isContiguous(Source, DimK, Ctx.DL))
    From = emitCopiedGroups(First, Count, Dest);
  if (P.Operand.FillsUpTo == 1)
    return emitGroups(From, First, Count ? Count : B.getInt64(P.Width), Dest);
  emitLoop(B, "pack.k", From, End, Group, /*RunsOnce=*/false, [&](Value *K) {
    Value *Ks = Ctx.smaller(B.CreateSub(End, K), B.getInt64(Group));
    Value *To = slot(Dest, K);
    emitIf(B, "pack.rest", B.CreateICmpSLT(Ks, B.getInt64(Group)),
           [&] { clearColumns(Group, To); });
    emitLongGroup(First, Count, K, Ks, To);
  });
}

/// Whole groups of memory. Returns the first step of k after them.
Value *Packer::emitCopiedGroups(Value *First, Value *Count, Value *Dest) {
  Value *End = B.CreateAdd(P.K, P.Depth);
  Value *Over = B.CreateURem(P.Depth, B.getInt64(Group));
  Value *Rest = B.CreateSub(End, Over, "pack.rest");
  emitLoop(B, "pack.k", P.K, Rest, Group, /*RunsOnce=*/false, [&](Value *K) {
    emitLineParts(First, Count, K, B.getInt64(Group), Group, slot(Dest, K));
  });
  return Rest;
}

/// \p Ks steps of k of one group: 128 bits at a time, then single elements.
void Packer::emitLongGroup(Value *First, Value *Count, Value *K, Value *Ks,
                           Value *To) {
  const unsigned Part = 16 / P.Operand.Bytes;
  Value *Left = B.CreateURem(Ks, B.getInt64(Part));
  Value *Whole = B.CreateSub(Ks, Left);
  const bool IsAlongLines = isContiguous(Source, P.Dim, Ctx.DL) &&
                            !isContiguous(Source, DimK, Ctx.DL);
  if (!IsAlongLines)
    emitLineParts(First, Count, K, Whole, Part, To);
  else
    emitLoop(B, "pack.part", B.getInt64(0), Whole, Part, false, [&](Value *At) {
      Value *Next = B.CreateAdd(K, At);
      emitTransposedPart(First, Count, Next, Ctx.packedPtr(P.Operand, To, At));
    });
  emitIf(B, "pack.last", B.CreateICmpNE(Left, B.getInt64(0)), [&] {
    Value *Last = B.CreateAdd(K, Whole);
    copyElements(First, Count ? Count : B.getInt64(P.Width), Last, Left, Group,
                 Ctx.packedPtr(P.Operand, To, Whole));
  });
}

/// \p Ks steps of k of a group, in vectors of \p Part steps, line by line.
void Packer::emitLineParts(Value *First, Value *Count, Value *K, Value *Ks,
                           unsigned Part, Value *To) {
  Value *Lines = Count ? Count : B.getInt64(P.Width);
  emitLoop(B, "pack.line", B.getInt64(0), Lines, 1, true, [&](Value *Line) {
    Value *Index = addIndices(B, First, Line);
    Value *Begin = B.CreateMul(Line, B.getInt64(Group));
    emitLoop(B, "pack.part", B.getInt64(0), Ks, Part, false, [&](Value *At) {
      Value *V = vector(at(Index, addIndices(B, K, At)), DimK, Part);
      Value *Slot = Ctx.packedPtr(P.Operand, To, addIndices(B, Begin, At));
      B.CreateAlignedStore(V, Slot, Ctx.packedAlign(P.Operand, 1));
    });
  });
}

/// 128 bits along k, from \p K on, of each line. If the last vector is not
/// filled, it repeats earlier lines.
void Packer::emitTransposedPart(Value *First, Value *Count, Value *K,
                                Value *To) {
  auto Pack = [&](Value *Line, unsigned Lines) {
    Value *Begin = B.CreateMul(Line, B.getInt64(Group));
    Value *At = addIndices(B, First, Line);
    emitTransposedLines(At, K, Lines, Ctx.packedPtr(P.Operand, To, Begin));
  };
  if (!Count) {
    const unsigned Most = Ctx.Plan.TransposeBits / 8 / P.Operand.Bytes;
    for (unsigned Line = 0; Line < P.Width; Line += Most)
      Pack(B.getInt64(Line), std::min(Most, P.Width - Line));
    return;
  }
  constexpr unsigned Few = 4;
  emitIf(
      B, "pack.lines", B.CreateICmpSGE(Count, B.getInt64(Few)),
      [&] {
        Value *Last = B.CreateSub(Count, B.getInt64(Few));
        emitLoop(B, "pack.lines", B.getInt64(0), Count, Few, true,
                 [&](Value *Line) { Pack(Ctx.smaller(Line, Last), Few); });
      },
      [&] {
        copyElements(First, Count, K, B.getInt64(16 / P.Operand.Bytes), Group,
                     To);
      });
}

/// The same for \p Lines lines that are read together. Halves are moved as
/// integers, which all processors can shuffle.
void Packer::emitTransposedLines(Value *First, Value *K, unsigned Lines,
                                 Value *To) {
  const unsigned Part = 16 / P.Operand.Bytes;
  const SmallVector<int, 16> Padded =
      createSequentialMask(0, Lines, alignTo(Lines, Part) - Lines);
  auto *Ty = FixedVectorType::get(B.getIntNTy(8 * P.Operand.Bytes), Lines);
  SmallVector<Value *, 16> Rows;
  for (unsigned Step = 0; Step != Part; ++Step) {
    Value *At = addIndices(B, K, B.getInt64(Step));
    Value *Row = B.CreateBitCast(vector(at(First, At), P.Dim, Lines), Ty);
    Rows.push_back(B.CreateShuffleVector(Row, Padded));
  }
  transposeSquares(B, Rows);
  for (unsigned Line = 0; Line != Lines; ++Line) {
    Value *V = B.CreateShuffleVector(
        Rows[Line % Part], createSequentialMask(Line / Part * Part, Part, 0));
    B.CreateAlignedStore(
        V, Ctx.packedPtr(P.Operand, To, B.getInt64(uint64_t(Line) * Group)),
        Ctx.packedAlign(P.Operand, 1));
  }
}

} // namespace gemmify
