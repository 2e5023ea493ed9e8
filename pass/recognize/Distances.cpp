//===- Distances.cpp - Sums over two rows that are no products ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distances.h"
#include "pass/recognize/unroll/WrittenSum.h"
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

/// Whether one of \p Of moves with the loop around \p L, the other one with the
/// next, and both with L.
static bool moveApart(const Pair &Of, Loop &L, ScalarEvolution &SE) {
  const Loop *Middle = L.getParentLoop(), *Outer = Middle->getParentLoop();
  auto MovesWith = [&](Value *V, const Loop *Each) {
    const SCEV *Place = addressOfElement(V, L, SE);
    return Place && SCEVExprContains(Place, [&](const SCEV *S) {
             const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
             return Rec && Rec->getLoop() == Each;
           });
  };
  auto [X, Y] = Of;
  const bool First = MovesWith(X, Middle);
  return Outer && MovesWith(X, &L) && MovesWith(Y, &L) &&
         First != MovesWith(X, Outer) && First != MovesWith(Y, Middle) &&
         First == MovesWith(Y, Outer);
}

NearMiss findDistance(Loop &L, ScalarEvolution &SE) {
  if (!L.getLoopLatch() || !L.getParentLoop())
    return {};
  for (PHINode &Sum : L.getHeader()->phis()) {
    auto *Next =
        dyn_cast<Instruction>(Sum.getIncomingValueForBlock(L.getLoopLatch()));
    Value *Addend;
    if (!Next || !L.contains(Next))
      continue;
    std::optional<Pair> Of = matchExtreme(*Next, &Sum);
    if (Of && moveApart(*Of, L, SE))
      return {Next, Reason::LargestSum};
    if (match(Next, m_CombineOr(m_c_Add(m_Specific(&Sum), m_Value(Addend)),
                                m_c_FAdd(m_Specific(&Sum), m_Value(Addend)))))
      Of = matchAbsolute(Addend);
    if (Of && moveApart(*Of, L, SE))
      return {Next, Reason::AbsoluteDifferences};
  }
  return {};
}

bool sumsSquares(const SumChain &Sum) {
  return llvm::all_of(Sum.Steps, [](const Update &U) {
    return U.X.Root == U.Y.Root && matchDifference(U.X.Root);
  });
}

} // namespace gemmify
