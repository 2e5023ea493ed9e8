//===- Guard.cpp - The run-time test in front of a nest -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"
#include "intrinsic/Tuning.h"
#include "pass/product/Contiguity.h"
#include "pass/product/OperandOrder.h"
#include "pass/recognize/access/AffineAccess.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

/// Numbers are frozen: a stride of a loop that runs once may be poison in a
/// nest that is well defined, and must not decide a test that does not depend
/// on it. The kernel gets pointers as they are: it reads or writes through
/// them, or passes them by as the source does.
Value *GuardEmitter::expand(IRBuilderBase &B, const SCEV *S) {
  Value *V = Expander.expandCodeFor(S, S->getType(), B.GetInsertPoint());
  bool IsUsed = V->getType()->isPointerTy();
  return IsUsed || isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
}

/// An access that need not run, because of a condition of its own or as a part
/// of the rest, may have any pointer.
Value *GuardEmitter::frozen(IRBuilderBase &B, const SCEV *S) {
  Value *V = expand(B, S);
  bool IsKnown =
      !V->getType()->isPointerTy() || isGuaranteedNotToBeUndefOrPoison(V);
  return IsKnown ? V : B.CreateFreeze(V);
}

Value *GuardEmitter::wide(IRBuilderBase &B, const SCEV *S, bool Signed) {
  Value *V = frozen(B, S);
  if (V->getType()->isPointerTy())
    V = B.CreatePtrToInt(V, B.getInt64Ty());
  return Signed ? B.CreateSExt(V, B.getInt128Ty())
                : B.CreateZExt(V, B.getInt128Ty());
}

Value *GuardEmitter::last(IRBuilderBase &B, const SCEV *Count) {
  const SCEV *Last = SE.getMinusSCEV(Count, SE.getOne(Count->getType()));
  return wide(B, Last, /*Signed=*/false);
}

Value *GuardEmitter::lastIndex(IRBuilderBase &B, LoopDim D) {
  return last(B, trip(D));
}

Value *GuardEmitter::magnitude(IRBuilderBase &B, Value *V) {
  Value *Negative = B.CreateICmpSLT(V, Constant::getNullValue(V->getType()));
  return B.CreateSelect(Negative, B.CreateNeg(V), V);
}

Value *GuardEmitter::elementSize(IRBuilderBase &B, const AffineRef &R) {
  uint64_t Bytes = SE.getDataLayout().getTypeStoreSize(R.ElemTy);
  return ConstantInt::get(B.getInt128Ty(), Bytes);
}

/// The product wraps for a nest of 2^64 steps, which takes years either way.
/// Whether the sizes that are not known are 0 is asked later.
Value *GuardEmitter::isLargeEnough(IRBuilderBase &B, uint64_t MinWork) {
  uint64_t Known = 1;
  for (const SCEV *Trip : N.trips())
    if (const auto *C = dyn_cast<SCEVConstant>(Trip))
      Known = SaturatingMultiply(Known, C->getAPInt().getLimitedValue());
  if (Known >= MinWork)
    return B.getTrue();
  Value *Work = B.getInt64(1);
  for (const SCEV *Trip : N.trips())
    Work = B.CreateMul(Work, expand(B, Trip));
  return B.CreateICmpUGE(Work, B.getInt64(MinWork));
}

/// A condition of the nest, recomputed before it where it is computed inside.
Value *GuardEmitter::guardCondition(IRBuilderBase &B, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !N.Root->contains(I))
    return V;
  if (Value *Loaded = N.LoadedBefore.lookup(I))
    return Loaded;
  Instruction *Copy = I->clone();
  for (Use &Op : Copy->operands())
    Op.set(guardCondition(B, Op));
  return B.Insert(Copy);
}

Value *GuardEmitter::meets(IRBuilderBase &B, const Condition &C) {
  Value *X = frozen(B, C.X);
  return B.CreateICmp(C.Pred, X, frozen(B, C.Y));
}

Value *GuardEmitter::guardHolds(IRBuilderBase &B, const NestGuard &G) {
  Value *Cond = B.CreateFreeze(G.Test ? meets(B, *G.Test)
                                      : guardCondition(B, G.Condition));
  return G.Expected ? Cond : B.CreateNot(Cond);
}

Value *GuardEmitter::loopRuns(IRBuilderBase &B, LoopDim D) {
  Value *All = B.getTrue();
  ConstantRange R = SE.getUnsignedRange(trip(D));
  Value *Count = expand(B, trip(D));
  if (R.contains(APInt(64, 0)))
    All = B.CreateAnd(All, B.CreateICmpNE(Count, B.getInt64(0)));
  if (R.getUnsignedMax().ugt(MaxTrip))
    All = B.CreateAnd(All, B.CreateICmpULE(Count, B.getInt64(MaxTrip)));
  return All;
}

