//===- Pack.cpp - Copying operands into slivers ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackFunction.h"
#include "PackPlanes.h"
#include "Packer.h"
#include "ZeroPointSums.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/kernel/loops/GotoLoops.h"
#include "pass/kernel/tile/InterleaveColumns.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

Value *Packer::address(const Indices &At) {
  if (!Lines)
    return Ctx.Slices.address(*Source.plain(), At);
  Value *Line = B.CreateMul(At[P.Dim], Lines->LineStride);
  Value *InLine = B.CreateMul(At[DimK], Lines->KStride);
  return B.CreatePtrAdd(Lines->Start, addIndices(B, Line, InLine));
}

Value *Packer::kStride() {
  return Lines ? Lines->KStride : Ctx.Sig.get(Source.plain()->Stride[DimK]);
}

/// \p Lanes elements from \p At on, as they are packed.
Value *Packer::vector(const Indices &At, LoopDim Along, unsigned Lanes) {
  if (!Lines)
    return P.Operand.convert(B, Ctx.Slices.vector(Source, At, Along, Lanes));
  auto *Ty = FixedVectorType::get(P.Operand.Ty, Lanes);
  if (isContiguous(Source, Along, Ctx.DL))
    return B.CreateAlignedLoad(Ty, address(At), Source.plain()->Alignment);
  Value *V = PoisonValue::get(Ty);
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    Indices Next = At;
    Next[Along] = addIndices(B, At[Along], B.getInt64(Lane));
    V = B.CreateInsertElement(V, element(Next), Lane);
  }
  return V;
}

Value *Packer::element(const Indices &At) {
  if (!Lines)
    return P.Operand.convert(B, Ctx.Slices.element(Source, At));
  return B.CreateAlignedLoad(P.Operand.Ty, address(At),
                             Source.plain()->Alignment);
}

/// Whether slivers can be packed a few steps of k at a time, and there may be
/// several. Not where tiles are parts of packed ones: what that brings there is
/// not measured, and it takes more instructions.
bool Packer::mayAlternate() const {
  auto *Count = dyn_cast<ConstantInt>(P.Count);
  const bool IsOne = Count && Count->getZExtValue() <= P.Width;
  return !IsOne && Group == 1 && P.Operand.FillsUpTo <= 1 && !P.Operand.SumTy &&
         isContiguous(Source, P.Dim, Ctx.DL) &&
         !isContiguous(Source, DimK, Ctx.DL) && isReadInPlace() &&
         !Ctx.Plan.hasPartTiles();
}

/// A few steps of k of all slivers before the next ones; see CopyTuning.
void Packer::emit(Value *Dest) {
  if (isCarried(Source, DimK)) {
    const CarryTable Ks(Ctx, Source.Loads, DimK, P.K, P.Depth,
                        std::max(Ctx.Plan.KC, Ctx.Plan.DeepKC));
    return emitSlivers(Dest);
  }
  if (!mayAlternate())
    return emitSlivers(Dest);
  const CopyTuning &Tune = Ctx.Plan.Tune.Copy;
  Value *Few =
      B.CreateSelect(isEvicting(B, kStride(), Ctx.Plan),
                     B.getInt64(Tune.EvictingKs), B.getInt64(Tune.SeveralKs));
  Value *IsOne = B.CreateICmpSLE(P.Count, B.getInt64(P.Width));
  Value *Ks = B.CreateSelect(IsOne, P.Depth, Few), *End = EndK;
  emitLoop(B, "pack.ks", FirstK, End, Ks, /*RunsOnce=*/false, [&](Value *K) {
    FirstK = K;
    EndK = Ctx.smaller(B.CreateAdd(K, Ks), End);
    emitSlivers(Dest);
  });
}

void Packer::emitSlivers(Value *Dest) {
  emitLoop(B, "pack", B.getInt64(0), P.Count, P.Width, /*RunsOnce=*/true,
           [&](Value *Offset) {
             Value *First = addIndices(B, P.First, Offset);
             Value *Left = B.CreateSub(P.Count, Offset);
             const PackedSliver Sliver(B, P.Operand, Dest, Offset, P.Width,
                                       P.Depth);
             if (isCarried(Source, P.Dim))
               emitCarriedSliver(First, Left, Sliver);
             else
               emitSliver(First, Left, Sliver);
             if (P.Operand.FillsUpTo > Group)
               emitMissingGroups(Sliver.Ptr);
             if (Sliver.Sums)
               emitZeroPointSums(Ctx, P, Sliver);
           });
}

