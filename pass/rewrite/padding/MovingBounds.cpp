//===- MovingBounds.cpp - Loops from a maximum to a minimum ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovingBounds.h"
#include "PaddedNest.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

static const SCEV *withoutExtension(const SCEV *S) {
  const auto *Ext = dyn_cast<SCEVIntegralCastExpr>(S);
  return Ext ? Ext->getOperand() : S;
}

/// Takes what moves of \p S, an expression of \p Kind, apart from the rest.
static const SCEV *split(const SCEV *S, SCEVTypes Kind, const Loop &Root,
                         SmallVectorImpl<const SCEV *> &Moving,
                         ScalarEvolution &SE) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Bare = withoutExtension(S);
  if (isa<SCEVTruncateExpr>(S) ||
      (isa<SCEVZeroExtendExpr>(S) && !SE.isKnownNonNegative(Bare)))
    return nullptr;
  if (SE.isLoopInvariant(S, &Root))
    return SE.getNoopOrSignExtend(S, I64);
  if (Bare->getSCEVType() != Kind)
    return nullptr;
  const SCEV *Fixed = nullptr;
  for (const SCEV *Op : Bare->operands()) {
    if (!SE.isLoopInvariant(Op, &Root)) {
      Moving.push_back(Op);
      continue;
    }
    const SCEV *Wide = SE.getNoopOrSignExtend(Op, I64);
    if (!Fixed)
      Fixed = Wide;
    else
      Fixed = Kind == scSMaxExpr ? SE.getSMaxExpr(Fixed, Wide)
                                 : SE.getSMinExpr(Fixed, Wide);
  }
  return Fixed;
}

/// How the latch of a loop compares, and what: the left side changes.
struct LatchTest {
  CmpInst::Predicate Stays;
  Value *Changing, *Fixed;
};

static std::optional<LatchTest> readLatch(const Loop &L) {
  auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition())
                                        : nullptr;
  if (!Cmp)
    return std::nullopt;
  LatchTest Test{Br->getSuccessor(0) == L.getHeader()
                     ? Cmp->getPredicate()
                     : Cmp->getInversePredicate(),
                 Cmp->getOperand(0), Cmp->getOperand(1)};
  if (L.isLoopInvariant(Test.Changing)) {
    std::swap(Test.Changing, Test.Fixed);
    Test.Stays = ICmpInst::getSwappedPredicate(Test.Stays);
  }
  if (Test.Stays == ICmpInst::ICMP_ULT && hasSameSign(*Cmp))
    Test.Stays = ICmpInst::ICMP_SLT;
  return Test;
}

/// The phi of \p L that counts down to one, for the loop's end alone, or null.
static PHINode *findCountdown(Loop &L, ScalarEvolution &SE) {
  std::optional<LatchTest> Test = readLatch(L);
  if (!Test || Test->Stays != ICmpInst::ICMP_SGT || !L.isLoopSimplifyForm())
    return nullptr;
  const auto *One = dyn_cast<ConstantInt>(Test->Fixed);
  auto *Left = dyn_cast<PHINode>(Test->Changing);
  if (!One || !One->isOne() || !Left || Left->getParent() != L.getHeader() ||
      !Left->getType()->isIntegerTy(64) || !counts(*Left, L, SE) ||
      !cast<SCEVAddRecExpr>(SE.getSCEV(Left))
           ->getStepRecurrence(SE)
           ->isAllOnesValue())
    return nullptr;
  // Nothing else knows it.
  const Value *Next = Left->getIncomingValueForBlock(L.getLoopLatch());
  return Next->hasOneUse() && Left->hasNUses(2) ? Left : nullptr;
}

/// What \p V is where LLVM has written the smaller one of N and X + 1 as the
/// choice X < N ? X + 1 : N, in which X + 1 never wraps, or null. X and N may
/// be wider where they are compared: the result is, too.
static const SCEV *readChoice(Value &V, ScalarEvolution &SE) {
  Value *X, *N, *Next, *Other;
  CmpPredicate Pred;
  if (!match(&V, m_Select(m_ICmp(Pred, m_Value(X), m_Value(N)), m_Value(Next),
                          m_Value(Other))))
    return nullptr;
  if (Pred == ICmpInst::ICMP_SGT)
    std::swap(X, N);
  else if (Pred != ICmpInst::ICMP_SLT)
    return nullptr;
  const bool IsWide =
      match(Next, m_Add(m_Trunc(m_Specific(X)), m_One())) &&
      match(N, m_CombineOr(m_SExt(m_Specific(Other)),
                           m_NNegZExt(m_Specific(Other)))) &&
      SE.getSignedRangeMin(SE.getSCEV(X)).getSignificantBits() <=
          SE.getTypeSizeInBits(V.getType());
  if (!IsWide && (N != Other || !match(Next, m_Add(m_Specific(X), m_One()))))
    return nullptr;
  const SCEV *Lower = SE.getSCEV(X);
  return SE.getSMinExpr(SE.getAddExpr(Lower, SE.getOne(Lower->getType())),
                        SE.getSCEV(N));
}

/// The same of a number that may be extended to the type of \p V.
static const SCEV *readMinimum(Value &V, ScalarEvolution &SE) {
  Value *Narrow = &V;
  match(&V, m_CombineOr(m_SExt(m_Value(Narrow)), m_NNegZExt(m_Value(Narrow))));
  const SCEV *Of = readChoice(*Narrow, SE);
  return Of ? SE.getNoopOrSignExtend(Of, V.getType()) : nullptr;
}

