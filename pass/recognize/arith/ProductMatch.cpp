//===- ProductMatch.cpp - All sums of a loop are one product --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductMatch.h"
#include "ComplexSums.h"
#include "FactorMatch.h"
#include "JoinSteps.h"
#include "SumMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace gemmify {

std::optional<LoopDim> ProductMatch::run() {
  if (!dealOutWrites())
    return std::nullopt;
  SmallVector<GemmNest, 4> Copies;
  for (auto [Sum, Own] : llvm::zip(Sums, WritesOf)) {
    Writes.lookAt(Own);
    std::optional<GemmNest> Copy = matchSum(Sum);
    if (!Copy)
      return std::nullopt;
    Copies.push_back(std::move(*Copy));
  }
  if (!joinAlike(Copies))
    return std::nullopt;
  std::optional<GemmNest> Merged = mergeSums(Copies);
  if (!Merged) {
    // Each is a product then, beside the other one.
    if (Why == Reason::NoCopies && takeTurns(Copies))
      Why = Reason::WritesMore;
    return std::nullopt;
  }
  N = std::move(*Merged);
  N.Writes.clear();
  for (const GemmNest &Copy : Copies)
    llvm::copy_if(Copy.Writes, std::back_inserter(N.Writes),
                  [&](auto *W) { return !llvm::is_contained(N.Writes, W); });
  for (const SumChain &Sum : Sums)
    llvm::append_range(N.Writes, Sum.EarlierStores);
  return K;
}

/// Whether two sums are the parts of complex elements of which a factor is
/// real: it moves with the index that passes both parts in a step. Where a code
/// generator chooses what it fuses, that depends on the two standing together.
bool ProductMatch::takeTurns(ArrayRef<GemmNest> Copies) {
  if (Copies.size() != 2 || llvm::any_of(Copies, [](const GemmNest &Each) {
        return Each.Elem.ByFlags && !Each.Elem.Reassoc;
      }))
    return false;
  const GemmNest &X = Copies[0], &Y = Copies[1];
  const uint64_t Bytes =
      X.C.Access->getDataLayout().getTypeStoreSize(X.C.ElemTy);
  auto Is = [](const SCEV *S, uint64_t Number) {
    const auto *C = dyn_cast<SCEVConstant>(S);
    return C && C->getAPInt() == Number;
  };
  const LoopDim First = *K == DimI ? DimJ : DimI;
  const LoopDim Second = *K == DimK ? DimJ : DimK;
  const bool OnRight = Is(X.C.Stride[Second], 2 * Bytes);
  return (OnRight || Is(X.C.Stride[First], 2 * Bytes)) &&
         X.C.ElemTy == Y.C.ElemTy && X.C.Stride == Y.C.Stride &&
         Is(SE.getMinusSCEV(Y.C.Start, X.C.Start), Bytes) &&
         Merge.haveSameOperand(X, Y, OnRight);
}

/// In free order, products of a step may look like steps of k in one of two
/// sums, and not in the other one: then they are none.
bool ProductMatch::joinAlike(MutableArrayRef<GemmNest> Copies) {
  if (Copies.size() != 2 || Copies[0].Step.isOne() == Copies[1].Step.isOne())
    return true;
  JoinsSteps = true;
  const unsigned At = Copies[0].Step.isOne() ? 0 : 1;
  std::optional<GemmNest> Joined = matchSteps(Wholes[At], Sums[At], Slices);
  if (Joined)
    Copies[At] = std::move(*Joined);
  return Joined.has_value();
}

bool ProductMatch::append(ArrayRef<SumChain> More, SliceMatch &Slices,
                          const SCEV *Count) {
  SmallVector<GemmNest, 4> Copies;
  for (auto [Whole, Sum] : llvm::zip(Wholes, More)) {
    Whole.Index[*K].Trip = Count;
    std::optional<GemmNest> Copy = matchSteps(Whole, Sum, Slices);
    if (!Copy)
      return false;
    Copies.push_back(std::move(*Copy));
  }
  std::optional<GemmNest> Next = mergeSums(Copies);
  if (!Next)
    return false;
  if (!Next->Step.isOne() || !N.Step.isOne())
    return fail(Reason::SeveralProducts);
  for (const auto &[Phi, Value] : Slices.resolved())
    N.RegionPhi[Phi] = Value;
  Next->RegionPhi = N.RegionPhi;
  std::optional<GemmNest> Both = Merge.append(N, *Next, *K);
  if (!Both)
    return false;
  N = std::move(*Both);
  return true;
}

