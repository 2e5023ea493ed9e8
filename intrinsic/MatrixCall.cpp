//===- MatrixCall.cpp - The contract around llvm.matrix.* -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixCall.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MatrixBuilder.h"

using namespace llvm;

namespace gemmify {

std::optional<MultiplyShape> getMultiplyShape(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::matrix_multiply)
    return std::nullopt;
  auto Dim = [&](unsigned Arg) {
    return unsigned(
        cast<ConstantInt>(Call->getArgOperand(Arg))->getZExtValue());
  };
  return MultiplyShape{Dim(2), Dim(3), Dim(4)};
}

CallInst *createMultiply(IRBuilderBase &B, Value *A, Value *Bmat,
                         MultiplyShape Shape) {
  CallInst *Call =
      MatrixBuilder(B).CreateMatrixMultiply(A, Bmat, Shape.M, Shape.K, Shape.N);
  if (isa<FPMathOperator>(Call))
    Call->setFastMathFlags(B.getFastMathFlags());
  return Call;
}

Value *createColumnLoad(IRBuilderBase &B, Type *ElemTy, Value *Ptr,
                        Value *Stride, unsigned Rows, unsigned Cols) {
  Align Alignment = B.GetInsertBlock()->getDataLayout().getABITypeAlign(ElemTy);
  return MatrixBuilder(B).CreateColumnMajorLoad(ElemTy, Ptr, Alignment, Stride,
                                                /*IsVolatile=*/false, Rows,
                                                Cols);
}

void createColumnStore(IRBuilderBase &B, Value *Matrix, Value *Ptr,
                       Value *Stride, unsigned Rows, unsigned Cols) {
  Type *ElemTy = Matrix->getType()->getScalarType();
  Align Alignment = B.GetInsertBlock()->getDataLayout().getABITypeAlign(ElemTy);
  MatrixBuilder(B).CreateColumnMajorStore(Matrix, Ptr, Alignment, Stride,
                                          /*IsVolatile=*/false, Rows, Cols);
}

Value *createTranspose(IRBuilderBase &B, Value *Matrix, unsigned Rows,
                       unsigned Cols) {
  return MatrixBuilder(B).CreateMatrixTranspose(Matrix, Rows, Cols);
}

/// With the words of a row adjacent, so are its steps of k.
Value *createGrouped(IRBuilderBase &B, Value *Words, Type *Ty, unsigned Rows,
                     unsigned Ks) {
  const unsigned Lanes =
      cast<FixedVectorType>(Words->getType())->getNumElements();
  Value *ByRows = createTranspose(B, Words, Rows, Lanes / Rows);
  return createTranspose(
      B, B.CreateBitCast(ByRows, FixedVectorType::get(Ty, Rows * Ks)), Ks,
      Rows);
}

/// The operand of \p V and the number of its rows when \p V is a transpose.
static std::pair<Value *, unsigned> matchTranspose(Value *V) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  if (!Call || Call->getIntrinsicID() != Intrinsic::matrix_transpose)
    return {nullptr, 0};
  const auto *Rows = cast<ConstantInt>(Call->getArgOperand(1));
  return {Call->getArgOperand(0), unsigned(Rows->getZExtValue())};
}

std::optional<GroupedWords> matchGrouped(Value *V) {
  auto [ByRows, Ks] = matchTranspose(V);
  auto *Cast = dyn_cast_or_null<BitCastInst>(ByRows);
  if (!Cast || !Cast->getSrcTy()->isVectorTy())
    return std::nullopt;
  auto [Words, Rows] = matchTranspose(Cast->getOperand(0));
  if (!Words || !Words->getType()->isIntOrIntVectorTy())
    return std::nullopt;
  const unsigned Lanes =
      cast<FixedVectorType>(Words->getType())->getNumElements();
  const unsigned Elements =
      cast<FixedVectorType>(V->getType())->getNumElements();
  if (Elements != Rows * Ks || Elements % Lanes || Elements == Lanes)
    return std::nullopt;
  return GroupedWords{Words, Elements / Lanes};
}

} // namespace gemmify