/// The bounds of the loop if \p Counter ends it before \p End.
static std::optional<MovingBounds> boundsOf(PHINode &Counter, const SCEV *End,
                                            const Loop &L, const Loop &Root,
                                            ScalarEvolution &SE) {
  if (!Counter.getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(Counter.getType()) > 64 || !counts(Counter, L, SE))
    return std::nullopt;
  const auto *Rec = cast<SCEVAddRecExpr>(SE.getSCEV(&Counter));
  if (!Rec->getStepRecurrence(SE)->isOne())
    return std::nullopt;
  MovingBounds Of;
  Of.Counter = &Counter;
  Of.Start = Rec->getStart();
  Of.End = End;
  Of.Base = split(Of.Start, scSMaxExpr, Root, Of.AtLeast, SE);
  // Where the guard asks for it, an end above a start that is not negative is
  // not negative either: LLVM extends it by zeros.
  if (const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Of.End);
      Ext && Of.Base && SE.isKnownNonNegative(Of.Base))
    Of.End = SE.getSignExtendExpr(Ext->getOperand(), Ext->getType());
  // The last number may be the minimum itself.
  const SCEV *Last = Of.End;
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(Of.End);
      Sum && Sum->getType()->isIntegerTy(64) && Sum->getOperand(0)->isOne()) {
    Of.IncludesLast = true;
    Last = SE.getMinusSCEV(Sum, SE.getOne(Sum->getType()));
  }
  Of.Limit = split(Last, scSMinExpr, Root, Of.Below, SE);
  if (!Of.Base || !Of.Limit || (Of.AtLeast.empty() && Of.Below.empty()))
    return std::nullopt;
  if (Of.IncludesLast)
    Of.Limit = SE.getAddExpr(Of.Limit, SE.getOne(Of.Limit->getType()));
  return Of;
}

std::optional<MovingBounds> splitBounds(Loop &L, const Loop &Root,
                                        ScalarEvolution &SE) {
  if (PHINode *Left = findCountdown(L, SE)) {
    const SCEV *Trip = cast<SCEVAddRecExpr>(SE.getSCEV(Left))->getStart();
    for (PHINode &Phi : L.getHeader()->phis()) {
      if (&Phi == Left || Phi.getType() != Left->getType() ||
          !counts(Phi, L, SE))
        continue;
      const SCEV *Start = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))->getStart();
      std::optional<MovingBounds> Of =
          boundsOf(Phi, SE.getAddExpr(Start, Trip), L, Root, SE);
      if (!Of)
        continue;
      Of->Left = Left;
      return Of;
    }
    return std::nullopt;
  }
  std::optional<LatchTest> Test = readLatch(L);
  if (!Test ||
      (Test->Stays != ICmpInst::ICMP_SLT && Test->Stays != ICmpInst::ICMP_NE))
    return std::nullopt;
  PHINode *Counter = nullptr;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Phi.getIncomingValueForBlock(L.getLoopLatch()) == Test->Changing)
      Counter = &Phi;
  const bool SeesLast = !Counter && Test->Stays == ICmpInst::ICMP_SLT &&
                        Test->Changing->getType()->isIntegerTy(64);
  if (SeesLast)
    Counter = dyn_cast<PHINode>(Test->Changing);
  if (!Counter || Counter->getParent() != L.getHeader())
    return std::nullopt;
  const SCEV *Seen = SE.getSCEV(Test->Fixed);
  const SCEV *End = readMinimum(*Test->Fixed, SE);
  if (!End)
    End = Seen;
  if (SeesLast)
    End = SE.getAddExpr(End, SE.getOne(End->getType()));
  std::optional<MovingBounds> Of = boundsOf(*Counter, End, L, Root, SE);
  if (!Of)
    return std::nullopt;
  Of->Seen = Seen;
  Of->SeesLast = SeesLast;
  return Of;
}

static bool isSame(const SCEV *X, const SCEV *Y, ScalarEvolution &SE) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  return SE.getNoopOrSignExtend(X, I64) == SE.getNoopOrSignExtend(Y, I64);
}

/// Whether \p Y is what the loop with bounds \p Of compares with.
static bool isSeen(const SCEV *Y, const MovingBounds &Of, ScalarEvolution &SE) {
  if (!Of.Seen || isSame(Y, Of.Seen, SE))
    return Of.Seen;
  const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Of.Seen);
  return Ext && Ext->getOperand() == Y && SE.isKnownNonNegative(Of.Start);
}

bool asksIfEntered(const ICmpInst &Cmp, bool Expected, const MovingBounds &Of,
                   ScalarEvolution &SE) {
  const Value *Left = Cmp.getOperand(0), *Right = Cmp.getOperand(1);
  if (!Left->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(Left->getType()) > 64)
    return false;
  auto Pred = Expected ? Cmp.getPredicate() : Cmp.getInversePredicate();
  const SCEV *X = SE.getSCEV(const_cast<Value *>(Left));
  const SCEV *Y = SE.getSCEV(const_cast<Value *>(Right));
  if (ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred)) {
    std::swap(X, Y);
    Pred = ICmpInst::getSwappedPredicate(Pred);
  }
  const bool AsksForLast = Pred == ICmpInst::ICMP_SLE;
  if (!AsksForLast && Pred != ICmpInst::ICMP_SLT)
    return false;
  if (Of.SeesLast == AsksForLast && isSame(X, Of.Start, SE) &&
      (isSeen(Y, Of, SE) || (!AsksForLast && isSame(Y, Of.End, SE))))
    return true;
  // Or whether there is something left to count. It is far from wrapping.
  return Of.Left && !AsksForLast && (X->isZero() || X->isAllOnesValue()) &&
         Y->getType() == Of.Start->getType() &&
         SE.getMinusSCEV(Y, X) == SE.getMinusSCEV(Of.End, Of.Start);
}

} // namespace gemmify
