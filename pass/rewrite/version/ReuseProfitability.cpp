//===- ReuseProfitability.cpp - Products that hardly reuse anything -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReuseProfitability.h"
#include "ScalarVersion.h"
#include "ShortLoops.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/emit/SliceEmitter.h"
#include "pass/kernel/loops/SkinnyLoops.h"
#include "pass/kernel/tile/FewTiles.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

static Value *isBelow(IRBuilderBase &B, Value *V, uint64_t Bound) {
  return B.CreateICmpULT(V, B.getInt64(Bound));
}

/// The elements of a row, short ones excepted, that fill tiles worst.
static uint64_t wastefulRow(const BlockingPlan &Plan) {
  return Plan.Lanes <= 4 ? 5 : 4;
}

ReuseProfitability::ReuseProfitability(const OperandOrder &Order,
                                       const BlockingPlan &Plan,
                                       GuardEmitter &Guard, ScalarEvolution &SE)
    : View(Order), Plan(Plan), Tune(Plan.Tune.Reuse), Guard(Guard), SE(SE) {}

Value *ReuseProfitability::size(IRBuilderBase &B, LoopDim D) {
  return Guard.expand(B, View.Nest.Index[D].Trip);
}

Value *ReuseProfitability::isShorter(IRBuilderBase &B, LoopDim D,
                                     uint64_t Bound) {
  return isBelow(B, size(B, D), Bound);
}

bool ReuseProfitability::isUnrolled(LoopDim D) const {
  const LoopIndex &Index = View.Nest.Index[D];
  return Index.hasLoop() && isa<SCEVConstant>(Index.Trip) &&
         Index.innermost()->isInnermost() &&
         isUnrolledLate(*Index.innermost(), SE) &&
         isContiguous(View.Left, View.Row, dataLayout());
}

bool ReuseProfitability::isForShortRows() const {
  return Plan.hasEdgeTiles() && View.Nest.sumsInside() && !isUnrolled(DimK) &&
         !View.Nest.isVector() && !View.Nest.Elem.addsInAnyOrder();
}

Value *ReuseProfitability::emitMayBe(IRBuilderBase &B) {
  Value *IsRare = usesConditionsRarely(B);
  return B.CreateOr(IsRare, isShorter(B, View.Row, wastefulRow(Plan) + 1));
}

/// i1: elements of a batch follow each other in all arrays, and of its matrices
/// each is small. LLVM vectorizes along them, and packing gathers each operand,
/// of which few lines stay in the cache where a step is long. [plain, float,
/// all sizes 16: 0.83 to 0.88, 24: 1.08, 32: 1.15 to 2.6, 64: 2.3 to 13; with
/// 128 products 32: 0.54, 48: 0.91, 64: 1.22; with 100 32: 1.15]
Value *ReuseProfitability::isVectorizedAlongBatch(IRBuilderBase &B,
                                                  unsigned Axis) {
  const GemmNest &N = View.Nest;
  const uint64_t Bytes = dataLayout().getTypeStoreSize(N.C.ElemTy);
  Value *Size = Guard.expand(B, N.Batch.Size[Axis]);
  Value *IsNear = isBelow(B, Size, Tune.FarInterleaved / Bytes);
  Value *Least = B.CreateSelect(IsNear, B.getInt64(Tune.MinInterleaved),
                                B.getInt64(Tune.MinFarInterleaved));
  Value *IsSmall = B.getFalse();
  for (LoopDim D : {DimI, DimJ, DimK})
    IsSmall = B.CreateOr(IsSmall, B.CreateICmpULT(size(B, D), Least));
  return IsSmall;
}

