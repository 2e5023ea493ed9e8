//===- Scalable.cpp - Fixed vectors in SVE's registers --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalable.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

unsigned segmentLanes(Type *ElemTy) {
  return SegmentBits / unsigned(ElemTy->getPrimitiveSizeInBits());
}

ScalableVectorType *scalableTy(Type *ElemTy) {
  return ScalableVectorType::get(ElemTy, segmentLanes(ElemTy));
}

Value *toScalable(IRBuilderBase &B, Value *V) {
  Type *Ty = scalableTy(V->getType()->getScalarType());
  return B.CreateInsertVector(Ty, PoisonValue::get(Ty), V, B.getInt64(0));
}

Value *toFixed(IRBuilderBase &B, Value *V, unsigned Lanes) {
  Type *Ty = FixedVectorType::get(V->getType()->getScalarType(), Lanes);
  return B.CreateExtractVector(Ty, V, B.getInt64(0));
}

Value *loadSegment(IRBuilderBase &B, const MatrixMemory &M, Value *Ptr) {
  ScalableVectorType *Ty = scalableTy(M.ElemTy);
  Value *All = B.CreateVectorSplat(Ty->getElementCount(), B.getTrue());
  CallInst *Load =
      B.CreateIntrinsic(Intrinsic::aarch64_sve_ld1rq, {Ty}, {All, Ptr});
  Load->setAAMetadata(M.AA);
  return Load;
}

Value *copySegment(IRBuilderBase &B, Value *V) {
  Value *First = toScalable(B, V);
  return B.CreateIntrinsic(Intrinsic::aarch64_sve_dupq_lane, {First->getType()},
                           {First, B.getInt64(0)});
}

bool isCutIntoSegments(const Layout &Cut, Type *ElemTy) {
  return Cut.Rows % Cut.Chunk == 0 && isPowerOf2_32(Cut.Chunk) &&
         Cut.Chunk > segmentLanes(ElemTy);
}

} // namespace gemmify
