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

static bool hasStride(const AffineRef &R, LoopDim D, uint64_t Bytes) {
  const auto *C = dyn_cast<SCEVConstant>(R.Stride[D]);
  return C && C->getAPInt() == Bytes;
}

bool movesBy(const AffineRef &R, LoopDim D, uint64_t Bytes) {
  return R.isStrided(D) && hasStride(R, D, Bytes);
}

bool isAligned(const AffineRef &R, const DataLayout &DL) {
  return R.Alignment >= DL.getABITypeAlign(R.ElemTy);
}

bool isPacked(Type *T, const DataLayout &DL) {
  return DL.typeSizeEqualsStoreSize(T) &&
         DL.getTypeStoreSize(T) == DL.getTypeAllocSize(T);
}

bool isContiguous(const AffineRef &R, LoopDim D, const DataLayout &DL,
                  bool InOneRun) {
  return isPacked(R.ElemTy, DL) &&
         (InOneRun ? !R.isLookedUp(D) : R.isStrided(D)) &&
         (R.IsUnit[D] || hasStride(R, D, DL.getTypeStoreSize(R.ElemTy)));
}

bool isContiguous(const Slice &S, LoopDim D, const DataLayout &DL,
                  bool InOneRun) {
  return llvm::all_of(S.Loads, [&](const AffineRef &R) {
    return !R.dependsOn(D) || isContiguous(R, D, DL, InOneRun);
  });
}

bool isCarried(const Slice &S, LoopDim D) {
  return llvm::any_of(S.Loads,
                      [D](const AffineRef &R) { return R.isCarried(D); });
}

} // namespace gemmify
