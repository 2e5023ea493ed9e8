//===- Pack.cpp - Copying operands into slivers ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pack.h"
#include "InterleaveColumns.h"
#include "LineSums.h"
#include "llvm/Analysis/VectorUtils.h"
#include <numeric>

using namespace llvm;

namespace gemmify {

namespace {

class Packer {
public:
  Packer(KernelContext &Ctx, const PackedBlock &P)
      : Ctx(Ctx), B(Ctx.B), P(P), Source(P.Operand.Source),
        Group(P.Operand.Group),
        WordTy(Group == 1 ? P.Operand.Ty
                          : B.getIntNTy(Group * 8 * P.Operand.Bytes)),
        PerLane(std::max<uint64_t>(2, 16 / (Group * P.Operand.Bytes))) {}

  void emit(Value *Dest);

private:
  void emitFullSliver(Value *First, Value *Dest);
  void emitPartialSliver(Value *First, Value *Count, Value *Dest);
  void emitPartialColumns(const AffineRef &R, Value *First, Value *Count,
                          Value *Dest);
  void emitGroups(Value *From, Value *First, Value *Count, Value *Dest);
  void emitLongGroups(Value *First, Value *Count, Value *Dest);
  void emitMissingGroups(Value *Dest);
  void emitElementColumns(Value *From, Value *First, Value *Count, Value *Dest);
  void emitElements(Value *First, Value *Count, Value *K, Value *Ks,
                    unsigned PerLine, Value *To);
  void clearColumns(unsigned Ks, Value *To);
  Constant *filler(Type *Ty) const;
  void copyElements(Value *First, Value *Count, Value *K, Value *Ks,
                    unsigned PerLine, Value *To);
  void emitPartialGroup(Value *First, Value *Count, Value *K, Value *To);
  Value *interleavedColumns(Value *First, Value *K, unsigned Lines);
  void storeInterleaved(Value *First, Value *K, Value *To);
  void emitWideTransposed(Value *First, Value *Dest);
  void emitTransposed(Value *First, Value *Count, Value *Dest);
  void emitTransposedRows(Value *First, Value *Count, Value *K, unsigned Times,
                          unsigned Row, unsigned Rows, Value *Dest);
  Value *joinRows(ArrayRef<Value *> Read, unsigned Word, unsigned Row);
  void interleave(SmallVectorImpl<Value *> &Rows);
  void emitColumns(Value *From, Value *To, Value *First, Value *Dest);
  Value *emitManyColumns(const AffineRef &R, Value *From, Value *To,
                         Value *First, Value *Dest);
  bool isReadInPlace() const;
  Value *vector(const Indices &At, LoopDim Along, unsigned Lanes) {
    return P.Operand.convert(B, Ctx.Slices.vector(Source, At, Along, Lanes));
  }
  Indices at(Value *Index, Value *K) const {
    Indices I = {};
    I[P.Dim] = Index;
    I[DimK] = K;
    return I;
  }
  Value *slot(Value *Dest, Value *K) const {
    Value *Step = B.CreateSub(K, P.K);
    return Ctx.packedPtr(P.Operand, Dest,
                         B.CreateMul(Step, B.getInt64(P.Width)));
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackedBlock &P;
  const Slice &Source;
  const unsigned Group;   ///< ks that lie side by side,
  Type *const WordTy;     ///< and what holds them.
  const unsigned PerLane; ///< Words in 128 bits.
  /// Rows that are transposed together.
  const unsigned Together = Ctx.Plan.TransposeBits / 128 * PerLane;
};

void Packer::emit(Value *Dest) {
  emitLoop(B, "pack", B.getInt64(0), P.Count, P.Width, /*RunsOnce=*/true,
           [&](Value *Offset) {
             Value *First = addIndices(B, P.First, Offset);
             Value *Left = B.CreateSub(P.Count, Offset);
             const PackedSliver Sliver(B, P.Operand, Dest, Offset, P.Width,
                                       P.Depth);
             emitIf(
                 B, "pack.full", B.CreateICmpSGE(Left, B.getInt64(P.Width)),
                 [&] { emitFullSliver(First, Sliver.Ptr); },
                 [&] { emitPartialSliver(First, Left, Sliver.Ptr); });
             if (P.Operand.FillsUpTo > Group)
               emitMissingGroups(Sliver.Ptr);
             if (Sliver.Sums)
               emitLineSums(Ctx, P, Sliver);
           });
}

void Packer::emitFullSliver(Value *First, Value *Dest) {
  bool ByColumns = isContiguous(Source, P.Dim, Ctx.DL);
  if (P.Operand.hasLongGroups())
    return emitLongGroups(First, B.getInt64(P.Width), Dest);
  if (!ByColumns && isContiguous(Source, DimK, Ctx.DL))
    return P.Width > Ctx.Plan.MR && P.Width % (2 * PerLane) == 0
               ? emitWideTransposed(First, Dest)
               : emitTransposed(First, nullptr, Dest);
  if (Group > 1)
    return emitGroups(P.K, First, ByColumns ? nullptr : B.getInt64(P.Width),
                      Dest);
  if (ByColumns)
    return emitColumns(P.K, B.CreateAdd(P.K, P.Depth), First, Dest);
  emitPartialSliver(First, B.getInt64(P.Width), Dest);
}

/// Whole columns of a sliver for the ks in [\p From, \p To).
void Packer::emitColumns(Value *From, Value *To, Value *First, Value *Dest) {
  if (Ctx.Plan.LoadsPairs && isReadInPlace())
    From = emitManyColumns(*Source.plain(), From, To, First, Dest);
  emitLoop(B, "pack.k", From, To, 1, /*RunsOnce=*/false, [&](Value *K) {
    Value *Column = vector(at(First, K), P.Dim, P.Width);
    B.CreateAlignedStore(Column, slot(Dest, K),
                         Ctx.packedAlign(P.Operand, P.Width));
  });
}

/// Columns that are a few loads and stores each take turns in one loop. Returns
/// the k of the first one that is left.
Value *Packer::emitManyColumns(const AffineRef &R, Value *From, Value *To,
                               Value *First, Value *Dest) {
  constexpr unsigned Ks = 8;
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width);
  Value *Left = B.CreateURem(B.CreateSub(To, From), B.getInt64(Ks));
  Value *Rest = B.CreateSub(To, Left, "pack.rest");
  emitLoop(B, "pack.k", From, Rest, Ks, /*RunsOnce=*/false, [&](Value *K) {
    Value *Ptr = Ctx.Slices.address(R, at(First, K)), *Slot = slot(Dest, K);
    for (unsigned Step = 0; Step != Ks; ++Step) {
      Value *Column = B.CreateAlignedLoad(Ty, Ptr, R.Alignment);
      B.CreateAlignedStore(
          Column, Ctx.packedPtr(P.Operand, Slot, B.getInt64(Step * P.Width)),
          Ctx.packedAlign(P.Operand, P.Width));
      Ptr = B.CreatePtrAdd(Ptr, Ctx.Sig.get(R.Stride[DimK]));
    }
  });
  return Rest;
}

/// Whether columns are memory that is packed as it is.
bool Packer::isReadInPlace() const {
  const AffineRef *R = Source.plain();
  return R && movesBy(*R, P.Dim, P.Operand.Bytes) &&
         R->ElemTy == P.Operand.Ty && !P.Operand.Flipped && !R->hasRows();
}

void Packer::emitPartialSliver(Value *First, Value *Count, Value *Dest) {
  if (P.Operand.hasLongGroups())
    return emitLongGroups(First, Count, Dest);
  if (Group > 1)
    return emitGroups(P.K, First, Count, Dest);
  const AffineRef *R = Source.plain();
  if (isReadInPlace() && Ctx.hasMaskedLoads(P.Operand.Bytes))
    return emitPartialColumns(*R, First, Count, Dest);
  if (R && isContiguous(Source, DimK, Ctx.DL) && !R->hasRows())
    return emitTransposed(First, Count, Dest);
  emitElementColumns(P.K, First, Count, Dest);
}

/// \p Count lines for the ks from \p From on, k by k.
void Packer::emitElementColumns(Value *From, Value *First, Value *Count,
                                Value *Dest) {
  Value *End = B.CreateAdd(P.K, P.Depth);
  emitLoop(B, "pack.k", From, End, 1, /*RunsOnce=*/false,
           [&](Value *K) { emitPartialGroup(First, Count, K, slot(Dest, K)); });
}

/// The first \p Count elements of each column, and zeros.
void Packer::emitPartialColumns(const AffineRef &R, Value *First, Value *Count,
                                Value *Dest) {
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width);
  Value *Valid = Ctx.firstLanes(Count, P.Width);
  Value *End = B.CreateAdd(P.K, P.Depth);
  emitLoop(B, "pack.k", P.K, End, 1, /*RunsOnce=*/true, [&](Value *K) {
    Value *Column =
        B.CreateMaskedLoad(Ty, Ctx.Slices.address(R, at(First, K)), R.Alignment,
                           Valid, Constant::getNullValue(Ty));
    B.CreateAlignedStore(Column, slot(Dest, K),
                         Ctx.packedAlign(P.Operand, P.Width));
  });
}

/// Elements of \p Count lines and \p Ks ks, each line PerLine apart. Zeros
/// first: beyond the edge, nothing may be read.
void Packer::emitElements(Value *First, Value *Count, Value *K, Value *Ks,
                          unsigned PerLine, Value *To) {
  clearColumns(PerLine, To);
  copyElements(First, Count, K, Ks, PerLine, To);
}

/// Zeros in place of what is missing. The product of those behind the last k is
/// -0, which changes no sum.
Constant *Packer::filler(Type *Ty) const {
  const bool FillsUpFloats = P.Operand.FillsUpTo > 1 && Ty->isFPOrFPVectorTy();
  return FillsUpFloats && &P.Operand == &Ctx.Left
             ? ConstantFP::getNegativeZero(Ty)
             : Constant::getNullValue(Ty);
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
      Value *V = P.Operand.convert(
          B, Ctx.Slices.element(
                 Source, at(B.CreateAdd(First, W), addIndices(B, K, Step))));
      B.CreateStore(V, Ctx.packedPtr(P.Operand, To, addIndices(B, Line, Step)));
    });
  });
}

