//===- ArrayExpansion.cpp - Rows that share one place ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayExpansion.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

static bool isConstant(const SCEV *S, uint64_t Value) {
  const auto *C = dyn_cast<SCEVConstant>(S);
  return C && C->getAPInt() == Value;
}

uint64_t elementBytes(const GemmNest &N, const DataLayout &DL) {
  return DL.getTypeStoreSize(N.C.ElemTy);
}

bool canExpandRow(const GemmNest &N, const DataLayout &DL) {
  bool IsOneRow = !N.isVector() && !N.C.hasRows() && !N.C.dependsOn(DimI) &&
                  isConstant(N.C.Stride[DimJ], elementBytes(N, DL));
  bool IsOverwritten = !N.startsFromC() && N.LoadsOfC.empty();
  assert((!IsOneRow || !IsOverwritten || N.Index[DimI].outermost() == N.Root) &&
         "i is counted outside of j and k");
  return IsOneRow && IsOverwritten && !N.Besides.empty();
}

bool touchesRow(const NestAccess &X, const GemmNest &N, ScalarEvolution &SE) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Step = SE.getConstant(I64, elementBytes(N, SE.getDataLayout()));
  const SCEV *Count = N.Index[DimJ].Trip;
  Type *ElemTy = N.C.ElemTy;
  LoopDim Along = X.Ref.dependsOn(DimJ) ? DimJ : DimK;
  if (isa<MemIntrinsic>(X.Ref.Access)) {
    ElemTy = Type::getInt8Ty(SE.getContext());
    Count = SE.getMulExpr(Count, Step);
    Step = SE.getOne(I64);
  }
  PerDim<const SCEV *> Stride = {SE.getZero(I64), SE.getZero(I64),
                                 SE.getZero(I64)};
  Stride[Along] = Step;
  return std::tie(X.Ref.Start, X.Ref.Stride, X.Ref.ElemTy, X.Trip[Along]) ==
         std::tie(N.C.Start, Stride, ElemTy, Count);
}

/// Whether \p Read begins before the row or extends beyond it.
static bool leavesRow(const NestAccess &Read, const GemmNest &N,
                      ScalarEvolution &SE) {
  const auto *Offset =
      dyn_cast<SCEVConstant>(SE.getMinusSCEV(Read.Ref.Start, N.C.Start));
  if (!Offset)
    return false;
  uint64_t Size = elementBytes(N, SE.getDataLayout());
  int64_t Skipped = Offset->getAPInt().getSExtValue() / int64_t(Size);
  if (Skipped < 0)
    return true;
  if (!isConstant(Read.Ref.Stride[DimJ], Size))
    return false;
  const SCEV *Left = SE.getMinusSCEV(N.Index[DimJ].Trip, Read.Trip[DimJ]);
  return SE.isKnownNegative(SE.getMinusSCEV(
      Left, SE.getConstant(Left->getType(), uint64_t(Skipped))));
}

/// Whether \p Read, in the loop over j, reads element j and no other.
static bool readsElement(const NestAccess &Read, const GemmNest &N,
                         ScalarEvolution &SE) {
  uint64_t Size = elementBytes(N, SE.getDataLayout());
  return Read.Ref.Start == N.C.Start && Read.Ref.ElemTy == N.C.ElemTy &&
         isConstant(Read.Ref.Stride[DimJ], Size) && Read.Trip[DimK]->isOne();
}

bool followsRow(const NestAccess &Read, const GemmNest &N,
                ScalarEvolution &SE) {
  assert(!Read.Ref.hasRows() && "addresses of a rest are affine");
  if (Read.Writes || Read.Ref.dependsOn(DimI) ||
      SE.getPointerBase(Read.Ref.Start) != SE.getPointerBase(N.C.Start) ||
      leavesRow(Read, N, SE))
    return false;
  // A loop around the product may read elements that are computed later.
  const Loop *Around = Read.Depth == 1 ? nullptr : Read.Loops[1];
  return !Around || !Around->contains(N.C.Access) ||
         (Around == N.Index[DimJ].innermost() && readsElement(Read, N, SE));
}

} // namespace gemmify