/// The store after the innermost loop that \p Sum flows into; the first that
/// \p Taken does not hold, if there is one.
StoreInst *ProductMatch::finalStoreOf(const SumChain &Sum,
                                      ArrayRef<AffineRef> Taken) {
  StoreInst *First = nullptr;
  SmallVector<Value *, 8> Worklist = {Sum.Steps.back().Result};
  if (isa<PHINode>(Sum.Steps.front().Sum))
    Worklist.push_back(Sum.Steps.front().Sum);
  SmallPtrSet<Value *, 16> Seen;
  while (!Worklist.empty())
    for (User *Usr : Worklist.pop_back_val()->users()) {
      auto *I = cast<Instruction>(Usr);
      if (N.Index[DimK].innermost()->contains(I) ||
          !Shape.OnPath.contains(I->getParent()) || !Seen.insert(I).second)
        continue;
      if (!isa<StoreInst>(I)) {
        Worklist.push_back(I);
        continue;
      }
      auto IsIt = [&](const AffineRef &C) { return C.Access == I; };
      if (llvm::none_of(Taken, IsIt))
        return cast<StoreInst>(I);
      First = First ? First : cast<StoreInst>(I);
    }
  return First;
}

/// Whether \p V is computed from a sum of the innermost loop, in the same
/// iteration of the loops around it.
bool ProductMatch::needsSum(Value &V) const {
  SetVector<Value *> Parts;
  Parts.insert(&V);
  for (unsigned At = 0; At != Parts.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Parts[At]);
    if (!I || isa<LoadInst>(I) || !N.Root->contains(I))
      continue;
    const Loop &Around = Access.loopAround(*I->getParent());
    if (&Around == N.Index[DimK].innermost())
      return true;
    if (I->getParent() != Around.getHeader())
      Parts.insert(I->op_begin(), I->op_end());
  }
  return false;
}

/// Whether the sums that \p V needs meet in nothing but additions.
bool ProductMatch::addsOnly(Value &V) const {
  SetVector<Value *> Parts;
  Parts.insert(&V);
  for (unsigned At = 0; At != Parts.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Parts[At]);
    if (!I || N.Index[DimK].innermost()->contains(I))
      continue;
    SmallVector<Value *, 2> Sums;
    llvm::copy_if(I->operand_values(), std::back_inserter(Sums),
                  [&](Value *Op) { return needsSum(*Op); });
    unsigned Op = I->getOpcode();
    bool Adds = Op == Instruction::FAdd || Op == Instruction::Add ||
                Op == Instruction::FSub || Op == Instruction::Sub;
    if (Sums.size() > 1 && !Adds && !isa<PHINode>(I))
      return false;
    Parts.insert(Sums.begin(), Sums.end());
  }
  return true;
}

/// Gives each sum the writes of the elements that it ends in, and those beside
/// the innermost loop, which may be anybody's. What no sum claims, the first
/// one has to account for.
bool ProductMatch::dealOutWrites() {
  WritesOf.resize(Sums.size());
  if (Sums.size() == 1) {
    WritesOf[0].append(Writes.all().begin(), Writes.all().end());
    return true;
  }
  SmallVector<AffineRef, 4> Ends;
  for (const SumChain &Sum : Sums) {
    StoreInst *Final = finalStoreOf(Sum, Ends);
    if (!Final)
      Final = Sum.Store;
    if (!Final)
      return fail(Reason::WritesMore);
    if (llvm::any_of(Ends, [&](AffineRef &C) { return C.Access == Final; }))
      return fail(addsOnly(*Final->getValueOperand()) ? Reason::PartialSums
                                                      : Reason::CombinedSums);
    std::optional<AffineRef> C = Access.reference(*Final, Why);
    if (!C)
      return false;
    Ends.push_back(*C);
  }
  for (Instruction *W : Writes.all()) {
    Reason Ignored = Reason::None;
    std::optional<AffineRef> To;
    if (isa<StoreInst>(W))
      To = Access.reference(*W, Ignored);
    auto *Owner = llvm::find_if(
        Ends, [&](const AffineRef &C) { return To && To->isAt(C); });
    const bool IsBeside =
        !Access.loopAround(*W->getParent())
             .contains(N.Index[DimK].innermost()->getHeader());
    if (Owner == Ends.end() && (IsBeside || isa<MemSetInst>(W)))
      for (WriteList &Own : WritesOf)
        Own.push_back(W);
    else
      WritesOf[Owner == Ends.end() ? 0 : Owner - Ends.begin()].push_back(W);
  }
  Writes.fillPairs(Sums.size() == 2);
  return true;
}

/// What the other one of two sums is behind its loop, where no step stores it.
const Value *ProductMatch::otherThan(const SumChain &Sum) const {
  if (Sums.size() != 2)
    return nullptr;
  const SumChain &Other = Sums[&Sum == Sums.begin()];
  return Other.Store ? nullptr : afterLoop(Other, *N.Index[DimK].innermost());
}

