//===- SveMmlaEmitter.cpp - SVE's products of small blocks ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SveMmlaEmitter.h"
#include "Scalable.h"
#include "lowering/core/Bf16Operands.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Rows of A and columns of B in a segment.
constexpr unsigned SegmentSide = 2;

/// A piece of a pair of columns is two accumulators, of its upper and its lower
/// half. Missing rows are zero.
class SveMmlaEmitter final : public SiteEmitter {
public:
  explicit SveMmlaEmitter(MmlaForm Form) : Form(Form) {}

  bool readsTransposed() const override { return true; }

  SmallVector<Type *> carriedTypes(LLVMContext &C, const Section &S,
                                   const ProductMath &) const override {
    return SmallVector<Type *>(rowBlocks(S) *
                                   divideCeil(S.Cut.Cols, SegmentSide),
                               scalableTy(sumTy(C)));
  }
  Accumulators begin(IRBuilderBase &B, const Section &S,
                     const ProductMath &Math,
                     ArrayRef<Value *> Start) const override;
  void step(IRBuilderBase &B, const Section &S, const ProductMath &Math,
            Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
            unsigned KBegin, unsigned KEnd) const override;
  SmallVector<Value *> finish(IRBuilderBase &B, const Section &S,
                              const ProductMath &Math,
                              const Accumulators &Acc) const override;

private:
  bool isFloat() const { return Form == MmlaForm::Bfloats; }
  Type *sumTy(LLVMContext &C) const {
    return isFloat() ? Type::getFloatTy(C) : Type::getInt32Ty(C);
  }
  /// Rows of a piece, with zeros after its last.
  static unsigned pieceRows(const Section &S) {
    return std::max<unsigned>(2 * segmentRows(), PowerOf2Ceil(S.Cut.Chunk));
  }
  /// Sums of 32 bits in a segment.
  static unsigned segmentRows() { return SegmentBits / 32; }
  static unsigned rowBlocks(const Section &S) { return 2 * S.Cut.chunks(); }
  static Value *mix(IRBuilderBase &B, Intrinsic::ID By, const ProductMath &Math,
                    Value *X, Value *Y);
  Value *rows(IRBuilderBase &B, const ProductMath &Math, const Matrix &A,
              unsigned First, unsigned Count, unsigned Lines, unsigned KBegin,
              unsigned KEnd) const;
  Value *cols(IRBuilderBase &B, const Matrix &Bmat, unsigned First,
              unsigned Count, unsigned KBegin, unsigned KEnd) const;

  const MmlaForm Form;
};

/// ZIP or UZP; of pairs where blocks are transposed.
Value *SveMmlaEmitter::mix(IRBuilderBase &B, Intrinsic::ID By,
                           const ProductMath &Math, Value *X, Value *Y) {
  Type *Ty = X->getType();
  Type *Mixed = mmlaSwaps(Math) ? scalableTy(B.getInt64Ty()) : Ty;
  Value *V = B.CreateIntrinsic(
      By, {Mixed}, {B.CreateBitCast(X, Mixed), B.CreateBitCast(Y, Mixed)});
  return B.CreateBitCast(V, Ty);
}

Accumulators SveMmlaEmitter::begin(IRBuilderBase &B, const Section &S,
                                   const ProductMath &Math,
                                   ArrayRef<Value *> Start) const {
  const unsigned Rows = pieceRows(S);
  auto *PieceTy = FixedVectorType::get(sumTy(B.getContext()), Rows);
  auto Piece = [&](unsigned Col, unsigned Chunk) {
    return mmlaPiece(B, S, Math, Start, Col, Chunk, PieceTy);
  };
  Accumulators Acc;
  for (unsigned Col = 0; Col < S.Cut.Cols; Col += SegmentSide)
    for (unsigned Chunk = 0; Chunk != S.Cut.chunks(); ++Chunk) {
      Value *X = Piece(Col, Chunk), *Y = Piece(Col + 1, Chunk);
      auto Half = [&](Value *V, unsigned Row) {
        return toScalable(B, sliceVector(B, V, Row, Rows / 2));
      };
      for (unsigned Row : {0u, Rows / 2}) {
        Value *OfX = Half(X, Row), *OfY = Half(Y, Row);
        Acc.push_back(mix(B, Intrinsic::aarch64_sve_zip1, Math, OfX, OfY));
      }
    }
  return Acc;
}