void Packer::emitSliver(Value *First, Value *Left, const PackedSliver &Sliver) {
  emitIf(
      B, "pack.full", B.CreateICmpSGE(Left, B.getInt64(P.Width)),
      [&] { emitFullSliver(First, Sliver.Ptr); },
      [&] { emitPartialSliver(First, Left, Sliver.Ptr); });
}

void Packer::emitFullSliver(Value *First, Value *Dest) {
  bool ByColumns =
      isContiguous(Source, P.Dim, Ctx.DL, Ctx.Slices.isInOneRun(P.Dim));
  if (P.Operand.hasLongGroups())
    return emitLongGroups(First, nullptr, Dest);
  if (!ByColumns && isContiguous(Source, DimK, Ctx.DL))
    return emitTransposed(First, nullptr, Dest);
  if (!ByColumns && isInRunsOf(DimK))
    return emitRunsOfK(First, nullptr, Dest);
  if (Group > 1 && !ByColumns)
    return emitGroupsOfLines(First, B.getInt64(P.Width), Dest);
  if (Group > 1)
    return emitGroups(P.K, First, nullptr, Dest);
  if (ByColumns)
    return emitColumns(FirstK, EndK, First, Dest);
  emitPartialSliver(First, B.getInt64(P.Width), Dest);
}

/// Whole columns of a sliver for k in [\p From, \p To).
void Packer::emitColumns(Value *From, Value *To, Value *First, Value *Dest) {
  if (Ctx.Plan.LoadsPairs && isReadInPlace())
    From = emitManyColumns(From, To, First, Dest);
  emitLoop(B, "pack.k", From, To, 1, /*RunsOnce=*/false, [&](Value *K) {
    Value *Column = vector(at(First, K), P.Dim, P.Width);
    B.CreateAlignedStore(Column, slot(Dest, K),
                         Ctx.packedAlign(P.Operand, P.Width));
  });
}

/// Columns that are a few loads and stores each take turns in one loop. Returns
/// the k of the first one that is left.
Value *Packer::emitManyColumns(Value *From, Value *To, Value *First,
                               Value *Dest) {
  const uint64_t Ks = Ctx.Plan.Tune.Copy.ColumnsAtOnce;
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width);
  Value *Left = B.CreateURem(B.CreateSub(To, From), B.getInt64(Ks));
  Value *Rest = B.CreateSub(To, Left, "pack.rest");
  emitLoop(B, "pack.k", From, Rest, Ks, /*RunsOnce=*/false, [&](Value *K) {
    Value *Ptr = address(at(First, K)), *Slot = slot(Dest, K);
    for (unsigned Step = 0; Step != Ks; ++Step) {
      Value *Column = B.CreateAlignedLoad(Ty, Ptr, Source.plain()->Alignment);
      B.CreateAlignedStore(
          Column, Ctx.packedPtr(P.Operand, Slot, B.getInt64(Step * P.Width)),
          Ctx.packedAlign(P.Operand, P.Width));
      Ptr = B.CreatePtrAdd(Ptr, kStride());
    }
  });
  return Rest;
}

/// Whether columns are memory that is packed as it is.
bool Packer::isReadInPlace() const {
  const AffineRef *R = Source.plain();
  return R && movesBy(*R, P.Dim, P.Operand.Bytes) &&
         R->ElemTy == P.Operand.Ty && !P.Operand.Flipped && R->isStrided();
}

void Packer::emitPartialSliver(Value *First, Value *Count, Value *Dest) {
  if (P.Operand.hasLongGroups())
    return emitLongGroups(First, Count, Dest);
  if (Group > 1)
    return emitGroupsOfLines(First, Count, Dest);
  const AffineRef *R = Source.plain();
  if (isReadInPlace() && Ctx.hasMaskedLoads(P.Operand.Bytes))
    return emitPartialColumns(First, Count, Dest);
  if (R && isContiguous(Source, DimK, Ctx.DL) && R->isStrided())
    return emitTransposed(First, Count, Dest);
  if (isInRunsOf(DimK))
    return emitRunsOfK(First, Count, Dest);
  emitElementColumns(FirstK, First, Count, Dest);
}