/// i1: elements of an operand whose conditions count several axes are used a
/// few times each. Such an element takes twice as long as one that is gathered.
/// [plain, padding added as zeros, 2 inputs of 7x9, 3x3, 3 outputs: 0.77; 8 of
/// 20x20, 8 outputs: 2.3]
Value *ReuseProfitability::usesConditionsRarely(IRBuilderBase &B) {
  Value *IsRare = B.getFalse();
  for (const auto &[Of, Uses] :
       {std::pair(&View.Left, View.Col), std::pair(&View.Right, View.Row)})
    if (llvm::any_of(Of->Counters, [](const Counter &C) {
          return C.isCarried(DimI) || C.isCarried(DimJ) || C.isCarried(DimK);
        }))
      IsRare =
          B.CreateOr(IsRare, isShorter(B, Uses, 2 * Tune.MinGatheredReuse));
  return IsRare;
}

Value *ReuseProfitability::emit(IRBuilderBase &B) {
  Value *IsRare = usesConditionsRarely(B);
  return B.CreateOr(IsRare, emitBySizes(B));
}

/// Nothing is used twice, but sums that are added to one after the other wait
/// for each other.
Value *ReuseProfitability::isTooSmallForVectors(IRBuilderBase &B) {
  SkinnySizes Sizes = skinnySizes(View, Plan);
  Sizes.MinDepth = std::max(Sizes.MinDepth, Plan.Tune.Skinny.MinVectorDepth);
  return B.CreateNot(
      Sizes.hold(B, size(B, View.Row), size(B, View.Col), size(B, DimK)));
}

Value *ReuseProfitability::emitBySizes(IRBuilderBase &B) {
  if (View.Nest.isVector())
    return isTooSmallForVectors(B);
  const std::optional<unsigned> OfBatch = View.Nest.innermostBatch();
  if (OfBatch && isVectorized(View.Nest))
    return isVectorizedAlongBatch(B, *OfBatch);
  if (!Plan.hasEdgeTiles())
    return emitFillsFewTiles(
        B, View, Plan, [&](IRBuilderBase &B, LoopDim D) { return size(B, D); });
  if (OfBatch)
    return B.getFalse();
  if (isUnrolled(View.Row))
    return isUnrolledAlongRows(B);
  if (isUnrolled(DimK))
    return isUnrolledAlongK(B);
  if (isForShortRows())
    return hasShortRows(B);
  if (!View.Nest.sumsInside())
    return isVectorizedAlongRows(B);
  // The loops are vectorized along k where the operands allow it.
  if (!View.ReadsLeft) {
    Value *FewRows = isShorter(B, View.Row, Plan.MR);
    return B.CreateOr(FewRows, isShorter(B, View.Col, Plan.NR / 2 + 1));
  }
  return isContiguous(View.Right, DimK, dataLayout())
             ? isShorter(B, View.Row, 2)
             : B.getFalse();
}

const DataLayout &ReuseProfitability::dataLayout() const {
  return View.Nest.C.Access->getDataLayout();
}

/// i1: long rows with little work.
Value *ReuseProfitability::isVectorizedAlongRows(IRBuilderBase &B) {
  Value *IsShort = isShorter(B, View.Row, Tune.MinVectorizedRow);
  Value *K = size(B, DimK);
  Value *PerElement = B.CreateMul(K, size(B, View.Col));
  const bool IsGathered =
      isCarried(View.Left, View.Row) || isCarried(View.Left, DimK);
  Value *IsLittle =
      isBelow(B, PerElement,
              IsGathered ? Tune.MinWorkPerGathered : Tune.MinWorkPerRowElement);
  if (IsGathered)
    IsLittle =
        B.CreateOr(IsLittle, isShorter(B, View.Col, Tune.MinGatheredReuse));
  Value *IsSlow = B.CreateAnd(B.CreateNot(IsShort), IsLittle);
  const uint64_t Least = View.Nest.Region ? Tune.MinTriangleDepth : 2;
  return B.CreateOr(isShorter(B, DimK, Least), IsSlow);
}

