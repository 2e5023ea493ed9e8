//===- MmlaEmitter.cpp - Arm's products of small blocks -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmlaEmitter.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/Bf16Operands.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Rows and columns of a block.
constexpr unsigned Side = 2;
/// Rows of a piece of the result, with zeros after the last.
constexpr unsigned Lanes = 4;

/// Accumulators are blocks, in the order of pairs of columns.
class MmlaEmitter final : public SiteEmitter {
public:
  explicit MmlaEmitter(MmlaForm Form) : Form(Form) {}

  bool readsTransposed() const override { return true; }
  SmallVector<Type *> carriedTypes(LLVMContext &C, const Section &S,
                                   const ProductMath &Math) const override;
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
  static unsigned rowBlocks(const Section &S) { return 2 * S.Cut.chunks(); }
  static unsigned colBlocks(const Section &S) {
    return divideCeil(S.Cut.Cols, Side);
  }
  bool isFloat() const { return Form == MmlaForm::Bfloats; }
  RankShape shape() const { return {Side, mmlaRank(Form)}; }
  FixedVectorType *blockTy(LLVMContext &C) const {
    return FixedVectorType::get(
        isFloat() ? Type::getFloatTy(C) : Type::getInt32Ty(C), Lanes);
  }
  /// Elements of an operand, bfloats as integers.
  Type *pairTy(LLVMContext &C) const {
    return FixedVectorType::get(Type::getIntNTy(C, isFloat() ? 16 : 8),
                                shape().lanes());
  }
  SmallVector<Value *> fetch(IRBuilderBase &B, const ProductMath &Math,
                             const Matrix &M, bool IsLeft, unsigned First,
                             unsigned Count, unsigned Blocks, unsigned KBegin,
                             unsigned KEnd) const;

  const MmlaForm Form;
};

SmallVector<Type *> MmlaEmitter::carriedTypes(LLVMContext &C, const Section &S,
                                              const ProductMath &) const {
  return SmallVector<Type *>(rowBlocks(S) * colBlocks(S), blockTy(C));
}

/// Blocks from pieces: four rows of two columns are two blocks.
Accumulators MmlaEmitter::begin(IRBuilderBase &B, const Section &S,
                                const ProductMath &Math,
                                ArrayRef<Value *> Start) const {
  auto Piece = [&](unsigned Col, unsigned Chunk) {
    return mmlaPiece(B, S, Math, Start, Col, Chunk, blockTy(B.getContext()));
  };
  const bool Swap = mmlaSwaps(Math);
  Accumulators Acc;
  for (unsigned Col = 0; Col < S.Cut.Cols; Col += Side)
    for (unsigned Chunk = 0; Chunk != S.Cut.chunks(); ++Chunk) {
      Value *X = Piece(Col, Chunk), *Y = Piece(Col + 1, Chunk);
      for (int Row : {0, 2}) {
        SmallVector<int> Mask = {Row, Row + 4, Row + 1, Row + 5};
        if (Swap)
          std::swap(Mask[1], Mask[2]);
        Acc.push_back(B.CreateShuffleVector(X, Y, Mask));
      }
    }
  return Acc;
}

/// Pairs of the \p Count lines of \p M from \p First on, for one group of steps
/// of k.
SmallVector<Value *>
MmlaEmitter::fetch(IRBuilderBase &B, const ProductMath &Math, const Matrix &M,
                   bool IsLeft, unsigned First, unsigned Count, unsigned Blocks,
                   unsigned KBegin, unsigned KEnd) const {
  auto Pair = [&](unsigned Line, unsigned Here) -> Value * {
    if (!Here)
      return Constant::getNullValue(pairTy(B.getContext()));
    if (isFloat())
      return Bf16Operands(B, M, IsLeft, IsLeft && Math.Subtract)
          .group(B, shape(), First + Line, Here, KBegin, KEnd);
    return OperandLines(M, IsLeft).group(B, shape(), First + Line, Here, KBegin,
                                         KEnd);
  };
  SmallVector<Value *> Pairs;
  for (unsigned I = 0; I != Blocks; ++I) {
    const unsigned Line = std::min(I * Side, Count);
    Pairs.push_back(Pair(Line, std::min(Side, Count - Line)));
  }
  return Pairs;
}

