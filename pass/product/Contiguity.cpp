//===- Contiguity.cpp - How references lie in memory ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

bool movesBy(const AffineRef &R, LoopDim D, uint64_t Bytes) {
  const auto *C = dyn_cast<SCEVConstant>(R.Stride[D]);
  return !R.isLookedUp(D) && C && C->getAPInt() == Bytes;
}

bool isAligned(const AffineRef &R, const DataLayout &DL) {
  return R.Alignment >= DL.getABITypeAlign(R.ElemTy);
}

bool isPacked(Type *T, const DataLayout &DL) {
  return DL.typeSizeEqualsStoreSize(T) &&
         DL.getTypeStoreSize(T) == DL.getTypeAllocSize(T);
}

bool isContiguous(const Slice &S, LoopDim D, const DataLayout &DL) {
  return llvm::all_of(S.Loads, [&](const AffineRef &R) {
    return !R.dependsOn(D) || (isPacked(R.ElemTy, DL) &&
                               movesBy(R, D, DL.getTypeStoreSize(R.ElemTy)));
  });
}

} // namespace gemmify
