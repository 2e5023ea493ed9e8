//===- Distances.cpp - Sums over two rows that are no products ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distances.h"
#include "pass/recognize/unroll/WrittenSum.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

using Pair = std::pair<Value *, Value *>;

static std::optional<Pair> matchDifference(Value *V) {
  Value *X, *Y;
  if (match(V, m_CombineOr(m_Sub(m_Value(X), m_Value(Y)),
                           m_FSub(m_Value(X), m_Value(Y)))))
    return Pair(X, Y);
  return std::nullopt;
}

/// What \p V is the absolute difference of.
static std::optional<Pair> matchAbsolute(Value *V) {
  Value *X, *Y;
  if (match(V, m_CombineOr(m_FAbs(m_Value(X)),
                           m_Intrinsic<Intrinsic::abs>(m_Value(X)))))
    return matchDifference(X);
  if (!match(V, m_Select(m_Value(), m_Value(X), m_Value(Y))))
    return std::nullopt;
  for (auto [D, Other] : {Pair(X, Y), Pair(Y, X)}) {
    std::optional<Pair> Of = matchDifference(D), Back = matchDifference(Other);
    if (Of &&
        (match(Other, m_FNeg(m_Specific(D))) ||
         (Back && Back->first == Of->second && Back->second == Of->first)))
      return Of;
  }
  return std::nullopt;
}

/// What \p V is the sum or the difference of, where \p Next is the larger or
/// the smaller one of that and \p Sum.
static std::optional<Pair> matchExtreme(Instruction &Next, Value *Sum) {
  Value *X, *Y, *A, *B;
  const auto *Call = dyn_cast<IntrinsicInst>(&Next);
  if (Call && (isa<MinMaxIntrinsic>(Call) ||
               llvm::is_contained({Intrinsic::maxnum, Intrinsic::minnum,
                                   Intrinsic::maximum, Intrinsic::minimum},
                                  Call->getIntrinsicID()))) {
    X = Call->getArgOperand(0);
    Y = Call->getArgOperand(1);
  } else if (!match(&Next, m_Select(m_Cmp(m_Value(A), m_Value(B)), m_Value(X),
                                    m_Value(Y))) ||
             !((X == A && Y == B) || (X == B && Y == A))) {
    return std::nullopt;
  }
  if (X != Sum)
    std::swap(X, Y);
  if (X != Sum)
    return std::nullopt;
  if (match(Y, m_CombineOr(m_Add(m_Value(A), m_Value(B)),
                           m_FAdd(m_Value(A), m_Value(B)))))
    return Pair(A, B);
  return matchDifference(Y);
}

/// Which of three loops an address moves with, a bit for each.
using Loops = unsigned;

/// Those of \p L and the two loops around it, L first, with which \p Place
/// moves; none where it is null.
static Loops loopsOf(const SCEV *Place, const Loop &L) {
  Loops Moves = 0;
  const Loop *Each = &L;
  for (unsigned Bit = 0; Place && Bit != NumDims; ++Bit) {
    auto IsCounted = [&](const SCEV *S) {
      const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
      return Rec && Rec->getLoop() == Each;
    };
    if (SCEVExprContains(Place, IsCounted))
      Moves |= 1u << Bit;
    Each = Each->getParentLoop();
  }
  return Moves;
}

/// Whether each of \p Of and the result, which moves with \p Result, moves with
/// other two of \p L and the loops around it.
static bool moveApart(const Pair &Of, Loops Result, Loop &L,
                      ScalarEvolution &SE) {
  const Loops X = loopsOf(addressOfElement(Of.first, L, SE), L),
              Y = loopsOf(addressOfElement(Of.second, L, SE), L);
  return llvm::popcount(X) == 2 && llvm::popcount(Y) == 2 && X != Y &&
         Result == (X ^ Y);
}

/// A sum that the loop carries, or the largest or least one.
static NearMiss findInRegister(Loop &L, ScalarEvolution &SE) {
  constexpr Loops NotInnermost = 6;
  for (PHINode &Sum : L.getHeader()->phis()) {
    auto *Next =
        dyn_cast<Instruction>(Sum.getIncomingValueForBlock(L.getLoopLatch()));
    Value *Addend;
    if (!Next || !L.contains(Next))
      continue;
    std::optional<Pair> Of = matchExtreme(*Next, &Sum);
    if (Of && moveApart(*Of, NotInnermost, L, SE))
      return {Next, Reason::LargestSum};
    if (match(Next, m_CombineOr(m_c_Add(m_Specific(&Sum), m_Value(Addend)),
                                m_c_FAdd(m_Specific(&Sum), m_Value(Addend)))))
      Of = matchAbsolute(Addend);
    if (Of && moveApart(*Of, NotInnermost, L, SE))
      return {Next, Reason::AbsoluteDifferences};
  }
  return {};
}

/// What is added in \p Store's value, if that is stored where a comparison with
/// \p Before tells to.
static std::optional<Pair> matchStoredIf(StoreInst &Store, LoadInst &Before) {
  Value *Sum = Store.getValueOperand(), *A, *B;
  BasicBlock *From = Store.getParent()->getSinglePredecessor();
  auto *Br = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<CmpInst>(Br->getCondition())
                                        : nullptr;
  if (Cmp && llvm::is_contained(Cmp->operands(), Sum) &&
      llvm::is_contained(Cmp->operands(), &Before) &&
      match(Sum, m_CombineOr(m_Add(m_Value(A), m_Value(B)),
                             m_FAdd(m_Value(A), m_Value(B)))))
    return Pair(A, B);
  return std::nullopt;
}

/// The largest or least sum that an element of memory has met.
static NearMiss findInMemory(Loop &L, ScalarEvolution &SE) {
  auto Match = [](StoreInst &Store, LoadInst &Before) {
    std::optional<Pair> Of;
    if (auto *Next = dyn_cast<Instruction>(Store.getValueOperand()))
      Of = matchExtreme(*Next, &Before);
    return Of ? Of : matchStoredIf(Store, Before);
  };
  SmallVector<LoadInst *, 4> Loads;
  SmallVector<StoreInst *, 2> Stores;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Loads.push_back(Load);
      else if (auto *Store = dyn_cast<StoreInst>(&I))
        Stores.push_back(Store);
  for (StoreInst *Store : Stores)
    for (LoadInst *Load : Loads) {
      const SCEV *Place = SE.getSCEV(Store->getPointerOperand());
      if (SE.getSCEV(Load->getPointerOperand()) != Place)
        continue;
      std::optional<Pair> Of = Match(*Store, *Load);
      if (Of && moveApart(*Of, loopsOf(Place, L), L, SE))
        return {Store, Reason::LargestSum};
    }
  return {};
}

NearMiss findDistance(Loop &L, ScalarEvolution &SE) {
  if (!L.getLoopLatch() || L.getLoopDepth() < NumDims)
    return {};
  const NearMiss InRegister = findInRegister(L, SE);
  return InRegister.Where ? InRegister : findInMemory(L, SE);
}

bool sumsSquares(const SumChain &Sum) {
  return llvm::all_of(Sum.Steps, [](const Update &U) {
    return U.X.Root == U.Y.Root && matchDifference(U.X.Root);
  });
}

} // namespace gemmify