/// Computed only for a nest that runs, \p Later may be poison for one that does
/// not.
Value *GuardEmitter::both(IRBuilderBase &B, Value *Earlier, Value *Later) {
  if (isa<Constant>(Earlier) || isa<Constant>(Later))
    return B.CreateAnd(Earlier, Later);
  return B.CreateLogicalAnd(Earlier, Later);
}

Value *GuardEmitter::runsCompletely(IRBuilderBase &B) {
  Value *All = B.getTrue();
  for (const NestGuard &G : N.Guards)
    All = both(B, All, guardHolds(B, G));
  All = both(B, All, pointsAreCounted(B, N.Batch));
  for (LoopDim D : {DimI, DimJ, DimK}) {
    All = both(B, All, pointsAreCounted(B, N.Index[D].Axes));
    All = both(B, All, loopRuns(B, D));
  }
  return isa<Constant>(All) ? All : B.CreateFreeze(All);
}

/// Lets [\p Low, \p High] reach as far as \p Extent, up or down.
void GuardEmitter::stretch(IRBuilderBase &B, Value *&Low, Value *&High,
                           Value *Extent) {
  Value *Zero = Constant::getNullValue(Extent->getType());
  Value *Negative = B.CreateICmpSLT(Extent, Zero);
  Low = B.CreateAdd(Low, B.CreateSelect(Negative, Extent, Zero));
  High = B.CreateAdd(High, B.CreateSelect(Negative, Zero, Extent));
}

/// Lets \p R reach as far as \p Coef * \p Last.
void GuardEmitter::stretchBy(IRBuilderBase &B, Range &R, const SCEV *Coef,
                             bool Signed, Value *Last) {
  if (Coef->isZero())
    return;
  Coef = extendCoefficient(SE, Coef, Signed, B.getInt128Ty());
  stretch(B, R.Low, R.High, B.CreateMul(expand(B, Coef), Last));
}

Value *GuardEmitter::doesNotWrap(IRBuilderBase &B, const WrapCheck &W) {
  unsigned Bits = SE.getTypeSizeInBits(W.Start->getType());
  Value *Start = wide(B, W.Start, W.Signed);
  Range R{Start, Start};
  for (LoopDim D : {DimI, DimJ, DimK}) {
    Value *Last = W.Trip[D] ? last(B, W.Trip[D]) : lastIndex(B, D);
    if (W.TileCoef[D]) {
      stretchBy(B, R, W.TileCoef[D], W.Signed,
                last(B, N.Index[D].Tiled->Tiles));
      Last = last(B, N.Index[D].Tiled->TileSize);
    }
    stretchBy(B, R, W.Coef[D], W.Signed, Last);
  }
  for (const WrapCheck::AxisTerm &Axis : W.AxisTerms)
    stretchBy(B, R, Axis.Coef, W.Signed, last(B, Axis.Size));
  APInt Min =
      W.Signed ? APInt::getSignedMinValue(Bits).sext(128) : APInt::getZero(128);
  APInt Max = W.Signed ? APInt::getSignedMaxValue(Bits).sext(128)
                       : APInt::getMaxValue(Bits).zext(128);
  Value *InRange = B.CreateAnd(
      {B.CreateICmpSGE(R.Low, ConstantInt::get(B.getInt128Ty(), Min)),
       B.CreateICmpSLE(R.High, ConstantInt::get(B.getInt128Ty(), Max))});
  return B.CreateAnd(InRange, losesNothing(B, W));
}

Value *GuardEmitter::losesNothing(IRBuilderBase &B, const WrapCheck &W) {
  Value *Exact = B.getTrue();
  if (!W.ZeroBits)
    return Exact;
  SmallVector<const SCEV *, 8> Parts(W.Coef.begin(), W.Coef.end());
  llvm::copy_if(W.TileCoef, std::back_inserter(Parts),
                [](const SCEV *S) { return S != nullptr; });
  for (const WrapCheck::AxisTerm &Axis : W.AxisTerms)
    Parts.push_back(Axis.Coef);
  Parts.push_back(W.Start);
  for (const SCEV *Part : Parts) {
    if (SE.getMinTrailingZeros(Part) >= W.ZeroBits)
      continue;
    Value *V = expand(B, Part);
    APInt Mask =
        APInt::getLowBitsSet(V->getType()->getIntegerBitWidth(), W.ZeroBits);
    Value *Lost = B.CreateAnd(V, ConstantInt::get(V->getType(), Mask));
    Exact = B.CreateAnd(Exact, B.CreateIsNull(Lost));
  }
  return Exact;
}

