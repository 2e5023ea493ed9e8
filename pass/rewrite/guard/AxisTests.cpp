//===- AxisTests.cpp - What a guard tests of axes -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of GuardEmitter for indices that several axes play, and batches.
///
//===----------------------------------------------------------------------===//

#include "Guard.h"

using namespace llvm;

namespace gemmify {

/// All axes of \p Group run, and the product of their sizes does not wrap.
Value *GuardEmitter::pointsAreCounted(IRBuilderBase &B,
                                      const AxisGroup &Group) {
  Type *I128 = B.getInt128Ty();
  Value *All = B.getTrue(), *Points = ConstantInt::get(I128, 1);
  for (const SCEV *Size : Group.Size) {
    Points = B.CreateMul(Points, wide(B, Size, /*Signed=*/false));
    Value *IsCounted = B.CreateICmpULE(Points, ConstantInt::get(I128, MaxTrip));
    All = B.CreateAnd({All, B.CreateIsNotNull(Points), IsCounted});
  }
  return All;
}

/// The stride of \p R with each axis of \p D, innermost first, and the last
/// number of that axis; i128.
SmallVector<std::pair<Value *, Value *>, 4>
GuardEmitter::axesOf(IRBuilderBase &B, const AffineRef &R, LoopDim D) {
  auto Wide = [&](Value *V) { return B.CreateSExt(V, B.getInt128Ty()); };
  Value *Stride = expand(B, R.Stride[D]);
  if (!R.isCarried(D))
    return {{Wide(Stride), lastIndex(B, D)}};
  SmallVector<std::pair<Value *, Value *>, 4> Axes;
  ArrayRef<const SCEV *> Sizes = N.Index[D].Axes.Size;
  for (unsigned Axis = Sizes.size(); Axis-- != 0;) {
    Value *Last = last(B, Sizes[Axis]);
    Axes.push_back({Wide(Stride), Last});
    if (!Axis)
      break;
    Value *Folded = B.CreateMul(Stride, expand(B, Sizes[Axis]));
    Stride = B.CreateAdd(Folded, expand(B, R.Carry[D][Axis - 1]));
  }
  return Axes;
}

/// isInjective(), where C has more strides than two: in the order of their
/// lengths, a step of each goes past all that the shorter ones reach.
Value *GuardEmitter::isInjectiveByAxes(IRBuilderBase &B) {
  SmallVector<std::pair<Value *, Value *>, 4> Axes; // Distance, last index.
  for (LoopDim D : {DimI, DimJ})
    for (const auto &[Step, Last] : axesOf(B, N.C, D))
      Axes.push_back({magnitude(B, Step), Last});
  for (auto [Stride, Size] : llvm::zip(N.C.Batch, N.Batch.Size))
    Axes.push_back(
        {magnitude(B, wide(B, Stride, /*Signed=*/true)), last(B, Size)});
  for (unsigned End = Axes.size(); End > 1; --End)
    for (unsigned At = 1; At != End; ++At) {
      auto &[X, LastX] = Axes[At - 1];
      auto &[Y, LastY] = Axes[At];
      Value *Swap = B.CreateICmpUGT(X, Y);
      Value *Less = B.CreateSelect(Swap, Y, X);
      Value *LastOfLess = B.CreateSelect(Swap, LastY, LastX);
      Y = B.CreateSelect(Swap, X, Y);
      LastY = B.CreateSelect(Swap, LastX, LastY);
      X = Less;
      LastX = LastOfLess;
    }
  Value *Reach = elementSize(B, N.C), *All = B.getTrue();
  for (const auto &[Distance, Last] : Axes) {
    Value *IsOne = B.CreateIsNull(Last);
    Value *IsApart = B.CreateICmpUGE(Distance, Reach);
    Reach = B.CreateAdd(Reach, B.CreateMul(Distance, Last));
    All = B.CreateAnd(
        {All, B.CreateOr(IsOne, IsApart), B.CreateICmpULE(Reach, limit(B))});
  }
  return All;
}

} // namespace gemmify
