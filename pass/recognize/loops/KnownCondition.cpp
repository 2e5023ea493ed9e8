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

/// Whether \p S is so small that a few of its kind do not add up to more than
/// its type holds.
static bool isSmall(const SCEV *S, ScalarEvolution &SE) {
  return SE.getSignedRange(S).getMinSignedBits() <=
         SE.getTypeSizeInBits(S->getType()) / 2 + 2;
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

namespace {

struct Settler : ExpressionRewriter<Settler> {
  using ExpressionRewriter::ExpressionRewriter;

  const SCEV *visitSMinExpr(const SCEVSMinExpr *S) {
    return choose(S, S->getOperand(0), S->getOperand(1));
  }
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *S) {
    return choose(S, S->getOperand(1), S->getOperand(0));
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
};

} // namespace

const SCEV *settleChoices(const SCEV *S, ScalarEvolution &SE) {
  return Settler(SE).visit(S);
}

} // namespace gemmify