/// \p Count rows of \p A from \p First on, of \p Lines in a vector.
Value *SveMmlaEmitter::rows(IRBuilderBase &B, const ProductMath &Math,
                            const Matrix &A, unsigned First, unsigned Count,
                            unsigned Lines, unsigned KBegin,
                            unsigned KEnd) const {
  const RankShape Shape{Lines, mmlaRank(Form)};
  Type *ElemTy = isFloat() ? B.getInt16Ty() : B.getInt8Ty();
  Value *V;
  if (!Count)
    V = Constant::getNullValue(FixedVectorType::get(ElemTy, Shape.lanes()));
  else if (isFloat())
    V = Bf16Operands(B, A, /*IsLeft=*/true, Math.Subtract)
            .group(B, Shape, First, Count, KBegin, KEnd);
  else
    V = OperandLines(A, /*IsLeft=*/true)
            .group(B, Shape, First, Count, KBegin, KEnd);
  return toScalable(B, V);
}

/// A pair of columns in every segment, the second of which may be missing.
Value *SveMmlaEmitter::cols(IRBuilderBase &B, const Matrix &Bmat,
                            unsigned First, unsigned Count, unsigned KBegin,
                            unsigned KEnd) const {
  const RankShape Shape{SegmentSide, mmlaRank(Form)};
  const OperandLines Lines(Bmat.withBitsOfHalves(B), /*IsLeft=*/false);
  if (Lines.isContiguous(Shape) && Count == SegmentSide &&
      KEnd - KBegin == Shape.Rank)
    return loadSegment(B, Lines.memory(), Lines.address(B, First, KBegin));
  if (isFloat())
    return copySegment(B, Bf16Operands(B, Bmat, /*IsLeft=*/false, false)
                              .group(B, Shape, First, Count, KBegin, KEnd));
  return copySegment(B, Lines.group(B, Shape, First, Count, KBegin, KEnd));
}

void SveMmlaEmitter::step(IRBuilderBase &B, const Section &S,
                          const ProductMath &Math, Accumulators &Acc,
                          const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                          unsigned KEnd) const {
  const unsigned Half = pieceRows(S) / 2;
  forEachGroup(KBegin, KEnd, mmlaRank(Form), [&](unsigned K, unsigned End) {
    SmallVector<Value *, 4> Rows;
    for (unsigned I = 0; I != rowBlocks(S); ++I) {
      const unsigned Len = S.Cut.chunkLen(I / 2), Above = I % 2 * Half;
      const unsigned Count = Len > Above ? std::min(Half, Len - Above) : 0;
      Rows.push_back(rows(B, Math, A, S.Row + S.Cut.chunkRow(I / 2) + Above,
                          Count, Half, K, End));
    }
    for (unsigned Col = 0; Col < S.Cut.Cols; Col += SegmentSide) {
      Value *Cols = cols(B, Bmat, S.Col + Col,
                         std::min(SegmentSide, S.Cut.Cols - Col), K, End);
      for (unsigned I = 0; I != Rows.size(); ++I) {
        Value *&Sum = Acc[Col / SegmentSide * Rows.size() + I];
        Sum = multiplyBlocks(B, Math, Sum, Rows[I], Cols);
      }
    }
  });
}

SmallVector<Value *> SveMmlaEmitter::finish(IRBuilderBase &B, const Section &S,
                                            const ProductMath &Math,
                                            const Accumulators &Acc) const {
  const unsigned Rows = pieceRows(S);
  SmallVector<Value *> Pieces;
  for (unsigned Col = 0; Col != S.Cut.Cols; ++Col)
    for (unsigned Chunk = 0; Chunk != S.Cut.chunks(); ++Chunk) {
      const Intrinsic::ID By = Col % SegmentSide ? Intrinsic::aarch64_sve_uzp2
                                                 : Intrinsic::aarch64_sve_uzp1;
      auto Half = [&](unsigned I) {
        Value *V = Acc[Col / SegmentSide * rowBlocks(S) + 2 * Chunk + I];
        return toFixed(B, mix(B, By, Math, V, V), Rows / 2);
      };
      Value *V = joinVectors(B, {Half(0), Half(1)});
      V = turnIntegers(B, Math, V);
      Pieces.push_back(sliceVector(B, V, 0, S.Cut.chunkLen(Chunk)));
    }
  return Pieces;
}

} // namespace

const SiteEmitter &sveMmlaEmitter(MmlaForm Form) {
  static const SveMmlaEmitter OfBytes(MmlaForm::Bytes),
      OfBfloats(MmlaForm::Bfloats);
  return Form == MmlaForm::Bytes ? OfBytes : OfBfloats;
}

} // namespace gemmify
