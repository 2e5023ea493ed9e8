//===- OperandLines.cpp - Operands of outer products ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandLines.h"
#include "lowering/matrix/Transpose.h"

using namespace llvm;

namespace gemmify {

Value *padWithZeros(IRBuilderBase &B, Value *V, unsigned Lanes) {
  auto *Ty = cast<FixedVectorType>(V->getType());
  unsigned Have = Ty->getNumElements();
  if (Have == Lanes)
    return V;
  SmallVector<int, 16> Mask;
  for (unsigned L = 0; L != Lanes; ++L)
    Mask.push_back(std::min(L, Have));
  return B.CreateShuffleVector(V, Constant::getNullValue(Ty), Mask);
}

OperandLines::OperandLines(const Matrix &From, bool IsLeft)
    : M(From), LinesTouch(IsLeft) {
  const MatrixMemory *Columns = From.memory();
  if (const MatrixMemory *Rows = From.rowMemory()) {
    M = Matrix::memory(*Rows, From.cols(), From.rows());
    LinesTouch = !IsLeft;
  } else if (!IsLeft && Columns && From.rows() == 1 &&
             Columns->constantStride() == uint64_t(1)) {
    M = Matrix::memory(*Columns, From.cols(), 1);
    LinesTouch = true;
  }
}

/// One group where lines are adjacent and steps of k are not.
Value *OperandLines::interleaved(IRBuilderBase &B, RankShape Shape,
                                 unsigned First, unsigned Count,
                                 unsigned KBegin, unsigned KEnd) const {
  SmallVector<Value *, 8> Ks;
  for (unsigned K = KBegin; K != KEnd; ++K)
    Ks.push_back(M.lanes(B, First, K, Count));
  Value *All = padWithZeros(B, joinVectors(B, Ks), Shape.lanes());
  SmallVector<int, 16> Mask;
  const int Zero = int(Shape.lanes());
  for (unsigned L = 0; L != Shape.Lines; ++L)
    for (unsigned K = 0; K != Shape.Rank; ++K)
      Mask.push_back(L < Count && KBegin + K < KEnd ? int(K * Count + L)
                                                    : Zero);
  return B.CreateShuffleVector(All, Constant::getNullValue(All->getType()),
                               Mask);
}

SmallVector<Value *> OperandLines::groups(IRBuilderBase &B, RankShape Shape,
                                          unsigned First, unsigned Count,
                                          unsigned KBegin,
                                          unsigned KEnd) const {
  SmallVector<Value *> Result;
  if (Shape.Rank == 1 && !LinesTouch) {
    for (Value *V : rowsOf(B, M, KBegin, KEnd - KBegin, First, Count))
      Result.push_back(padWithZeros(B, V, Shape.Lines));
    return Result;
  }
  for (unsigned K = KBegin; K < KEnd; K += Shape.Rank) {
    unsigned End = std::min(K + Shape.Rank, KEnd);
    if (Shape.Rank == 1) {
      Result.push_back(
          padWithZeros(B, M.lanes(B, First, K, Count), Shape.Lines));
    } else if (LinesTouch) {
      Result.push_back(interleaved(B, Shape, First, Count, K, End));
    } else if (isContiguous(Shape) && End - K == Shape.Rank) {
      Value *V = memory().load(B, K, First, Count * Shape.Rank);
      Result.push_back(padWithZeros(B, V, Shape.lanes()));
    } else {
      SmallVector<Value *, 4> Lines;
      for (unsigned L = 0; L != Count; ++L)
        Lines.push_back(
            padWithZeros(B, M.lanes(B, K, First + L, End - K), Shape.Rank));
      Result.push_back(padWithZeros(B, joinVectors(B, Lines), Shape.lanes()));
    }
  }
  return Result;
}

bool OperandLines::isContiguous(RankShape Shape) const {
  const MatrixMemory *Mem = M.memory();
  if (!Mem || Mem->Volatile)
    return false;
  if (Shape.Rank == 1)
    return LinesTouch;
  return !LinesTouch && M.rows() == Shape.Rank && Mem->isContiguous(M.rows());
}

Value *OperandLines::address(IRBuilderBase &B, unsigned First,
                             unsigned K) const {
  return LinesTouch ? memory().address(B, First, K)
                    : memory().address(B, K, First);
}

} // namespace gemmify
