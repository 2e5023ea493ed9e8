//===- IndirectBounds.cpp - How far tables lead ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndirectBounds.h"

using namespace llvm;

namespace gemmify {

IndirectBounds::Interval IndirectBounds::extent(const AffineRef &R, LoopDim D) {
  if (!R.hasRow(D) && !R.isCarried(D))
    return extent(R.Stride[D], D);
  return bounds(D, /*Signed=*/true,
                [&](Value *At) { return Addresses.part(R, D, At); });
}

IndirectBounds::Interval IndirectBounds::extent(const SCEV *Stride, LoopDim D) {
  Type *I128 = B.getInt128Ty();
  Value *Zero = ConstantInt::get(I128, 0);
  Value *Last = B.CreateSub(Ctx.size(D), B.getInt64(1));
  Value *Step = B.CreateSExt(Ctx.Sig.get(Stride), I128);
  Value *Extent = B.CreateMul(Step, B.CreateSExt(Last, I128));
  return {B.CreateBinaryIntrinsic(Intrinsic::smin, Extent, Zero),
          B.CreateBinaryIntrinsic(Intrinsic::smax, Extent, Zero)};
}

/// The least and the greatest of \p Of over the indices of \p D, as i128.
IndirectBounds::Interval
IndirectBounds::bounds(LoopDim D, bool Signed,
                       function_ref<Value *(Value *)> Of) {
  Value *First = Of(B.getInt64(0));
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateICmpSLT(Now[0], Ctx.size(D));
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    Value *V = Of(Now[0]);
    return {B.CreateAdd(Now[0], B.getInt64(1), "", true, true),
            B.CreateBinaryIntrinsic(Signed ? Intrinsic::smin : Intrinsic::umin,
                                    Now[1], V),
            B.CreateBinaryIntrinsic(Signed ? Intrinsic::smax : Intrinsic::umax,
                                    Now[2], V)};
  };
  State Last =
      emitWhile(B, "rows.bounds", {B.getInt64(1), First, First}, Goes, Body);
  auto Wide = [&](Value *V) {
    return Signed ? B.CreateSExt(V, B.getInt128Ty())
                  : B.CreateZExt(V, B.getInt128Ty());
  };
  return {Wide(Last[1]), Wide(Last[2])};
}

Value *IndirectBounds::areEqual(const PerDim<const SCEV *> &Rows) {
  Value *All = B.getTrue();
  for (LoopDim D : {DimI, DimJ, DimK})
    if (Rows[D]) {
      auto [Least, Most] = bounds(D, /*Signed=*/false, [&](Value *At) {
        return Addresses.row(Rows[D], D, At);
      });
      All = B.CreateAnd(All, B.CreateICmpEQ(Least, Most));
    }
  return All;
}

IndirectBounds::Interval IndirectBounds::extentOfLookup(const AffineRef &R) {
  Indices At = {B.getInt64(0), B.getInt64(0), B.getInt64(0)};
  SmallVector<LoopDim, NumDims> Dims;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (R.LookupOn[D])
      Dims.push_back(D);
  Value *First = Addresses.lookup(R.Lookup, At);
  State Last = scanLookup(R.Lookup, Dims, At, {First, First});
  return {B.CreateSExt(Last[0], B.getInt128Ty()),
          B.CreateSExt(Last[1], B.getInt128Ty())};
}

/// Widens the bounds \p Now to the values of \p S at all indices of \p Dims.
IndirectBounds::State IndirectBounds::scanLookup(const SCEV *S,
                                                 ArrayRef<LoopDim> Dims,
                                                 Indices At, State Now) {
  if (Dims.empty()) {
    Value *V = Addresses.lookup(S, At);
    return {B.CreateBinaryIntrinsic(Intrinsic::smin, Now[0], V),
            B.CreateBinaryIntrinsic(Intrinsic::smax, Now[1], V)};
  }
  auto Goes = [&](ArrayRef<Value *> Each) {
    return B.CreateICmpSLT(Each[0], Ctx.size(Dims[0]));
  };
  auto Body = [&](ArrayRef<Value *> Each) -> State {
    At[Dims[0]] = Each[0];
    State Bounds = scanLookup(S, Dims.drop_front(), At, {Each[1], Each[2]});
    return {B.CreateAdd(Each[0], B.getInt64(1), "", true, true), Bounds[0],
            Bounds[1]};
  };
  State Last = emitWhile(B, "lookup.bounds", {B.getInt64(0), Now[0], Now[1]},
                         Goes, Body);
  return {Last[1], Last[2]};
}

Value *IndirectBounds::staysInRange(const RowWrapCheck &W) {
  Value *Low = ConstantInt::get(B.getInt128Ty(), 0), *High = Low;
  unsigned Bits = 0;
  for (LoopDim D : {DimI, DimJ, DimK}) {
    auto Of = [&](Value *At) { return Addresses.row(W.Row[D], D, At); };
    auto [Least, Most] =
        W.Row[D] ? bounds(D, W.Signed, Of) : extent(W.Coef[D], D);
    if (W.Row[D])
      Bits = W.Row[D]->getType()->getIntegerBitWidth();
    Low = B.CreateAdd(Low, Least);
    High = B.CreateAdd(High, Most);
  }
  auto Limit = [&](const APInt &V) {
    return ConstantInt::get(B.getInt128Ty(), V);
  };
  APInt Min = APInt::getZero(128), Max = APInt::getMaxValue(Bits).zext(128);
  if (W.Signed) {
    Min = APInt::getSignedMinValue(Bits).sext(128);
    Max = APInt::getSignedMaxValue(Bits).sext(128);
  }
  return B.CreateAnd(
      {B.CreateICmpSGE(Low, Limit(Min)), B.CreateICmpSLE(High, Limit(Max))});
}

} // namespace gemmify