/// \p Count lines for each k from \p From on.
void Packer::emitElementColumns(Value *From, Value *First, Value *Count,
                                Value *Dest) {
  emitLoop(B, "pack.k", From, EndK, 1, /*RunsOnce=*/false,
           [&](Value *K) { emitPartialGroup(First, Count, K, slot(Dest, K)); });
}

/// The first \p Count elements of each column, and zeros.
void Packer::emitPartialColumns(Value *First, Value *Count, Value *Dest) {
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width);
  Value *Valid = Ctx.firstLanes(Count, P.Width);
  emitLoop(B, "pack.k", FirstK, EndK, 1, /*RunsOnce=*/true, [&](Value *K) {
    Value *Column =
        B.CreateMaskedLoad(Ty, address(at(First, K)), Source.plain()->Alignment,
                           Valid, Constant::getNullValue(Ty));
    B.CreateAlignedStore(Column, slot(Dest, K),
                         Ctx.packedAlign(P.Operand, P.Width));
  });
}

/// Elements of \p Count lines and \p Ks steps of k, each line PerLine apart.
/// Zeros first: beyond the edge, nothing may be read.
void Packer::emitElements(Value *First, Value *Count, Value *K, Value *Ks,
                          unsigned PerLine, Value *To) {
  clearColumns(PerLine, To);
  copyElements(First, Count, K, Ks, PerLine, To);
}

Constant *Packer::filler(Type *Ty) const {
  return P.Operand.filler(Ty, &P.Operand == &Ctx.Left, Ctx.View.Nest);
}

void Packer::clearColumns(unsigned Ks, Value *To) {
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width * Ks);
  B.CreateAlignedStore(filler(Ty), To, Ctx.packedAlign(P.Operand, P.Width));
}

void Packer::copyElements(Value *First, Value *Count, Value *K, Value *Ks,
                          unsigned PerLine, Value *To) {
  emitLoop(B, "pack.element", B.getInt64(0), Count, 1, true, [&](Value *W) {
    Value *Line = B.CreateMul(W, B.getInt64(PerLine));
    emitLoop(B, "pack.one", B.getInt64(0), Ks, 1, true, [&](Value *Step) {
      Value *At = B.CreateAdd(First, W);
      Value *V = element(at(At, addIndices(B, K, Step)));
      B.CreateStore(V, Ctx.packedPtr(P.Operand, To, addIndices(B, Line, Step)));
    });
  });
}

/// Groups of steps of k from \p From on, and what is left after the last whole
/// one.
/// \p Count lines; null: all, by columns.
void Packer::emitGroups(Value *From, Value *First, Value *Count, Value *Dest) {
  Value *End = B.CreateAdd(P.K, P.Depth);
  Value *Left = B.CreateURem(P.Depth, B.getInt64(Group));
  Value *Whole = B.CreateSub(End, Left, "pack.whole");
  emitLoop(B, "pack.k", From, Whole, Group, /*RunsOnce=*/false, [&](Value *K) {
    if (Count) {
      emitPartialGroup(First, Count, K, slot(Dest, K));
    } else if (Ctx.Plan.TransposeBits < 256 && P.Width % 2 == 0) {
      storeInterleaved(First, K, slot(Dest, K));
    } else {
      Value *Columns = interleavedColumns(First, K, P.Width);
      B.CreateAlignedStore(Columns, slot(Dest, K),
                           Ctx.packedAlign(P.Operand, P.Width));
    }
  });
  if (!Count)
    Count = B.getInt64(P.Width);
  if (P.Operand.FillsUpTo == 1)
    return emitLoop(
        B, "pack.k", Whole, End, 1, /*RunsOnce=*/false, [&](Value *K) {
          emitElements(First, Count, K, B.getInt64(1), 1, slot(Dest, K));
        });
  emitIf(B, "pack.rest", B.CreateICmpSLT(Whole, End), [&] {
    emitElements(First, Count, Whole, Left, Group, slot(Dest, Whole));
  });
}

