//===- SizeBound.cpp - What is known of a size ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeBound.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace gemmify {

static APInt mostInRange(const SCEV *S, ScalarEvolution &SE) {
  APInt Most = SE.getUnsignedRangeMax(S);
  const APInt Signed = SE.getSignedRangeMax(S);
  return Signed.isNegative() ? Most : APIntOps::umin(Most, Signed);
}

/// Strips the same extension from both.
static void stripExtension(const SCEV *&A, const SCEV *&B) {
  const auto *OfA = dyn_cast<SCEVIntegralCastExpr>(A);
  const auto *OfB = dyn_cast<SCEVIntegralCastExpr>(B);
  if (OfA && OfB && OfA->getSCEVType() == OfB->getSCEVType()) {
    A = OfA->getOperand();
    B = OfB->getOperand();
  }
}

/// Whether \p Quotient is \p S / \p By, signed or not.
static bool isQuotient(const SCEV *Quotient, const SCEV *S, const APInt &By,
                       ScalarEvolution &SE) {
  stripExtension(Quotient, S);
  if (const auto *Div = dyn_cast<SCEVUDivExpr>(Quotient)) {
    const auto *C = dyn_cast<SCEVConstant>(Div->getRHS());
    return C && Div->getLHS() == S && APInt::isSameValue(C->getAPInt(), By);
  }
  using namespace PatternMatch;
  const auto *U = dyn_cast<SCEVUnknown>(Quotient);
  Value *X;
  const APInt *C;
  return U && match(U->getValue(), m_SDiv(m_Value(X), m_APInt(C))) &&
         SE.getSCEV(X) == S && APInt::isSameValue(*C, By);
}

/// If \p Rounded is \p S / c * c, c - 1; else the greatest number.
static APInt mostLost(const SCEV *Rounded, const SCEV *S, ScalarEvolution &SE) {
  const unsigned Bits = SE.getTypeSizeInBits(S->getType());
  stripExtension(Rounded, S);
  const auto *Mul = dyn_cast<SCEVMulExpr>(Rounded);
  const auto *By = Mul && Mul->getNumOperands() == 2
                       ? dyn_cast<SCEVConstant>(Mul->getOperand(0))
                       : nullptr;
  if (By && By->getAPInt().isStrictlyPositive() &&
      isQuotient(Mul->getOperand(1), S, By->getAPInt(), SE))
    return (By->getAPInt() - 1).zext(Bits);
  return APInt::getMaxValue(Bits);
}

/// \p S, which may be a number minus the same number rounded down, minus a
/// constant.
static APInt mostOfDifference(const SCEV *S, ScalarEvolution &SE) {
  APInt Most = mostInRange(S, SE);
  if (const auto *Add = dyn_cast<SCEVAddExpr>(S))
    if (const auto *C = dyn_cast<SCEVConstant>(Add->getOperand(0));
        C && C->getAPInt().isNegative())
      S = SE.getMinusSCEV(S, C);
  if (const auto *Add = dyn_cast<SCEVAddExpr>(S))
    for (const SCEV *From : Add->operands())
      Most = APIntOps::umin(Most, mostLost(SE.getMinusSCEV(From, S), From, SE));
  return Most;
}

/// \p S, which may be a sum with a maximum: the greatest of several sums.
static APInt mostOfSum(const SCEV *S, ScalarEvolution &SE) {
  APInt Most = mostOfDifference(S, SE);
  const auto *Add = dyn_cast<SCEVAddExpr>(S);
  if (!Add)
    return Most;
  // One more than the largest value of a narrow counter.
  if (const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Add->getOperand(1));
      Ext && Add->getNumOperands() == 2 && Add->getOperand(0)->isOne())
    return APIntOps::umin(
        Most, mostOfSum(Ext->getOperand(), SE).zext(Most.getBitWidth()) + 1);
  for (const SCEV *Op : Add->operands()) {
    const auto *Max = dyn_cast<SCEVMinMaxExpr>(Op);
    if (!Max || !isa<SCEVSMaxExpr, SCEVUMaxExpr>(Max))
      continue;
    const SCEV *Others = SE.getMinusSCEV(S, Op);
    APInt Greatest = APInt::getZero(Most.getBitWidth());
    for (const SCEV *One : Max->operands())
      Greatest = APIntOps::umax(
          Greatest, mostOfDifference(SE.getAddExpr(Others, One), SE));
    Most = APIntOps::umin(Most, Greatest);
  }
  return Most;
}

uint64_t mostIterations(const SCEV *Trip, const Loop &Root,
                        ScalarEvolution &SE) {
  const SCEV *Guarded = SE.applyLoopGuards(Trip, &Root);
  return APIntOps::umin(mostOfSum(Trip, SE), mostOfSum(Guarded, SE))
      .getLimitedValue();
}

/// \p V before casts, and before masks that act as casts.
static Value *stripCasts(Value *V) {
  using namespace PatternMatch;
  Value *X;
  while (match(V, m_CombineOr(m_ZExtOrSExt(m_Value(X)),
                              m_CombineOr(m_Trunc(m_Value(X)),
                                          m_And(m_Value(X), m_ConstantInt())))))
    V = X;
  return V;
}

/// The values that \p V may have, where it is one of two.
static SmallVector<Value *, 2> alternatives(Value *V) {
  if (auto *Select = dyn_cast<SelectInst>(V))
    return {Select->getTrueValue(), Select->getFalseValue()};
  if (auto *Phi = dyn_cast<PHINode>(V))
    return {Phi->incoming_values().begin(), Phi->incoming_values().end()};
  return {V};
}

/// The step of \p L's counter that ends with \p End, modulo 2^n for the
/// narrower of both types; 0 if there is none.
static uint64_t stepThatEndsWith(const Loop &L, const SCEV *End,
                                 ScalarEvolution &SE) {
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy())
      continue;
    const auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    if (!Counter || !Counter->isAffine())
      continue;
    const auto *Step = dyn_cast<SCEVConstant>(Counter->getStepRecurrence(SE));
    const SCEV *Last =
        SE.getSCEVAtScope(Counter->getPostIncExpr(SE), L.getParentLoop());
    Type *Narrow = SE.getTypeSizeInBits(Last->getType()) <
                           SE.getTypeSizeInBits(End->getType())
                       ? Last->getType()
                       : End->getType();
    if (Step &&
        SE.getTruncateOrNoop(Last, Narrow) == SE.getTruncateOrNoop(End, Narrow))
      return Step->getAPInt().abs().getLimitedValue();
  }
  return 0;
}

/// The step of the loop in the same loop as \p L that ends with \p V; 0 if
/// there is none.
static uint64_t stepBefore(const Loop &L, Value *V, ScalarEvolution &SE) {
  const Loop &Around = *L.getParentLoop();
  const SCEV *End = SE.getSCEVAtScope(V, &Around);
  for (const Loop *Other : Around.getSubLoops())
    if (uint64_t Step = Other == &L ? 0 : stepThatEndsWith(*Other, End, SE))
      return Step;
  return 0;
}

uint64_t mostLeftByLoopBefore(const Loop &L, ScalarEvolution &SE) {
  const BasicBlock *Before = L.getLoopPreheader();
  if (!Before || !L.getParentLoop())
    return UINT64_MAX;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy())
      continue;
    Value *Start = stripCasts(Phi.getIncomingValueForBlock(Before));
    for (Value *V : alternatives(Start))
      if (uint64_t Step = stepBefore(L, V, SE); Step > 1)
        return Step - 1;
  }
  return UINT64_MAX;
}

} // namespace gemmify
