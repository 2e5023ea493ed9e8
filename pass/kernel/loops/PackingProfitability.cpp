//===- PackingProfitability.cpp - Which products are not packed -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackingProfitability.h"
#include "GotoLoops.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/emit/SliceEmitter.h"
#include "pass/kernel/tile/Tile.h"
#include "pass/plan/EdgeShapes.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

uint64_t PackingProfitability::elementBytes() const {
  const DataLayout &DL = View.Nest.C.Access->getDataLayout();
  return DL.getTypeStoreSize(View.Nest.Elem.Ty);
}

/// m·n, saturated by cutProduct().
Value *PackingProfitability::area() {
  return cutProduct(B, size(View.Row), size(View.Col));
}

/// m·n·k, saturated by cutProduct().
Value *PackingProfitability::work() {
  return cutProduct(B, area(), size(DimK));
}

/// i1: whether C has few rows or columns.
Value *PackingProfitability::hasShortSide(uint64_t Longest) {
  return B.CreateOr({isAtMost(View.Row, Longest), isAtMost(View.Col, Longest)});
}

bool PackingProfitability::rightLiesAlongK() const {
  return View.ReadsRight && movesBy(*View.Right.plain(), DimK, elementBytes());
}

/// i1: whether the stride of \p D in \p S, a plain matrix, is one at which
/// elements evict each other.
Value *PackingProfitability::evicts(const Slice &S, LoopDim D) {
  Value *Stride = Sig.get(S.plain()->Stride[D]);
  return isEvicting(B, Stride, Plan);
}

/// i1: whether the steps of k of a left sliver do so, or its rows if it is
/// copied.
Value *PackingProfitability::leftEvicts() {
  if (!View.Left.plain())
    return B.getFalse();
  return evicts(View.Left, View.ReadsLeft ? DimK : View.Row);
}

/// i1: whether the steps of k of a left sliver or the columns of a right one do
/// so.
Value *PackingProfitability::columnsEvict() {
  if (Plan.MinPackWork == Plan.MinPackWorkEvicting)
    return B.getFalse();
  Value *Any = leftEvicts();
  if (View.Right.plain())
    Any = B.CreateOr(Any, evicts(View.Right, View.Col));
  return Any;
}

/// i1: whether both operands and C begin in the same line, counted from the
/// last multiple of 2 KiB, or in adjacent ones; large arrays that are allocated
/// separately do.
Value *PackingProfitability::sharesSets() {
  const AffineRef *Left = View.Left.plain(), *Right = View.Right.plain();
  const AffineRef &C = View.Nest.C;
  if (!Left || !Right || Left->hasRows() || Right->hasRows() || C.hasRows())
    return B.getFalse();
  auto Address = [&](const AffineRef &R) {
    return B.CreatePtrToInt(Sig.pointer(R), B.getInt64Ty());
  };
  Value *InC = Address(C), *Shares = B.getTrue();
  for (const AffineRef *R : {Left, Right}) {
    Value *Ahead = B.CreateAdd(B.CreateSub(Address(*R), InC),
                               B.getInt64(Tune.Cache.LineBytes - 1));
    Value *Apart =
        B.CreateURem(Ahead, B.getInt64(Tune.Cache.EvictingStride / 2));
    Shares = B.CreateAnd(
        Shares,
        B.CreateICmpULT(Apart, B.getInt64(2 * Tune.Cache.LineBytes - 1)));
  }
  return Shares;
}

/// i1: whether no side is shorter than \p Least.
Value *PackingProfitability::hasSides(Value *Least) {
  auto Has = [&](LoopDim D) { return B.CreateICmpSGE(size(D), Least); };
  Value *HasRows = Has(View.Row), *HasCols = Has(View.Col);
  Value *HasDepth = Has(DimK);
  return B.CreateAnd({HasRows, HasCols, HasDepth});
}

/// i1: whether the rows of the product are whole vectors.
Value *PackingProfitability::hasWholeVectors() {
  Value *Over = B.CreateURem(size(View.Row), B.getInt64(Plan.Lanes));
  return B.CreateIsNull(Over);
}

/// i1: whether a product in place waits for its lines, which are a multiple of
/// 2 KiB apart and thus in the same sets: few tiles of whole lines do not, nor
/// do many steps of k, which processors prefetch.
Value *PackingProfitability::waitsForHalf(Value *IsLarge) {
  Value *Over = B.CreateURem(size(View.Row),
                             B.getInt64(Tune.Cache.LineBytes / elementBytes()));
  Value *IsOther = B.CreateOr(IsLarge, B.CreateICmpNE(Over, B.getInt64(0)));
  Value *Most =
      B.CreateMul(size(View.Col), B.getInt64(Tune.Pack.MaxHalfEvictingDepth));
  Value *IsShallow = B.CreateICmpULE(size(DimK), Most);
  return B.CreateAnd(IsOther, IsShallow);
}

