//===- TilingChoice.cpp - Which products are not packed -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilingChoice.h"
#include "GotoLoops.h"
#include "MacroKernel.h"
#include "SliceEmitter.h"

using namespace llvm;

namespace gemmify {

/// Products of so few ks are packed, if none of the sides is short.
constexpr uint64_t MaxShallowDepth = 8;
constexpr uint64_t MaxTiledSide = 112;

/// With shorter sides, slivers are read too seldom to be copied.
constexpr uint64_t MinCrowdedSide = 64;

uint64_t TilingChoice::elementBytes() const {
  const DataLayout &DL = View.Nest.C.Access->getDataLayout();
  return DL.getTypeStoreSize(View.Nest.ElemTy);
}

/// i1: whether C has so few rows or columns.
Value *TilingChoice::hasShortSide(uint64_t Longest) {
  return B.CreateOr({isAtMost(View.Row, Longest), isAtMost(View.Col, Longest)});
}

/// i1: whether the ks of a left sliver or the columns of a right one lie at a
/// distance at which they evict each other.
Value *TilingChoice::columnsEvict() {
  Value *Any = B.getFalse();
  auto Note = [&](const Slice &S, LoopDim D) {
    if (const AffineRef *R = S.plain())
      Any = B.CreateOr(Any,
                       B.CreateICmpEQ(B.CreateURem(Sig.get(R->Stride[D]),
                                                   B.getInt64(EvictingStride)),
                                      B.getInt64(0)));
  };
  if (Plan.MinPackWork != Plan.MinPackWorkEvicting) {
    Note(View.Left, canReadLeft(View) ? DimK : View.Row);
    Note(View.Right, View.Col);
  }
  return Any;
}

/// i1: whether slivers that are read in place take more lines of the L1 cache
/// than it has, again and again: a column of each operand per k, which begins
/// anywhere in a line.
Value *TilingChoice::crowdsCache() {
  if (!canReadLeft(View) || !canReadRight(View) ||
      !movesBy(*View.Right.plain(), View.Col, elementBytes()))
    return B.getFalse();
  Value *Any = B.getFalse();
  for (const Slice *S : {&View.Left, &View.Right})
    Any = B.CreateOr(
        Any, B.CreateICmpNE(B.CreateURem(Sig.get(S->plain()->Stride[DimK]),
                                         B.getInt64(LineBytes)),
                            B.getInt64(0)));
  Value *IsDeep = B.CreateNot(isAtMost(DimK, Plan.CrowdingDepth));
  return B.CreateAnd(
      {B.CreateAnd(Any, IsDeep), B.CreateNot(hasShortSide(MinCrowdedSide))});
}

/// i1: whether C alone takes half of the L2 cache.
Value *TilingChoice::fillsL2() {
  return productExceeds(B, size(View.Row), size(View.Col),
                        Plan.FetchBytes / 4 / elementBytes());
}

/// i1: whether m·n·k is below MinPackWork.
Value *TilingChoice::hasLittleWork() {
  Value *Bound = B.CreateSelect(B.CreateOr({columnsEvict(), crowdsCache()}),
                                B.getInt64(Plan.MinPackWorkEvicting),
                                B.getInt64(Plan.MinPackWork));
  Value *Area = cutProduct(B, size(View.Row), size(View.Col));
  return B.CreateICmpSLT(cutProduct(B, Area, size(DimK)), Bound);
}

Value *TilingChoice::emit() {
  // What is packed of few ks, or beside a C that fills half of L2, is little,
  // but for a short side.
  Value *IsDeep = B.CreateAnd(
      {B.CreateNot(isAtMost(DimK, MaxShallowDepth)), B.CreateNot(fillsL2())});
  Value *NeedsNoCopy = B.CreateOr(IsDeep, hasShortSide(MaxTiledSide));
  Value *IsLittle = B.CreateAnd(hasLittleWork(), NeedsNoCopy);
  // One row or column of tiles reads an operand but once.
  const unsigned Few = canReadLeft(View) ? 3 * Plan.NR : Plan.NR;
  return B.CreateOr(
      {IsLittle, isAtMost(View.Row, Plan.MR), isAtMost(View.Col, Few)});
}

} // namespace gemmify
