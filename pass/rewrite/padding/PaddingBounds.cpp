//===- PaddingBounds.cpp - What conditions compare ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddingBounds.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

bool BoundReader::isNotNegative(const SCEV *Number) {
  FormReader Trial = Forms;
  std::optional<LoopForm> Form = Trial.read(Number);
  const bool IsBounded =
      Form && llvm::any_of(Bounds, [&](const PaddingBound &B) {
        return B.Less.isFixed() && B.Less.Const->isZero() &&
               B.Greater == Forms.widen(*Form);
      });
  // It has to fit its own type, too.
  return IsBounded && Forms.read(Number);
}

bool BoundReader::bound(const LoopForm &Number, const SCEV *Least) {
  std::optional<LoopForm> Form = Forms.read(Least);
  if (Form)
    Bounds.push_back({Number, Forms.widen(*Form), false});
  return Form.has_value();
}

bool BoundReader::bound(const SCEV *End, const LoopForm &Number, bool Gap) {
  std::optional<LoopForm> Form = Forms.read(End);
  if (Form)
    Bounds.push_back({Forms.widen(*Form), Number, Gap});
  return Form.has_value();
}

/// Whether what \p Pred compares with \p With may not be negative, and else is
/// anything.
static bool asksForSigns(ICmpInst::Predicate Pred, Value *With) {
  return (Pred == ICmpInst::ICMP_SGT && match(With, m_AllOnes())) ||
         (Pred == ICmpInst::ICMP_SGE && match(With, m_Zero()));
}

bool BoundReader::read(Value *V, bool Expected) {
  Value *X, *Y;
  if (match(V, m_Freeze(m_Value(X))))
    return read(X, Expected);
  if (match(V, m_Not(m_Value(X))))
    return read(X, !Expected);
  if (Expected ? match(V, m_LogicalAnd(m_Value(X), m_Value(Y)))
               : match(V, m_LogicalOr(m_Value(X), m_Value(Y))))
    return read(X, Expected) && read(Y, Expected);
  auto *Cmp = dyn_cast<ICmpInst>(V);
  if (!Cmp || !Cmp->getOperand(0)->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(Cmp->getOperand(0)->getType()) > 64)
    return false;
  // What is frozen because it could be poison is not where forms are exact.
  auto Number = [&](Value *Side) {
    Value *Bare;
    return SE.getSCEV(match(Side, m_Freeze(m_Value(Bare))) ? Bare : Side);
  };
  auto Pred = Expected ? Cmp->getPredicate() : Cmp->getInversePredicate();
  if (asksForSigns(Pred, Cmp->getOperand(1)))
    return readSigns(Cmp->getOperand(0));
  const SCEV *L = Number(Cmp->getOperand(0)), *R = Number(Cmp->getOperand(1));
  if (ICmpInst::isUnsigned(Pred) &&
      (hasSameSign(*Cmp) ||
       (SE.isKnownNonNegative(L) && SE.isKnownNonNegative(R))))
    Pred = ICmpInst::getSignedPredicate(Pred);
  return readComparison(Pred, L, R);
}

/// Where bits of several numbers are put together, none of them has a sign if
/// those have none.
bool BoundReader::readSigns(Value *Number) {
  Value *X, *Y;
  if (match(Number, m_Freeze(m_Value(X))))
    return readSigns(X);
  if (match(Number, m_Or(m_Value(X), m_Value(Y))) &&
      !match(Number, m_DisjointOr(m_Value(), m_Value())))
    return readSigns(X) && readSigns(Y);
  const SCEV *S = SE.getSCEV(Number);
  return readComparison(ICmpInst::ICMP_SGE, S, SE.getZero(S->getType()));
}

bool BoundReader::readComparison(ICmpInst::Predicate Pred, const SCEV *X,
                                 const SCEV *Y) {
  if (ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred)) {
    std::swap(X, Y);
    Pred = ICmpInst::getSwappedPredicate(Pred);
  }
  if (Pred == ICmpInst::ICMP_NE) {
    if (SE.isKnownPredicate(ICmpInst::ICMP_SGE, X, Y))
      return compare(X, Y, true);
    if (SE.isKnownPredicate(ICmpInst::ICMP_SLE, X, Y))
      return compare(Y, X, true);
    return isa<SCEVConstant>(Y) && isAlways(X, Y) && compare(X, Y, true);
  }
  // The larger of two, as the absolute value is, and the smaller one.
  if (ICmpInst::isSigned(Pred) && isa<SCEVSMaxExpr>(X))
    return llvm::all_of(X->operands(), [&](const SCEV *Each) {
      return readComparison(Pred, Each, Y);
    });
  if (ICmpInst::isSigned(Pred) && isa<SCEVSMinExpr>(Y))
    return llvm::all_of(Y->operands(), [&](const SCEV *Each) {
      return readComparison(Pred, X, Each);
    });
  if (!ICmpInst::isRelational(Pred) || !compare(Y, X, ICmpInst::isLT(Pred)))
    return false;
  if (ICmpInst::isSigned(Pred))
    return true;
  // Below a bound that is no negative number, X is none either.
  if (!SE.isLoopInvariant(Y, &Root))
    return false;
  const SCEV *Zero = SE.getZero(X->getType());
  if (!SE.isKnownNonNegative(Y))
    Conditions.push_back({ICmpInst::ICMP_SGE, Y, Zero});
  return SE.isKnownNonNegative(X) || compare(X, Zero, false);
}

/// Lets the test before the nest see to it that \p Greater is never below \p
/// Less.
bool BoundReader::isAlways(const SCEV *Greater, const SCEV *Less) {
  std::optional<LoopForm> G = Forms.read(Greater), L = Forms.read(Less);
  if (G && L)
    Always.push_back({Forms.widen(*G), Forms.widen(*L), false});
  return G && L;
}

bool BoundReader::compare(const SCEV *Greater, const SCEV *Less, bool Gap) {
  std::optional<LoopForm> G = Forms.read(Greater), L = Forms.read(Less);
  if (!G || !L)
    return false;
  if (G->isFixed() && L->isFixed()) {
    Conditions.push_back(
        {Gap ? ICmpInst::ICMP_SGT : ICmpInst::ICMP_SGE, Greater, Less});
    return true;
  }
  Bounds.push_back({Forms.widen(*G), Forms.widen(*L), Gap});
  return true;
}

} // namespace gemmify