void MmlaEmitter::step(IRBuilderBase &B, const Section &S,
                       const ProductMath &Math, Accumulators &Acc,
                       const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                       unsigned KEnd) const {
  forEachGroup(KBegin, KEnd, shape().Rank, [&](unsigned K, unsigned End) {
    SmallVector<Value *> Rows = fetch(B, Math, A, /*IsLeft=*/true, S.Row,
                                      S.Cut.Rows, rowBlocks(S), K, End);
    SmallVector<Value *> Cols = fetch(B, Math, Bmat, /*IsLeft=*/false, S.Col,
                                      S.Cut.Cols, colBlocks(S), K, End);
    for (auto [I, Sum] : enumerate(Acc))
      Sum = multiplyBlocks(B, Math, Sum, Rows[I % rowBlocks(S)],
                           Cols[I / rowBlocks(S)]);
  });
}

SmallVector<Value *> MmlaEmitter::finish(IRBuilderBase &B, const Section &S,
                                         const ProductMath &Math,
                                         const Accumulators &Acc) const {
  SmallVector<Value *> Pieces;
  for (unsigned Col = 0; Col != S.Cut.Cols; ++Col)
    for (unsigned Chunk = 0; Chunk != S.Cut.chunks(); ++Chunk) {
      const unsigned First = Col / Side * rowBlocks(S) + 2 * Chunk;
      const int C = int(Col % Side);
      const SmallVector<int> Mask =
          mmlaSwaps(Math)
              ? SmallVector<int>{2 * C, 2 * C + 1, 2 * C + 4, 2 * C + 5}
              : SmallVector<int>{C, C + 2, C + 4, C + 6};
      Value *V = B.CreateShuffleVector(Acc[First], Acc[First + 1], Mask);
      V = turnIntegers(B, Math, V);
      Pieces.push_back(sliceVector(B, V, 0, S.Cut.chunkLen(Chunk)));
    }
  return Pieces;
}

} // namespace

bool mmlaSwaps(const ProductMath &Math) {
  return Math.Kind.LeftSigned && !Math.Kind.RightSigned;
}

Value *mmlaPiece(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                 ArrayRef<Value *> Start, unsigned Col, unsigned Chunk,
                 FixedVectorType *Ty) {
  if (Start.empty() || Col >= S.Cut.Cols)
    return emptySum(Ty);
  Value *V = padWithZeros(B, Start[Col * S.Cut.chunks() + Chunk],
                          Ty->getNumElements());
  return turnIntegers(B, Math, V);
}

/// The instruction on bytes of the signs that \p Kind has.
static Intrinsic::ID bytesInstruction(const ProductKind &Kind, bool IsSve) {
  if (Kind.LeftSigned != Kind.RightSigned)
    return IsSve ? Intrinsic::aarch64_sve_usmmla
                 : Intrinsic::aarch64_neon_usmmla;
  if (Kind.LeftSigned)
    return IsSve ? Intrinsic::aarch64_sve_smmla : Intrinsic::aarch64_neon_smmla;
  return IsSve ? Intrinsic::aarch64_sve_ummla : Intrinsic::aarch64_neon_ummla;
}

Value *multiplyBlocks(IRBuilderBase &B, const ProductMath &Math, Value *Sum,
                      Value *Rows, Value *Cols) {
  const bool IsSve = isa<ScalableVectorType>(Sum->getType());
  if (Math.IsFP)
    return createIntrinsic(B,
                           IsSve ? Intrinsic::aarch64_sve_bfmmla
                                 : Intrinsic::aarch64_neon_bfmmla,
                           {Sum, asBfloats(B, Rows), asBfloats(B, Cols)});
  if (mmlaSwaps(Math))
    std::swap(Rows, Cols);
  SmallVector<Type *, 2> Types = {Sum->getType()};
  if (!IsSve)
    Types.push_back(Rows->getType());
  return B.CreateIntrinsic(bytesInstruction(Math.Kind, IsSve), Types,
                           {Sum, Rows, Cols});
}

unsigned mmlaRank(MmlaForm Form) { return Form == MmlaForm::Bytes ? 8 : 4; }

bool isProductOfBytes(const ProductKind &Kind) {
  return Kind.isNarrow() && Kind.Sum->isIntegerTy(32) &&
         Kind.Left->isIntegerTy(8) && Kind.Right->isIntegerTy(8);
}

const SiteEmitter &mmlaEmitter(MmlaForm Form) {
  static const MmlaEmitter OfBytes(MmlaForm::Bytes),
      OfBfloats(MmlaForm::Bfloats);
  return Form == MmlaForm::Bytes ? OfBytes : OfBfloats;
}

} // namespace gemmify
