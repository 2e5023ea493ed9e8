//===- MlalEmitter.cpp - Products of twice the factors' width -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MlalEmitter.h"
#include "lowering/core/Broadcasts.h"
#include "lowering/core/OperandLines.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

IntegerType *mlalFactor(const ProductKind &Kind) {
  return IntegerType::get(Kind.Sum->getContext(),
                          Kind.Sum->getIntegerBitWidth() / 2);
}

/// Whether all values of \p T fit a signed \p Factor.
static bool fitsSigned(const Type *T, bool IsSigned, const Type *Factor) {
  if (T == Factor)
    return IsSigned;
  return T->isIntegerTy(8) || (T->isIntegerTy(16) && Factor->isIntegerTy(32));
}

bool isMlalProduct(const ProductKind &Kind) {
  if (!Kind.isNarrow() ||
      !(Kind.Sum->isIntegerTy(32) || Kind.Sum->isIntegerTy(64)))
    return false;
  const Type *Factor = mlalFactor(Kind);
  const bool AreUnsigned = !Kind.LeftSigned && !Kind.RightSigned;
  if (AreUnsigned && Kind.Left == Factor && Kind.Right == Factor)
    return true;
  return fitsSigned(Kind.Left, Kind.LeftSigned, Factor) &&
         fitsSigned(Kind.Right, Kind.RightSigned, Factor);
}

namespace {

/// Accumulators are whole vectors, down each column. They are the pieces where
/// columns are cut into such vectors. Sums of 64 bits are not, because NEON has
/// no other multiplication for them.
class MlalEmitter final : public SiteEmitter {
public:
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
  static unsigned lanes(const ProductMath &Math) {
    return 64 / mlalFactor(Math.Kind)->getBitWidth();
  }
  static unsigned vectors(const Section &S, const ProductMath &Math) {
    return divideCeil(S.Cut.Rows, lanes(Math));
  }
  static Type *sumsTy(const ProductMath &Math) {
    return FixedVectorType::get(Math.Kind.Sum, lanes(Math));
  }
};

} // namespace

SmallVector<Type *> MlalEmitter::carriedTypes(LLVMContext &, const Section &S,
                                              const ProductMath &Math) const {
  if (S.Cut.Chunk == lanes(Math) && S.Cut.Rows % lanes(Math) == 0)
    return {};
  return SmallVector<Type *>(vectors(S, Math) * S.Cut.Cols, sumsTy(Math));
}

Accumulators MlalEmitter::begin(IRBuilderBase &B, const Section &S,
                                const ProductMath &Math,
                                ArrayRef<Value *> Start) const {
  const unsigned Count = vectors(S, Math), Lanes = lanes(Math);
  Accumulators Acc(Count * S.Cut.Cols, Constant::getNullValue(sumsTy(Math)));
  if (Start.empty())
    return Acc;
  const unsigned Chunks = S.Cut.chunks();
  for (unsigned Col = 0; Col != S.Cut.Cols; ++Col) {
    Value *Column = joinVectors(B, Start.slice(Col * Chunks, Chunks));
    for (unsigned V = 0; V != Count; ++V) {
      const unsigned Rows = std::min(Lanes, S.Cut.Rows - V * Lanes);
      Acc[Col * Count + V] =
          padWithZeros(B, sliceVector(B, Column, V * Lanes, Rows), Lanes);
    }
  }
  return Acc;
}

/// \p Sum ± \p X * \p Y. In IR, the product is a separate instruction, which
/// the back end combines with the addition.
static Value *multiplyAdd(IRBuilderBase &B, const ProductMath &Math, Value *Sum,
                          Value *X, Value *Y) {
  const ProductKind &Kind = Math.Kind;
  const bool AreSigned = Kind.LeftSigned || Kind.Left != mlalFactor(Kind);
  Value *Product = B.CreateIntrinsic(AreSigned ? Intrinsic::aarch64_neon_smull
                                               : Intrinsic::aarch64_neon_umull,
                                     {Sum->getType()}, {X, Y});
  return Math.Subtract ? B.CreateSub(Sum, Product) : B.CreateAdd(Sum, Product);
}

void MlalEmitter::step(IRBuilderBase &B, const Section &S,
                       const ProductMath &Math, Accumulators &Acc,
                       const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                       unsigned KEnd) const {
  const ProductKind &Kind = Math.Kind;
  IntegerType *Factor = mlalFactor(Kind);
  const unsigned Count = vectors(S, Math), Lanes = lanes(Math);
  Broadcasts Splats(Bmat, 2 * Lanes, Factor, Kind.RightSigned);
  for (unsigned K = KBegin; K != KEnd; ++K) {
    SmallVector<Value *, 8> Column;
    for (unsigned Row = 0; Row < S.Cut.Rows; Row += Lanes) {
      const unsigned Rows = std::min(Lanes, S.Cut.Rows - Row);
      Value *X = A.lanes(B, S.Row + Row, K, Rows);
      X = extendInts(B, X, Factor, Kind.LeftSigned);
      Column.push_back(padWithZeros(B, X, Lanes));
    }
    for (unsigned Col = 0; Col != S.Cut.Cols; ++Col) {
      Value *Y = Splats.get(B, K, S.Col + Col, Lanes);
      for (auto [V, X] : enumerate(Column)) {
        Value *&Sum = Acc[Col * Count + V];
        Sum = multiplyAdd(B, Math, Sum, X, Y);
      }
    }
  }
}

SmallVector<Value *> MlalEmitter::finish(IRBuilderBase &B, const Section &S,
                                         const ProductMath &Math,
                                         const Accumulators &Acc) const {
  const unsigned Count = vectors(S, Math);
  SmallVector<Value *> Pieces;
  for (unsigned Col = 0; Col != S.Cut.Cols; ++Col) {
    Value *Column = joinVectors(B, ArrayRef(Acc).slice(Col * Count, Count));
    for (unsigned I = 0; I != S.Cut.chunks(); ++I)
      Pieces.push_back(
          sliceVector(B, Column, S.Cut.chunkRow(I), S.Cut.chunkLen(I)));
  }
  return Pieces;
}

const SiteEmitter &mlalEmitter() {
  static const MlalEmitter Emitter;
  return Emitter;
}

} // namespace gemmify