/// i1: whether an unpacked product would wait for evicted lines, where those of
/// the left operand are a multiple of 4 KiB apart or, if it is read in place,
/// of 2 KiB. A small C of whole vectors with many steps of k does not; copies
/// of slivers do if lines of the right operand collide too, or if the last rows
/// are not whole vectors.
Value *PackingProfitability::waitsForLines() {
  Value *IsLarge =
      B.CreateICmpSGT(work(), B.getInt64(Tune.Pack.MaxTiledEvictingWork));
  Value *Shares = sharesSets(), *IsWhole = hasWholeVectors();
  Value *Depth = B.CreateMul(size(DimK), B.getInt64(2));
  Value *IsDeep = B.CreateICmpSLT(area(), Depth);
  Value *Waits = B.CreateAnd(
      {B.CreateOr(IsLarge, Shares), B.CreateNot(B.CreateAnd(IsWhole, IsDeep))});
  Value *Sides = hasSides(B.getInt64(Tune.Pack.MinEvictingSide));
  if (!View.ReadsLeft) {
    Value *Gains = B.CreateNot(IsWhole);
    if (View.ReadsRight)
      Gains = B.CreateOr(Gains, evicts(View.Right, DimK));
    return B.CreateAnd({Sides, Waits, Gains});
  }
  Value *Half = B.CreateAnd(Shares, waitsForHalf(IsLarge));
  Value *HalfSides = hasSides(B.getInt64(Tune.Pack.MinHalfEvictingSide));
  Value *Bit = B.CreateAnd(Sig.get(View.Left.plain()->Stride[DimK]),
                           B.getInt64(Tune.Cache.EvictingStride / 2));
  Value *IsWholeWay = B.CreateIsNull(Bit);
  Value *IfWhole = B.CreateAnd(Sides, Waits);
  Value *IfHalf = B.CreateAnd(HalfSides, Half);
  return B.CreateSelect(IsWholeWay, IfWhole, IfHalf);
}

/// i1: the opposite; tests strides first, as few products have such strides.
Value *PackingProfitability::linesStay() {
  if (Plan.MinPackWork == Plan.MinPackWorkEvicting)
    return B.getTrue();
  Value *Any = View.ReadsLeft
                   ? isMultiple(B, Sig.get(View.Left.plain()->Stride[DimK]),
                                Tune.Cache.EvictingStride / 2)
                   : leftEvicts();
  return emitOr(B, "distances", B.CreateNot(Any),
                [&] { return B.CreateNot(waitsForLines()); });
}

/// i1: whether slivers that are read in place repeatedly take more lines than
/// the L1 cache has: a column of each operand per step of k, which may begin
/// anywhere in a line.
Value *PackingProfitability::crowdsCache() {
  if (!View.ReadsLeft || !View.ReadsRight ||
      !movesBy(*View.Right.plain(), View.Col, elementBytes()))
    return B.getFalse();
  Value *Any = B.getFalse();
  for (const Slice *S : {&View.Left, &View.Right})
    Any = B.CreateOr(
        Any, B.CreateICmpNE(B.CreateURem(Sig.get(S->plain()->Stride[DimK]),
                                         B.getInt64(Tune.Cache.LineBytes)),
                            B.getInt64(0)));
  Value *IsDeep = B.CreateNot(isAtMost(DimK, Plan.CrowdingDepth));
  return B.CreateAnd({B.CreateAnd(Any, IsDeep),
                      B.CreateNot(hasShortSide(Tune.Pack.MinCrowdedSide))});
}

/// i1: whether an operand with the dimension \p D has more than \p Bytes.
Value *PackingProfitability::exceeds(LoopDim D, uint64_t Bytes) {
  return productExceeds(B, size(D), size(DimK), Bytes / elementBytes());
}

/// i1: whether a left operand that is read in place can be streamed repeatedly:
/// its columns do not evict each other, and all stay in a cache.
Value *PackingProfitability::leftStays() {
  Value *IsHuge = exceeds(View.Row, Plan.StreamedBytes / 2);
  Value *Evicts = evicts(View.Left, DimK);
  return B.CreateNot(B.CreateOr(IsHuge, Evicts));
}