/// i1: rows that LLVM keeps in registers, with little work.
Value *ReuseProfitability::isUnrolledAlongRows(IRBuilderBase &B) {
  const uint64_t Row = cast<SCEVConstant>(View.Nest.Index[View.Row].Trip)
                           ->getAPInt()
                           .getLimitedValue();
  const bool IsWhole = Row % Plan.Lanes == 0;
  Value *PerElement = B.CreateMul(size(B, DimK), size(B, View.Col));
  const auto [Least, Depth] =
      IsWhole ? std::pair(Tune.MinWorkPerWholeRow, Tune.MinWholeRowDepth)
              : std::pair(Tune.MinWorkPerPartRow, Tune.MinPartRowDepth);
  return B.CreateOr(isBelow(B, PerElement, Least), isShorter(B, DimK, Depth));
}

/// i1: a few steps of k, after which the loops are vectorized along rows.
Value *ReuseProfitability::isUnrolledAlongK(IRBuilderBase &B) {
  Value *PerElement = B.CreateMul(size(B, DimK), size(B, View.Col));
  Value *Work = B.CreateMul(PerElement, size(B, View.Row));
  Value *IsLong = B.CreateNot(isShorter(B, View.Row, Tune.LongUnrolledRow));
  Value *IsShallow =
      B.CreateAnd(IsLong, isShorter(B, DimK, Tune.MinUnrolledDepth));
  return B.CreateOr({isBelow(B, Work, Tune.MinUnrolledWork), IsShallow,
                     isVectorizedAlongRows(B)});
}

/// i1, by the sizes alone: whether loops for slender products are taken and
/// pay.
Value *ReuseProfitability::isThin(IRBuilderBase &B, Value *Work) {
  const OperandOrder Across = View.transposed();
  if (!canBeSkinny(Across, Plan))
    return B.getFalse();
  const SkinnySizes Sizes = skinnySizes(Across, Plan);
  Value *Holds =
      Sizes.hold(B, size(B, View.Col), size(B, View.Row), size(B, DimK));
  if (Sizes.MinRows >= Plan.MR)
    return Holds;
  Value *IsMuch = B.CreateNot(isBelow(B, Work, Tune.MinWastefulWork));
  Value *HasTile = B.CreateNot(isShorter(B, View.Col, Plan.MR));
  return B.CreateAnd(Holds, B.CreateOr(IsMuch, HasTile));
}

/// i1: two tiles with little work. The source's loops are slower where the
/// right operand is not contiguous.
Value *ReuseProfitability::wastesTiles(IRBuilderBase &B, Value *Work) {
  if (!isContiguous(View.Right, DimK, dataLayout()))
    return B.getFalse();
  Value *IsWasteful =
      B.CreateICmpEQ(size(B, View.Row), B.getInt64(wastefulRow(Plan)));
  Value *IsOneTile = isShorter(B, View.Col, Plan.NR + 1);
  Value *IsLittle = isBelow(B, Work, Tune.MinWastefulWork);
  return B.CreateAnd({IsWasteful, B.CreateNot(IsOneTile), IsLittle});
}

Value *ReuseProfitability::hasShortRows(IRBuilderBase &B) {
  Value *M = size(B, View.Row), *N = size(B, View.Col), *K = size(B, DimK);
  Value *Depth = B.CreateMul(B.CreateMul(M, M), K);
  Value *Work = B.CreateMul(M, cutProduct(B, N, K));
  Value *IsFlat = isBelow(B, Depth, Tune.MinShortDepth);
  Value *IsLittle = B.CreateOr(IsFlat, isBelow(B, Work, Tune.MinShortWork));
  Value *IsShort = isBelow(B, M, Tune.MaxShortRow + 1);
  Value *IsSlow =
      B.CreateOr({B.CreateAnd(IsShort, IsLittle), wastesTiles(B, Work)});
  // Sequential additions: a single sum takes no longer in the source.
  Value *IsOne = isBelow(B, B.CreateMul(M, N), 2);
  Value *IsThick = B.CreateNot(isThin(B, Work));
  return B.CreateOr(IsOne, B.CreateAnd(IsSlow, IsThick));
}

} // namespace gemmify
