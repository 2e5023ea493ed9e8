//===- OperandOrder.cpp - Which operand is left and which right -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandOrder.h"
#include "Contiguity.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;

namespace gemmify {

static const DataLayout &layoutOf(const GemmNest &N) {
  return N.C.Access->getDataLayout();
}

static bool vectorizesAlongJ(const GemmNest &N) {
  const uint64_t Size = layoutOf(N).getTypeStoreSize(N.C.ElemTy);
  const bool AlongI = movesBy(N.C, DimI, Size);
  const bool AlongJ = movesBy(N.C, DimJ, Size);
  if (N.isVector() || AlongI != AlongJ)
    return N.isVector() || AlongJ;
  return N.Index[DimI].innermost()->contains(N.Index[DimJ].innermost());
}

static bool canReadLeft(const GemmNest &N, const Slice &Left, LoopDim Row) {
  const AffineRef *R = Left.plain();
  return R && R->isStrided() && isAligned(*R, layoutOf(N)) &&
         movesBy(*R, Row, layoutOf(N).getTypeStoreSize(N.Elem.Ty));
}

static bool canReadRight(const GemmNest &N, const Slice &Right) {
  const AffineRef *R = Right.plain();
  return R && R->isStrided() && isAligned(*R, layoutOf(N));
}

OperandOrder::OperandOrder(const GemmNest &N, bool AlongJ)
    : Nest(N), Row(AlongJ ? DimJ : DimI), Col(AlongJ ? DimI : DimJ),
      Left(AlongJ ? N.Q : N.P), Right(AlongJ ? N.P : N.Q),
      ReadsLeft(canReadLeft(N, Left, Row)), ReadsRight(canReadRight(N, Right)) {
}

OperandOrder::OperandOrder(const GemmNest &N)
    : OperandOrder(N, vectorizesAlongJ(N)) {}

} // namespace gemmify