std::optional<GemmNest> ProductMatch::matchSum(const SumChain &Sum) {
  GemmNest Whole = N;
  Slices.admit(otherThan(Sum));
  std::optional<LoopDim> Position =
      SumMatch(Whole, Sum, Shape, Access, Slices, Writes, Why).run();
  if (!Position)
    return std::nullopt;
  if (K && *K != *Position) {
    fail(Reason::WritesMore);
    return std::nullopt;
  }
  K = Position;
  Wholes.push_back(Whole);
  return matchSteps(Whole, Sum, Slices);
}

/// Each product that \p Sum adds in an iteration is a step of k.
std::optional<GemmNest> ProductMatch::matchSteps(const GemmNest &Whole,
                                                 const SumChain &Sum,
                                                 SliceMatch &Slices) {
  SmallVector<GemmNest, 4> Steps;
  for (const Update &U : Sum.Steps) {
    Steps.push_back(Whole);
    Steps.back().Elem = U.Elem;
    if (!matchFactors(U, *K, Slices, Steps.back(), Why))
      return std::nullopt;
    Steps.back().RegionPhi = Slices.resolved();
  }
  if (Steps.size() == 1)
    return std::move(Steps[0]);
  auto IsAddedFirst = [](const Update &U) { return U.AddedFirst; };
  if (JoinsSteps || llvm::any_of(Sum.Steps, IsAddedFirst))
    return joinSteps(Steps, Sum.Steps, Why);
  std::optional<GemmNest> Copies =
      Merge.interleaveSteps(Steps, *K, !Steps[0].Elem.Reassoc);
  // Two sums may be the parts of complex elements.
  if (Copies || (Sums.size() != 2 && !areOfOtherArrays(Steps, SE)))
    return Copies;
  Why = Reason::None;
  return joinSteps(Steps, Sum.Steps, Why);
}

/// Whether what fills the parts of all elements at once is accounted for by
/// both sums, or by none.
static bool fillAlike(const GemmNest &X, const GemmNest &Y) {
  return llvm::all_of(X.Writes, [&](Instruction *W) {
    return !isa<MemIntrinsic>(W) || llvm::is_contained(Y.Writes, W);
  });
}

/// Two sums that are the parts of complex elements.
std::optional<GemmNest> ProductMatch::mergeComplex(ArrayRef<GemmNest> Copies) {
  LoopDim First = *K == DimI ? DimJ : DimI;
  LoopDim Second = *K == DimK ? DimJ : DimK;
  if (Copies.size() == 2)
    for (LoopDim D : {First, Second})
      for (unsigned Real : {0u, 1u})
        if (std::optional<GemmNest> N = mergeParts(
                Copies[Real], Copies[1 - Real], D, D == First, Shape, SE))
          return N;
  // Parts in arrays of their own are two products, each beside the other.
  const bool AreApart = !Slices.hasOtherLeaf() && Copies.size() == 2 &&
                        !Merge.areInOneArray(Copies[0].C, Copies[1].C);
  fail(AreApart ? Reason::WritesMore : Reason::SeveralProducts);
  return std::nullopt;
}

/// Sums with the same left operand are neighbours along j, groups of them with
/// the same right operands are neighbours along i.
std::optional<GemmNest> ProductMatch::mergeSums(ArrayRef<GemmNest> Copies) {
  if (Copies.size() == 1)
    return Copies.front();
  if (Copies.size() == 2 &&
      !(fillAlike(Copies[0], Copies[1]) && fillAlike(Copies[1], Copies[0]))) {
    fail(Reason::WritesMore);
    return std::nullopt;
  }
  if (llvm::any_of(Copies, [](const GemmNest &N) { return !N.Step.isOne(); }))
    return mergeComplex(Copies);
  if (Slices.hasOtherLeaf()) {
    fail(Reason::CombinedSums);
    return std::nullopt;
  }
  LoopDim First = *K == DimI ? DimJ : DimI;
  LoopDim Second = *K == DimK ? DimJ : DimK;
  for (const GemmNest &Copy : Copies)
    if (!Merge.areInOneArray(Copy.C, Copies.front().C)) {
      fail(Reason::WritesMore);
      return std::nullopt;
    }
  SmallVector<SmallVector<GemmNest, 4>, 4> Rows;
  for (const GemmNest &Copy : Copies) {
    auto *Row = llvm::find_if(Rows, [&](ArrayRef<GemmNest> R) {
      return Merge.haveSameOperand(R.front(), Copy, /*Right=*/false);
    });
    if (Row == Rows.end())
      Row = &Rows.emplace_back();
    Row->push_back(Copy);
  }
  SmallVector<GemmNest, 4> Merged;
  for (ArrayRef<GemmNest> Row : Rows) {
    std::optional<GemmNest> One =
        Row.size() == 1 ? Row.front()
                        : Merge.interleave(Row, Second, /*InOrder=*/false);
    if (!One)
      return std::nullopt;
    Merged.push_back(std::move(*One));
  }
  if (Merged.size() == 1)
    return std::move(Merged.front());
  return Merge.interleave(Merged, First, /*InOrder=*/false);
}

} // namespace gemmify
