//===- MovingBounds.cpp - Loops from a maximum to a minimum ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovingBounds.h"
#include "PaddedNest.h"
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

std::optional<MovingBounds> splitBounds(Loop &L, const Loop &Root,
                                        ScalarEvolution &SE) {
  auto *Br = cast<BranchInst>(L.getLoopLatch()->getTerminator());
  auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Cmp)
    return std::nullopt;
  auto Stays = Br->getSuccessor(0) == L.getHeader()
                   ? Cmp->getPredicate()
                   : Cmp->getInversePredicate();
  Value *Next = Cmp->getOperand(0), *Last = Cmp->getOperand(1);
  if (L.isLoopInvariant(Next)) {
    std::swap(Next, Last);
    Stays = ICmpInst::getSwappedPredicate(Stays);
  }
  if (Stays == ICmpInst::ICMP_ULT && Cmp->hasSameSign())
    Stays = ICmpInst::ICMP_SLT;
  MovingBounds Of;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Phi.getIncomingValueForBlock(L.getLoopLatch()) == Next)
      Of.Counter = &Phi;
  if (!Of.Counter || !Of.Counter->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(Of.Counter->getType()) > 64 ||
      !counts(*Of.Counter, L, SE) ||
      (Stays != ICmpInst::ICMP_SLT && Stays != ICmpInst::ICMP_NE))
    return std::nullopt;
  const auto *Rec = cast<SCEVAddRecExpr>(SE.getSCEV(Of.Counter));
  if (!Rec->getStepRecurrence(SE)->isOne())
    return std::nullopt;
  Of.Start = Rec->getStart();
  Of.End = SE.getSCEV(Last);
  Of.Base = split(Of.Start, scSMaxExpr, Root, Of.AtLeast, SE);
  // Where the guard asks for it, an end above a start that is not negative is
  // not negative either: LLVM extends it by zeros.
  if (const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Of.End);
      Ext && Of.Base && SE.isKnownNonNegative(Of.Base))
    Of.End = SE.getSignExtendExpr(Ext->getOperand(), Ext->getType());
  Of.Limit = split(Of.End, scSMinExpr, Root, Of.Below, SE);
  if (!Of.Base || !Of.Limit || (Of.AtLeast.empty() && Of.Below.empty()))
    return std::nullopt;
  return Of;
}

} // namespace gemmify