/// What \p R touches, relative to its start.
GuardEmitter::Range GuardEmitter::offsetsOf(IRBuilderBase &B,
                                            const AffineRef &R) {
  Value *Zero = ConstantInt::get(B.getInt128Ty(), 0);
  Value *Low = Zero, *High = Zero;
  for (LoopDim D : {DimI, DimJ, DimK}) {
    if (!R.dependsOn(D))
      continue;
    if (R.isCarried(D)) {
      for (const auto &[Step, Last] : axesOf(B, R, D))
        stretch(B, Low, High, B.CreateMul(Step, Last));
      continue;
    }
    Value *Step = wide(B, R.Stride[D], /*Signed=*/true);
    // Of a pair of lines, what is read is at the first one.
    Value *Last = lastIndex(B, D);
    if (N.Step.PairedAlong == D && &R != &N.C)
      Last = B.CreateSub(Last, ConstantInt::get(Last->getType(), 1));
    Value *Extent = B.CreateMul(Step, Last);
    if (SE.isKnownNonNegative(R.Stride[D])) {
      High = B.CreateAdd(High, Extent);
      continue;
    }
    stretch(B, Low, High, Extent);
  }
  for (auto [Stride, Size] : llvm::zip(R.Batch, N.Batch.Size))
    stretch(B, Low, High,
            B.CreateMul(wide(B, Stride, /*Signed=*/true), last(B, Size)));
  return {Low, B.CreateAdd(High, elementSize(B, R))};
}

GuardEmitter::Range GuardEmitter::rangeOf(IRBuilderBase &B,
                                          const AffineRef &R) {
  Value *Start = wide(B, R.Start, /*Signed=*/false);
  Range Offsets = offsetsOf(B, R);
  return {B.CreateAdd(Start, Offsets.Low), B.CreateAdd(Start, Offsets.High)};
}

Value *GuardEmitter::isInAddressSpace(IRBuilderBase &B, Range R) {
  Type *I128 = B.getInt128Ty();
  return B.CreateAnd(
      {B.CreateICmpSGE(R.Low, ConstantInt::get(I128, 0)),
       B.CreateICmpSLE(R.High,
                       ConstantInt::get(I128, APInt::getOneBitSet(128, 64)))});
}

/// C's elements along \p Minor fit between two elements along \p Major.
Value *GuardEmitter::isOuter(IRBuilderBase &B, LoopDim Major, LoopDim Minor) {
  Value *Size = elementSize(B, N.C);
  Value *Zero = ConstantInt::get(B.getInt128Ty(), 0);
  Value *MajorStride = magnitude(B, wide(B, N.C.Stride[Major], true));
  Value *MinorStride = magnitude(B, wide(B, N.C.Stride[Minor], true));
  Value *Last = lastIndex(B, Minor);
  Value *Row = B.CreateAdd(B.CreateMul(MinorStride, Last), Size);
  Value *RowsApart = B.CreateOr({B.CreateICmpEQ(lastIndex(B, Major), Zero),
                                 B.CreateICmpSGE(MajorStride, Row)});
  Value *ElementsApart = B.CreateOr(
      {B.CreateICmpEQ(Last, Zero), B.CreateICmpSGE(MinorStride, Size)});
  return B.CreateAnd(RowsApart, ElementsApart);
}

/// isInjective(), where elements along \p Minor touch: C can be laid out in one
/// way only then. Sizes have been bounded, so that a row needs no 128 bits, but
/// all rows together may.
Value *GuardEmitter::hasRowsApart(IRBuilderBase &B, LoopDim Major,
                                  LoopDim Minor) {
  Value *Rows = expand(B, trip(Major)), *One = B.getInt64(1);
  uint64_t Bytes = SE.getDataLayout().getTypeStoreSize(N.C.ElemTy);
  Value *Row = B.CreateMul(expand(B, trip(Minor)), B.getInt64(Bytes));
  Value *Stride = magnitude(B, expand(B, N.C.Stride[Major]));
  Value *IsOne = B.CreateICmpEQ(Rows, One);
  Value *AreApart = B.CreateOr(IsOne, B.CreateICmpUGE(Stride, Row));
  auto Wide = [&](Value *V) { return B.CreateZExt(V, B.getInt128Ty()); };
  Value *Last = Wide(B.CreateSub(Rows, One));
  Value *All = B.CreateMul(Wide(Stride), Last);
  All = B.CreateAdd(All, Wide(Row));
  return B.CreateAnd(B.CreateICmpULE(All, limit(B)), AreApart);
}

/// The most bytes that C may reach over.
Value *GuardEmitter::limit(IRBuilderBase &B) {
  return ConstantInt::get(B.getInt128Ty(), APInt::getOneBitSet(128, 63));
}

/// The rows that take the place of one.
Value *GuardEmitter::fitsWorkspace(IRBuilderBase &B) {
  Value *Bytes = elementSize(B, N.C);
  for (LoopDim D : {DimI, DimJ})
    Bytes = B.CreateMul(Bytes, wide(B, N.Index[D].Trip, /*Signed=*/false));
  return B.CreateICmpULE(
      Bytes, ConstantInt::get(B.getInt128Ty(), SharedTuning::MaxExpanded));
}

