//===- ResidualGuard.cpp - The test before a nest is split ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidualGuard.h"
#include "OrderTest.h"
#include "pass/kernel/runtime/ErrnoPlace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace gemmify {

Value *ResidualGuard::holds(IRBuilderBase &B) {
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
  MapVector<Place, SmallVector<const AccessPair *, 4>> ByRest;
  for (const AccessPair &P : Legal.Pairs)
    ByRest[placeOf(P.Rest)].push_back(&P);
  for (ArrayRef<const AccessPair *> Pairs : llvm::make_second_range(ByRest))
    Require(Pairs.front()->Rest, keepsOrder(B, Pairs));
  if (!Legal.NotErrno.empty())
    All = GuardEmitter::both(B, All, touchesNoErrno(B));
  for (AllocaInst *Record : Records)
    B.CreateLifetimeEnd(Record);
  return All;
}

/// Whether the program can tell where errno is, and the product does not touch
/// it.
Value *ResidualGuard::touchesNoErrno(IRBuilderBase &B) {
  Type *I128 = B.getInt128Ty();
  Value *Place = emitErrnoPlaceOrNull(B);
  Value *Low = B.CreateZExt(B.CreatePtrToInt(Place, B.getInt64Ty()), I128);
  Value *High = B.CreateAdd(Low, ConstantInt::get(I128, ErrnoBytes));
  Value *All = B.CreateIsNotNull(Place);
  for (const NestAccess &Access : Legal.NotErrno) {
    const Range R = window(B, Access);
    Value *Apart =
        B.CreateOr(B.CreateICmpSLE(High, R.Low), B.CreateICmpSLE(R.High, Low));
    All = GuardEmitter::both(B, All, isExact(B, Access));
    All = B.CreateAnd({All, G.isInAddressSpace(B, R), Apart});
  }
  return All;
}

/// A record in the frame of the nest's function, as long as the test needs it.
AllocaInst *ResidualGuard::newRecord(IRBuilderBase &B) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  AllocaInst *Record =
      IRBuilder<>(&Entry, Entry.begin())
          .CreateAlloca(getAccessRecordType(B.getContext()), nullptr, "access");
  B.CreateLifetimeStart(Record);
  Records.push_back(Record);
  return Record;
}

void ResidualGuard::describe(IRBuilderBase &B, const NestAccess &Access,
                             AllocaInst &Record) {
  PerDim<Value *> Last;
  for (LoopDim D : {DimI, DimJ, DimK})
    Last[D] = B.CreateSub(G.expand(B, Access.Trip[D]), B.getInt64(1));
  fillAccessRecord(B, &Record, G.blockOf(B, Access.Ref), Last);
}

/// All of \p Pairs, which have the same rest.
Value *ResidualGuard::keepsOrder(IRBuilderBase &B,
                                 ArrayRef<const AccessPair *> Pairs) {
  if (llvm::all_of(Pairs, [](const AccessPair *P) { return P->TakeTurns; }))
    return B.getTrue();
  if (!OfRest)
    OfRest = newRecord(B);
  describe(B, Pairs.front()->Rest, *OfRest);
  Value *All = B.getTrue();
  for (const AccessPair *P : Pairs) {
    if (P->TakeTurns)
      continue;
    AllocaInst *&OfProduct = OfProducts[placeOf(P->Product)];
    if (!OfProduct) {
      OfProduct = newRecord(B);
      describe(B, P->Product, *OfProduct);
    }
    PairOrder Order;
    Order.MayMoveAlike = canMoveAlike(*P, G.SE);
    Order.InOrder = P->InOrder;
    Order.Common = P->Product.commonLoops(P->Rest);
    All = B.CreateAnd(All, emitOrderTest(B, OfProduct, OfRest, Order));
  }
  return All;
}

/// What \p Read touches belongs to the row that C is.
Value *ResidualGuard::isInRow(IRBuilderBase &B, const NestAccess &Read) {
  Range Row = G.rangeOf(B, G.N.C), Own = window(B, Read);
  return B.CreateAnd(
      {B.CreateICmpSLE(Row.Low, Own.Low), B.CreateICmpSLE(Own.High, Row.High)});
}

/// A loop around the access is not entered: where it is, its count is not zero.
Value *ResidualGuard::runsNever(IRBuilderBase &B, const NestAccess &Access) {
  Value *Never = B.getFalse();
  for (const SCEV *Count : Access.Trip)
    if (G.SE.getUnsignedRange(Count).contains(APInt(64, 0)))
      Never =
          B.CreateOr(Never, B.CreateICmpEQ(G.expand(B, Count), B.getInt64(0)));
  return isa<Constant>(Never) ? Never : B.CreateFreeze(Never);
}

/// The access runs, and its addresses are the affine function that they seem.
Value *ResidualGuard::isExact(IRBuilderBase &B, const NestAccess &Access) {
  Value *&Known = Exact[placeOf(Access)];
  if (!Known)
    Known = testExact(B, Access);
  return Known;
}

/// Whether isInRow() needs the window of \p Access.
bool ResidualGuard::isExpanded(const NestAccess &Access) const {
  return Legal.Expansion &&
         llvm::any_of(Legal.Expansion->Reads, [&](const NestAccess &Read) {
           return placeOf(Read) == placeOf(Access);
         });
}

Value *ResidualGuard::testExact(IRBuilderBase &B, const NestAccess &Access) {
  SaveAndRestore Counting(G.Counted, &Access.Trip);
  Value *All = B.getTrue();
  for (LoopDim D : {DimI, DimJ, DimK})
    All = B.CreateAnd(All, G.loopRuns(B, D));
  if (!isa<Constant>(All))
    All = B.CreateFreeze(All);
  for (const WrapCheck &W : Access.WrapChecks)
    All = GuardEmitter::both(B, All, G.doesNotWrap(B, W));
  if (!isExpanded(Access))
    return All; // emitOrderTest() asks the rest.
  return GuardEmitter::both(B, All, G.isInAddressSpace(B, window(B, Access)));
}

/// What \p Access touches.
ResidualGuard::Range ResidualGuard::window(IRBuilderBase &B,
                                           const NestAccess &Access) {
  SaveAndRestore Counting(G.Counted, &Access.Trip);
  return G.rangeOf(B, Access.Ref);
}

} // namespace gemmify