/// Groups of ks from \p From on, and what is left behind the last whole one.
/// \p Count lines; null: all, by columns.
void Packer::emitGroups(Value *From, Value *First, Value *Count, Value *Dest) {
  Value *End = B.CreateAdd(P.K, P.Depth);
  Value *Left = B.CreateURem(P.Depth, B.getInt64(Group));
  Value *Whole = B.CreateSub(End, Left, "pack.whole");
  emitLoop(B, "pack.k", From, Whole, Group, /*RunsOnce=*/false, [&](Value *K) {
    if (!Count && Ctx.Plan.TransposeBits < 256 && P.Width % 2 == 0)
      storeInterleaved(First, K, slot(Dest, K));
    else if (!Count)
      B.CreateAlignedStore(interleavedColumns(First, K, P.Width), slot(Dest, K),
                           Ctx.packedAlign(P.Operand, P.Width));
    else
      emitPartialGroup(First, Count, K, slot(Dest, K));
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
    copyElements(B.CreateAdd(First, Whole), Rest, K, B.getInt64(Group), Group,
                 Slot(Whole));
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

/// All rows of a sliver that is wider than a tile, some after the other: no
/// more than those are run through at a time.
void Packer::emitWideTransposed(Value *First, Value *Dest) {
  const unsigned Rows = 2 * PerLane, Ks = PerLane * Group;
  Value *End = B.CreateAdd(P.K, P.Depth);
  Value *Rest = B.CreateSub(End, B.CreateURem(P.Depth, B.getInt64(Ks)));
  emitLoop(B, "pack.row", B.getInt64(0), B.getInt64(P.Width), Rows, true,
           [&](Value *Row) {
             Value *To = Ctx.packedPtr(P.Operand, Dest, Row);
             Value *From = B.CreateAdd(First, Row);
             emitLoop(B, "pack.k", P.K, Rest, Ks, false, [&](Value *K) {
               emitTransposedRows(From, nullptr, K, 1, 0, Rows, To);
             });
           });
  emitElementColumns(Rest, First, B.getInt64(P.Width), Dest);
}

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
    for (unsigned Distance = PerLane; Distance > 1; Distance /= 2)
      interleave(Columns);
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

/// Copies whole groups where ks touch, else elements.
void Packer::emitLongGroups(Value *First, Value *Count, Value *Dest) {
  if (!isContiguous(Source, DimK, Ctx.DL))
    return emitGroups(P.K, First, Count, Dest);
  Value *Rest =
      B.CreateSub(B.CreateAdd(P.K, P.Depth),
                  B.CreateURem(P.Depth, B.getInt64(Group)), "pack.rest");
  emitLoop(B, "pack.k", P.K, Rest, Group, /*RunsOnce=*/false, [&](Value *K) {
    Value *Slot = slot(Dest, K);
    emitLoop(B, "pack.line", B.getInt64(0), Count, 1, true, [&](Value *Line) {
      Value *V = vector(at(addIndices(B, First, Line), K), DimK, Group);
      Value *To = B.CreateMul(Line, B.getInt64(Group));
      B.CreateAlignedStore(V, Ctx.packedPtr(P.Operand, Slot, To),
                           Ctx.alignmentOf(1));
    });
  });
  emitGroups(Rest, First, Count, Dest);
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

} // namespace

void emitPack(KernelContext &Ctx, const PackedBlock &Block, Value *Dest) {
  Packer(Ctx, Block).emit(Dest);
}

} // namespace gemmify
