//===- MmlaEmitter.cpp - Arm's products of small blocks of bytes ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmlaEmitter.h"
#include "OperandLines.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Rows and columns of a block.
constexpr unsigned Side = 2;
/// Rows of a piece of the result, with zeros behind the last.
constexpr unsigned Lanes = 4;

/// Accumulators are blocks, those of two columns one below the other.
class MmlaEmitter final : public SiteEmitter {
public:
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
  static bool swaps(const ProductMath &Math) {
    return Math.Kind.LeftSigned && !Math.Kind.RightSigned;
  }
  static Type *blockTy(LLVMContext &C) {
    return FixedVectorType::get(Type::getInt32Ty(C), Lanes);
  }
  static Intrinsic::ID instruction(const ProductMath &Math) {
    if (Math.Kind.LeftSigned != Math.Kind.RightSigned)
      return Intrinsic::aarch64_neon_usmmla;
    return Math.Kind.LeftSigned ? Intrinsic::aarch64_neon_smmla
                                : Intrinsic::aarch64_neon_ummla;
  }
};

SmallVector<Type *> MmlaEmitter::carriedTypes(LLVMContext &C, const Section &S,
                                              const ProductMath &) const {
  return SmallVector<Type *>(rowBlocks(S) * colBlocks(S), blockTy(C));
}

/// Blocks from pieces: four rows of two columns are two blocks. A piece that is
/// missing is zero.
Accumulators MmlaEmitter::begin(IRBuilderBase &B, const Section &S,
                                const ProductMath &Math,
                                ArrayRef<Value *> Start) const {
  Value *Zero = Constant::getNullValue(blockTy(B.getContext()));
  auto Piece = [&](unsigned Col, unsigned Chunk) -> Value * {
    if (Start.empty() || Col >= S.Cut.Cols)
      return Zero;
    Value *V = padWithZeros(B, Start[Col * S.Cut.chunks() + Chunk], Lanes);
    return Math.Subtract ? B.CreateNeg(V) : V;
  };
  const bool Swap = swaps(Math);
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

void MmlaEmitter::step(IRBuilderBase &B, const Section &S,
                       const ProductMath &Math, Accumulators &Acc,
                       const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                       unsigned KEnd) const {
  const OperandLines Left(A, /*IsLeft=*/true), Right(Bmat, /*IsLeft=*/false);
  Type *Bytes = FixedVectorType::get(B.getInt8Ty(), Side * MmlaRank);
  auto Fetch = [&](const OperandLines &From, unsigned First, unsigned Count,
                   unsigned Blocks, unsigned K) {
    SmallVector<Value *> Pairs;
    for (unsigned I = 0; I != Blocks; ++I) {
      const unsigned Line = std::min(I * Side, Count);
      const unsigned Here = std::min(Side, Count - Line);
      Pairs.push_back(Here ? From.groups(B, {Side, MmlaRank}, First + Line,
                                         Here, K, std::min(K + MmlaRank, KEnd))
                                 .front()
                           : Constant::getNullValue(Bytes));
    }
    return Pairs;
  };
  for (unsigned K = KBegin; K < KEnd; K += MmlaRank) {
    SmallVector<Value *> Rows = Fetch(Left, S.Row, S.Cut.Rows, rowBlocks(S), K);
    SmallVector<Value *> Cols =
        Fetch(Right, S.Col, S.Cut.Cols, colBlocks(S), K);
    for (auto [I, Sum] : enumerate(Acc)) {
      Value *X = Rows[I % rowBlocks(S)], *Y = Cols[I / rowBlocks(S)];
      if (swaps(Math))
        std::swap(X, Y);
      Sum = B.CreateIntrinsic(instruction(Math), {Sum->getType(), Bytes},
                              {Sum, X, Y});
    }
  }
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
          swaps(Math) ? SmallVector<int>{2 * C, 2 * C + 1, 2 * C + 4, 2 * C + 5}
                      : SmallVector<int>{C, C + 2, C + 4, C + 6};
      Value *V = B.CreateShuffleVector(Acc[First], Acc[First + 1], Mask);
      if (Math.Subtract)
        V = B.CreateNeg(V);
      Pieces.push_back(sliceVector(B, V, 0, S.Cut.chunkLen(Chunk)));
    }
  return Pieces;
}

} // namespace

const SiteEmitter &mmlaEmitter() {
  static const MmlaEmitter Only;
  return Only;
}

} // namespace gemmify
