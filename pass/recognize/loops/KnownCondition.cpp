//===- KnownCondition.cpp - Conditions that always hold -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownCondition.h"
#include "Substitution.h"

using namespace llvm;

namespace gemmify {

bool isKnownAt(CmpInst::Predicate Pred, const SCEV *X, const SCEV *Y,
               const Instruction &At, ScalarEvolution &SE, unsigned Depth) {
  if (SE.isKnownPredicateAt(Pred, X, Y, &At))
    return true;
  const SCEVMinMaxExpr *Choice = nullptr;
  SCEVExprContains(X, [&](const SCEV *S) {
    Choice = dyn_cast<SCEVMinMaxExpr>(S);
    return Choice != nullptr;
  });
  constexpr unsigned MostChoices = 3;
  return Choice && Depth != MostChoices &&
         llvm::all_of(Choice->operands(), [&](const SCEV *Op) {
           return isKnownAt(Pred, Substitution(SE, Choice, Op).visit(X), Y, At,
                            SE, Depth + 1);
         });
}

/// Whether \p S, of 32 bits or more, is so small that as many steps of less
/// than 64, and a few of its kind, do not add up to more than its type holds.
static bool isSmall(const SCEV *S, ScalarEvolution &SE) {
  const uint64_t Bits = SE.getTypeSizeInBits(S->getType());
  return Bits >= 32 && SE.getSignedRange(S).getMinSignedBits() <= Bits / 2 + 2;
}

/// Whether \p X is not less than \p Y, one of which is a constant, in any
/// iteration of the loop that the other one counts: both ends say so where no
/// number is large.
static bool isNeverLess(const SCEV *X, const SCEV *Y, ScalarEvolution &SE) {
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getMinusSCEV(X, Y));
  const SCEV *Fixed = isa<SCEVConstant>(X) ? X : Y;
  if (!Rec || !isa<SCEVConstant>(Fixed))
    return false;
  const auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  const SCEV *Last = SE.getBackedgeTakenCount(Rec->getLoop());
  if (!Step || !Step->getAPInt().abs().ult(64) ||
      isa<SCEVCouldNotCompute>(Last) || Last->getType() != Rec->getType() ||
      !isSmall(Last, SE) || !isSmall(Rec->getStart(), SE) ||
      !isSmall(Fixed, SE))
    return false;
  return llvm::all_of(
      std::array{Last, Rec->getStart(), Rec->evaluateAtIteration(Last, SE)},
      [&](const SCEV *S) {
        return SE.isLoopEntryGuardedByCond(Rec->getLoop(), ICmpInst::ICMP_SGE,
                                           S, SE.getZero(S->getType()));
      });
}

/// \p S, extended by zeros to \p Ty, a constant being added afterwards; null
/// where it may be negative, or wrap, when \p L is entered.
static const SCEV *widen(const SCEV *S, Type *Ty, const Loop &L,
                         ScalarEvolution &SE) {
  if (isa<SCEVCouldNotCompute>(S) || !S->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(S->getType()) < 32 ||
      SE.getTypeSizeInBits(S->getType()) > SE.getTypeSizeInBits(Ty) ||
      !SE.isAvailableAtLoopEntry(S, &L))
    return nullptr;
  auto IsAtLeast = [&](const SCEV *X, const SCEV *Least) {
    return SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGE, X, Least);
  };
  const SCEV *Zero = SE.getZero(S->getType());
  const auto *Sum = dyn_cast<SCEVAddExpr>(S);
  const auto *Added =
      Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
  if (Added && Added->getAPInt().abs().ult(64)) {
    const SCEV *Rest = SE.getMinusSCEV(S, Added),
               *Least = SE.getSMaxExpr(SE.getNegativeSCEV(Added), Zero);
    if (IsAtLeast(Rest, Least))
      return SE.getAddExpr(SE.getNoopOrZeroExtend(Rest, Ty),
                           SE.getNoopOrSignExtend(Added, Ty));
  }
  return IsAtLeast(S, Zero) ? SE.getNoopOrZeroExtend(S, Ty) : nullptr;
}

/// A counter of 32 bits that falls, extended by zeros to 64: the same counter
/// in 64 bits where it is not negative at either end, or null.
static const SCEV *widenFalling(const SCEVAddRecExpr &Rec, Type *Ty,
                                ScalarEvolution &SE) {
  const Loop &L = *Rec.getLoop();
  const auto *Step = dyn_cast<SCEVConstant>(Rec.getStepRecurrence(SE));
  if (!Step || !Step->getAPInt().isNegative() ||
      !Step->getAPInt().abs().ult(64) || !Rec.getType()->isIntegerTy(32) ||
      !Ty->isIntegerTy(64))
    return nullptr;
  const SCEV *Start = widen(Rec.getStart(), Ty, L, SE),
             *Times = widen(SE.getBackedgeTakenCount(&L), Ty, L, SE),
             *By = SE.getNoopOrSignExtend(Step, Ty);
  if (!Start || !Times || !isSmall(Times, SE))
    return nullptr;
  const SCEV *Last = SE.getAddExpr(Start, SE.getMulExpr(Times, By));
  return SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SGE, Last,
                                     SE.getZero(Ty))
             ? SE.getAddRecExpr(Start, By, &L, SCEV::FlagAnyWrap)
             : nullptr;
}

namespace {

struct Settler : ExpressionRewriter<Settler> {
  Settler(const Loop &Root, ScalarEvolution &SE)
      : ExpressionRewriter(SE), Root(Root) {}

  const SCEV *visitSMinExpr(const SCEVSMinExpr *S) {
    return choose(S, S->getOperand(0), S->getOperand(1));
  }
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *S) {
    return choose(S, S->getOperand(1), S->getOperand(0));
  }

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S->getOperand());
    const SCEV *Wide = Rec ? widenFalling(*Rec, S->getType(), SE)
                       : isa<SCEVAddExpr>(S->getOperand())
                           ? widen(S->getOperand(), S->getType(), Root, SE)
                           : nullptr;
    return Wide ? Wide : SCEVRewriteVisitor::visitZeroExtendExpr(S);
  }

private:
  /// \p Less where it is known not to be larger than \p More, and the other
  /// way.
  const SCEV *choose(const SCEVMinMaxExpr *S, const SCEV *Less,
                     const SCEV *More) {
    if (S->getNumOperands() != 2)
      return S;
    if (isNeverLess(More, Less, SE))
      return visit(S->getOperand(0));
    return isNeverLess(Less, More, SE) ? visit(S->getOperand(1)) : S;
  }

  const Loop &Root;
};

} // namespace

const SCEV *settle(const SCEV *S, const Loop &Root, ScalarEvolution &SE) {
  return Settler(Root, SE).visit(S);
}

} // namespace gemmify
