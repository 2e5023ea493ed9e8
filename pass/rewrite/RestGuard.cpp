//===- RestGuard.cpp - The test before a nest is split --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RestGuard.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace gemmify {

Value *RestGuard::holds(IRBuilderBase &B) {
  Value *All = G.holds(B);
  for (const AccessPair &P : Legal.Pairs)
    All = GuardEmitter::both(B, All, isExact(B, P.Product));
  auto Require = [&](const NestAccess &Rest, Value *Sound) {
    Sound = GuardEmitter::both(B, isExact(B, Rest), Sound);
    Value *Never = runsNever(B, Rest);
    All = GuardEmitter::both(
        B, All, isa<Constant>(Never) ? Sound : B.CreateLogicalOr(Never, Sound));
  };
  if (Legal.Expansion)
    for (const NestAccess &Read : Legal.Expansion->Reads)
      Require(Read, isInRow(B, Read));
  for (const AccessPair &P : Legal.Pairs)
    Require(P.Rest, keepsOrder(B, P));
  return All;
}

/// What \p Read touches belongs to the row that C is.
Value *RestGuard::isInRow(IRBuilderBase &B, const NestAccess &Read) {
  Range Row = G.rangeOf(B, G.N.C), Own = window(B, Read, 0);
  return B.CreateAnd(
      {B.CreateICmpSLE(Row.Low, Own.Low), B.CreateICmpSLE(Own.High, Row.High)});
}

/// A loop around the access is not entered: where it is, its count is not zero.
Value *RestGuard::runsNever(IRBuilderBase &B, const NestAccess &Access) {
  Value *Never = B.getFalse();
  for (const SCEV *Count : Access.Trip)
    if (G.SE.getUnsignedRange(Count).contains(APInt(64, 0)))
      Never =
          B.CreateOr(Never, B.CreateICmpEQ(G.expand(B, Count), B.getInt64(0)));
  return isa<Constant>(Never) ? Never : B.CreateFreeze(Never);
}

/// The access runs, and its addresses are the affine function that they seem.
Value *RestGuard::isExact(IRBuilderBase &B, const NestAccess &Access) {
  Value *&Known = Exact[placeOf(Access)];
  if (!Known)
    Known = testExact(B, Access);
  return Known;
}

Value *RestGuard::testExact(IRBuilderBase &B, const NestAccess &Access) {
  SaveAndRestore Counting(G.Trip, &Access.Trip);
  Value *All = B.getTrue();
  for (LoopDim D : {DimI, DimJ, DimK})
    All = B.CreateAnd(All, G.loopRuns(B, D));
  if (!isa<Constant>(All))
    All = B.CreateFreeze(All);
  for (const WrapCheck &W : Access.WrapChecks)
    All = GuardEmitter::both(B, All, G.doesNotWrap(B, W));
  return GuardEmitter::both(B, All,
                            G.isInAddressSpace(B, window(B, Access, 0)));
}

/// What \p Access touches in one iteration of the \p Fixed outermost loops,
/// relative to where they begin.
RestGuard::Range RestGuard::window(IRBuilderBase &B, const NestAccess &Access,
                                   unsigned Fixed) {
  auto [Known, IsNew] = Windows.try_emplace({placeOf(Access), Fixed}, Range());
  if (IsNew)
    Known->second = computeWindow(B, Access, Fixed);
  return Known->second;
}

RestGuard::Range RestGuard::computeWindow(IRBuilderBase &B,
                                          const NestAccess &Access,
                                          unsigned Fixed) {
  SaveAndRestore Counting(G.Trip, &Access.Trip);
  Value *Low = G.wide(B, Access.Ref.Start, /*Signed=*/false), *High = Low;
  for (unsigned D = Fixed; D != NumDims; ++D) {
    if (!Access.Ref.dependsOn(LoopDim(D)))
      continue;
    Value *Stride = G.wide(B, Access.Ref.Stride[D], /*Signed=*/true);
    GuardEmitter::stretch(B, Low, High,
                          B.CreateMul(Stride, G.lastIndex(B, LoopDim(D))));
  }
  return {Low, B.CreateAdd(High, G.elementSize(B, Access.Ref))};
}

/// In one iteration of the outermost \p Common loops.
Value *RestGuard::areApart(IRBuilderBase &B, const AccessPair &P,
                           unsigned Common) {
  const Range X = window(B, P.Product, Common);
  const Range Y = window(B, P.Rest, Common);
  return B.CreateOr(
      {B.CreateICmpSLE(X.High, Y.Low), B.CreateICmpSLE(Y.High, X.Low)});
}

Value *RestGuard::keepsOrder(IRBuilderBase &B, const AccessPair &P) {
  Value *Apart = areApart(B, P, 0);
  if (!canMoveAlike(P, G.SE))
    return Apart;
  unsigned Common = P.Product.commonLoops(P.Rest);
  Value *Ordered = meetsInSameIterationOnly(B, P, Common);
  if (!P.InOrder)
    Ordered = B.CreateAnd(Ordered, areApart(B, P, Common));
  return B.CreateOr(Apart, Ordered);
}

/// What both touch in one iteration of the loops around them fits between two
/// iterations.
Value *RestGuard::meetsInSameIterationOnly(IRBuilderBase &B,
                                           const AccessPair &P,
                                           unsigned Common) {
  SaveAndRestore Counting(G.Trip, &P.Product.Trip);
  Range X = window(B, P.Product, Common), Y = window(B, P.Rest, Common);
  Value *Low = B.CreateBinaryIntrinsic(Intrinsic::smin, X.Low, Y.Low);
  Value *High = B.CreateBinaryIntrinsic(Intrinsic::smax, X.High, Y.High);
  Value *Width = B.CreateSub(High, Low);
  auto Fits = [&](unsigned D, Value *Between) {
    Value *Last = G.lastIndex(B, LoopDim(D));
    Value *Stride = G.wide(B, P.Product.Ref.Stride[D], /*Signed=*/true);
    Value *Alike = B.CreateICmpEQ(
        Stride, G.wide(B, P.Rest.Ref.Stride[D], /*Signed=*/true));
    Value *Far = B.CreateICmpSGE(G.magnitude(B, Stride), Between);
    return B.CreateOr({B.CreateIsNull(Last), B.CreateAnd(Alike, Far)});
  };
  auto WithAll = [&](unsigned D) {
    Value *Stride =
        G.magnitude(B, G.wide(B, P.Product.Ref.Stride[D], /*Signed=*/true));
    return B.CreateAdd(Width, B.CreateMul(Stride, G.lastIndex(B, LoopDim(D))));
  };
  if (Common == 1)
    return Fits(0, Width);
  return B.CreateOr({B.CreateAnd({Fits(1, Width), Fits(0, WithAll(1))}),
                     B.CreateAnd({Fits(0, Width), Fits(1, WithAll(0))})});
}

} // namespace gemmify
