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

using namespace llvm;

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
  return Counter ? boundsOf(*Counter, SE.getSCEV(Test->Fixed), L, Root, SE)
                 : std::nullopt;
}

} // namespace gemmify