Value *GuardEmitter::isInjective(IRBuilderBase &B) {
  if (Legal.Expansion)
    return fitsWorkspace(B);
  if (N.C.isCarried() || !N.Batch.isOne())
    return isInjectiveByAxes(B);
  int64_t Bytes = SE.getDataLayout().getTypeStoreSize(N.C.ElemTy);
  for (LoopDim Minor : {DimI, DimJ})
    if (movesBy(N.C, Minor, Bytes) || movesBy(N.C, Minor, -Bytes))
      return hasRowsApart(B, Minor == DimI ? DimJ : DimI, Minor);
  Range C = offsetsOf(B, N.C);
  return B.CreateAnd(
      {B.CreateICmpSLE(B.CreateSub(C.High, C.Low), limit(B)),
       B.CreateOr({isOuter(B, DimI, DimJ), isOuter(B, DimJ, DimI)})});
}

/// The number of points of a tiled index is no larger than any trip count.
Value *GuardEmitter::countsRight(IRBuilderBase &B, const Tiling &T) {
  Value *Tiles = wide(B, T.Tiles, /*Signed=*/false);
  Value *Points = B.CreateMul(Tiles, wide(B, T.TileSize, /*Signed=*/false));
  return B.CreateICmpULE(
      Points, ConstantInt::get(B.getInt128Ty(), MaxTrip, /*IsSigned=*/false));
}

Value *GuardEmitter::holds(IRBuilderBase &B) {
  Sound = runsCompletely(B);
  for (const LoopIndex &Each : N.Index)
    if (Each.Tiled && !Each.Tiled->Proven)
      Sound = both(B, Sound, countsRight(B, *Each.Tiled));
  for (const Condition &C : N.Conditions)
    Sound = both(B, Sound, meets(B, C));
  for (const WrapCheck &W : N.WrapChecks)
    Sound = both(B, Sound, doesNotWrap(B, W));
  if (!N.C.hasRows())
    Sound = both(B, Sound, isInjective(B));
  if (Legal.MustBeApart.empty())
    return Sound;
  Range C = rangeOf(B, N.C);
  Sound = both(B, Sound, isInAddressSpace(B, C));
  Value *Apart = B.getTrue();
  for (const AffineRef &R : Legal.MustBeApart) {
    Range Other = rangeOf(B, R);
    Sound = both(B, Sound, isInAddressSpace(B, Other));
    RangeApart.push_back(B.CreateOr({B.CreateICmpSLE(C.High, Other.Low),
                                     B.CreateICmpSLE(Other.High, C.Low)}));
    Apart = both(B, Apart, RangeApart.back());
  }
  return both(B, Sound, Apart);
}

StridedBlock GuardEmitter::blockOf(IRBuilderBase &B, const AffineRef &R) {
  StridedBlock Block;
  Block.Start = B.CreatePtrToInt(frozen(B, R.Start), B.getInt64Ty());
  Block.Bytes = B.getInt64(SE.getDataLayout().getTypeStoreSize(R.ElemTy));
  for (LoopDim D : {DimI, DimJ, DimK})
    Block.Stride[D] = R.dependsOn(D) ? expand(B, R.Stride[D]) : B.getInt64(0);
  return Block;
}

/// \p Block, counted by pairs of lines where there are such.
StridedBlock GuardEmitter::inPairs(IRBuilderBase &B, StridedBlock Block) const {
  for (LoopDim D : {DimI, DimJ, DimK})
    if (N.Step.PairedAlong == D)
      Block.Stride[D] = B.CreateShl(Block.Stride[D], 1);
  return Block;
}

Value *GuardEmitter::isApartByColumns(IRBuilderBase &B) {
  assert(canBeInterleaved());
  StridedBlock C = inPairs(B, blockOf(B, N.C));
  PerDim<Value *> Last;
  for (LoopDim D : {DimI, DimJ, DimK}) {
    Last[D] = B.CreateSub(expand(B, trip(D)), B.getInt64(1));
    if (N.Step.PairedAlong == D) {
      Last[D] = B.CreateLShr(Last[D], 1);
      C.Bytes = B.CreateShl(C.Bytes, 1);
    }
  }
  Value *Apart = Sound;
  for (auto [R, ByRange] : llvm::zip(Legal.MustBeApart, RangeApart))
    Apart = both(
        B, Apart,
        R.isCarried()
            ? ByRange
            : B.CreateOr(ByRange, emitColumnTest(
                                      B, C, inPairs(B, blockOf(B, R)), Last)));
  return Apart;
}

} // namespace gemmify