/// i1: whether C has so few rows that the right operand needs no copy: its
/// elements are read only a few times, with prefetching.
Value *PackingProfitability::hasFewRows() {
  Value *IsLow = isAtMost(View.Row, Plan.MR);
  if (!View.ReadsRight || !Plan.MaxFlatRows)
    return IsLow;
  Value *IsHuge = exceeds(View.Col, Plan.StreamedBytes);
  if (rightLiesAlongK()) {
    Value *IsFlat = isAtMost(View.Row, Plan.MaxFlatRows);
    Value *Not = B.CreateOr(IsHuge, leftEvicts());
    return B.CreateOr(IsLow, B.CreateAnd(IsFlat, B.CreateNot(Not)));
  }
  const unsigned Streamed = P.SumsRest ? Tune.Stream.MaxTiles : 1;
  Value *IsLarge = exceeds(View.Col, Plan.StreamedBytes / 4);
  Value *Most = B.CreateSelect(IsLarge, B.getInt64(Plan.MR),
                               B.getInt64(std::max(Plan.MR, endRows(Plan))));
  Most = B.CreateSelect(IsHuge, B.getInt64(Streamed * Plan.MR), Most);
  Value *IsFlat = B.CreateICmpSLE(size(View.Row), Most);
  Value *Evicts = evicts(View.Right, DimK);
  return B.CreateOr(IsLow, B.CreateAnd(IsFlat, B.CreateNot(Evicts)));
}

/// i1: the same for columns and the left operand.
Value *PackingProfitability::hasFewColumns() {
  if (!View.ReadsLeft)
    return isAtMost(View.Col, Plan.NR);
  Value *Most = B.getInt64(Tune.Pack.MaxFlatTiles * Plan.NR);
  if (P.SumsRest && Plan.MaxFlatRows)
    Most = B.CreateSelect(exceeds(View.Row, Plan.StreamedBytes),
                          B.getInt64(Tune.Stream.MaxTiles * Plan.NR), Most);
  if (rightLiesAlongK() && Plan.MaxFlatRows)
    Most = B.CreateSelect(
        leftStays(), B.getInt64(2 * Tune.Pack.MaxFlatTiles * Plan.NR), Most);
  return B.CreateICmpSLE(size(View.Col), Most);
}

/// i1: whether C alone takes half of the L2 cache.
Value *PackingProfitability::fillsL2() {
  return productExceeds(B, size(View.Row), size(View.Col),
                        Plan.FetchBytes / 4 / elementBytes());
}

/// i1: whether m·n·k is below MinPackWork.
Value *PackingProfitability::hasLittleWork() {
  Value *Bound = B.CreateSelect(B.CreateOr({columnsEvict(), crowdsCache()}),
                                B.getInt64(Plan.MinPackWorkEvicting),
                                B.getInt64(Plan.MinPackWork));
  return B.CreateICmpSLT(work(), Bound);
}

/// i1: whether all sides are so short that m·n·k is below every bound for
/// packing and no other test matters; see emitAny().
Value *PackingProfitability::isTiny() {
  const uint64_t Least = std::min(Plan.MinPackWork, Plan.MinPackWorkEvicting);
  uint64_t Longest = 0;
  while (Longest < Tune.Pack.MaxTiledSide &&
         (Longest + 1) * (Longest + 1) * (Longest + 1) < Least)
    ++Longest;
  if (!Longest)
    return B.getFalse();
  return B.CreateAnd({isAtMost(View.Row, Longest), isAtMost(View.Col, Longest),
                      isAtMost(DimK, Longest)});
}

/// Lines that collide are copied in any case.
Value *PackingProfitability::emit() {
  Value *IsTiled = emitOr(B, "large", isTiny(), [&] { return emitAny(); });
  return B.CreateAnd(IsTiled, linesStay());
}

Value *PackingProfitability::emitAny() {
  // With few steps of k, or a C that fills half of L2, little is packed unless
  // a side is short.
  Value *IsDeep =
      B.CreateAnd({B.CreateNot(isAtMost(DimK, Tune.Pack.MaxShallowDepth)),
                   B.CreateNot(fillsL2())});
  Value *NeedsNoCopy = B.CreateOr(IsDeep, hasShortSide(Tune.Pack.MaxTiledSide));
  Value *IsLittle = B.CreateAnd(hasLittleWork(), NeedsNoCopy);
  Value *FewRows = hasFewRows(), *FewColumns = hasFewColumns();
  return B.CreateOr({IsLittle, FewRows, FewColumns});
}

} // namespace gemmify