/// One group of columns that have \p Count elements: element by element, or,
/// where tiles are narrower and little else takes time, four lines at once.
void Packer::emitPartialGroup(Value *First, Value *Count, Value *K, Value *To) {
  constexpr unsigned Lines = 4;
  if (!Ctx.Plan.hasPartTiles() || !isContiguous(Source, P.Dim, Ctx.DL))
    return emitElements(First, Count, K, B.getInt64(Group), Group, To);
  clearColumns(Group, To);
  Value *Rest = B.CreateURem(Count, B.getInt64(Lines));
  Value *Whole = B.CreateSub(Count, Rest);
  auto Slot = [&](Value *Line) {
    return Ctx.packedPtr(P.Operand, To, B.CreateMul(Line, B.getInt64(Group)));
  };
  emitLoop(B, "pack.lines", B.getInt64(0), Whole, Lines, false, [&](Value *W) {
    Value *Columns = interleavedColumns(B.CreateAdd(First, W), K, Lines);
    B.CreateAlignedStore(Columns, Slot(W), Ctx.packedAlign(P.Operand, Lines));
  });
  emitIf(B, "pack.last", B.CreateICmpNE(Rest, B.getInt64(0)), [&] {
    Value *Last = B.CreateAdd(First, Whole);
    copyElements(Last, Rest, K, B.getInt64(Group), Group, Slot(Whole));
  });
}

/// One group of the next \p Lines of columns.
Value *Packer::interleavedColumns(Value *First, Value *K, unsigned Lines) {
  SmallVector<Value *, 4> Columns;
  for (unsigned Step = 0; Step != Group; ++Step) {
    Value *At = addIndices(B, K, B.getInt64(Step));
    Columns.push_back(vector(at(First, At), P.Dim, Lines));
  }
  SmallVector<int, 64> Mask;
  for (unsigned W = 0; W != Lines; ++W)
    for (unsigned Step = 0; Step != Group; ++Step)
      Mask.push_back(Step * Lines + W);
  return B.CreateShuffleVector(
      concatenateVectors(B, Columns),
      PoisonValue::get(FixedVectorType::get(P.Operand.Ty, Lines * Group)),
      Mask);
}

/// Stores interleavedColumns() in parts of TransposeBits.
void Packer::storeInterleaved(Value *First, Value *K, Value *To) {
  unsigned Lanes = Ctx.Plan.TransposeBits / 8 / P.Operand.Bytes;
  while (P.Width % Lanes)
    Lanes /= 2;
  for (unsigned Row = 0; Row != P.Width; Row += Lanes) {
    Value *From = addIndices(B, First, B.getInt64(Row));
    SmallVector<Value *, 8> Columns;
    for (unsigned Step = 0; Step != Group; ++Step) {
      Value *At = addIndices(B, K, B.getInt64(Step));
      Columns.push_back(vector(at(From, At), P.Dim, Lanes));
    }
    for (auto [I, Part] : enumerate(interleaveColumns(B, Columns))) {
      const uint64_t At = uint64_t(Row) * Group + I * Lanes;
      B.CreateAlignedStore(Part, Ctx.packedPtr(P.Operand, To, B.getInt64(At)),
                           Ctx.packedAlign(P.Operand, Lanes));
    }
  }
}

/// By columns where lines move by elements, and as they come elsewhere.
static void emitPackedLines(KernelContext &Ctx, const PackedBlock &Block,
                            Value *Dest) {
  auto ByStrides = [&] { Packer(Ctx, Block).emit(Dest); };
  Value *IsByElements = movesByElements(Ctx, Block);
  if (!IsByElements)
    return ByStrides();
  const PackedOperand Operand = byElements(Block.Operand, Block.Dim);
  const PackedBlock Same = {Operand,     Block.Dim, Block.Width, Block.First,
                            Block.Count, Block.K,   Block.Depth};
  emitIf(
      Ctx.B, "pack.elements", IsByElements,
      [&] { Packer(Ctx, Same).emit(Dest); }, ByStrides);
}

void emitPack(KernelContext &Ctx, const PackedBlock &Block, Value *Dest) {
  if (isPackedByFunction(Ctx, Block))
    return emitPackCall(Ctx, Block, Dest);
  if (!Block.Column || !mayHavePlanes(Ctx, Block.Operand, Block.Dim))
    return emitPackedLines(Ctx, Block, Dest);
  emitIf(
      Ctx.B, "pack.planes", hasPlanes(Ctx, Block.Operand, Block.Dim),
      [&] { emitPackPlanes(Ctx, Block, Dest); },
      [&] { emitPackedLines(Ctx, Block, Dest); });
}

} // namespace gemmify
