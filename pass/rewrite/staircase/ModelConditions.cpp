//===- ModelConditions.cpp - When parts of a model run --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// Whether the body of \p In gets from \p From to its end without \p To.
static bool passesBy(BasicBlock &From, const BasicBlock &To, const Loop &In) {
  SmallVector<BasicBlock *, 8> Next{&From};
  SmallPtrSet<BasicBlock *, 16> Seen{&From};
  while (!Next.empty()) {
    BasicBlock *BB = Next.pop_back_val();
    if (BB == In.getLoopLatch())
      return true;
    for (BasicBlock *To1 : successors(BB))
      if (To1 != &To && To1 != In.getHeader() && In.contains(To1) &&
          Seen.insert(To1).second)
        Next.push_back(To1);
  }
  return false;
}

/// It is not the last iteration of the loop \p Of.
AtMost ModelBuilder::goesOn(unsigned Of) const {
  const ModelLoop &L = Nest.Loops[Of];
  const Term Counter{Term::Loop, Of};
  return L.Down ? AtMost{L.Low + 1, Counter} : AtMost{Counter + 1, L.High};
}

/// Adds that \p Condition, asked in \p At, \p IsTrue.
bool ModelBuilder::addWay(Value &Condition, bool IsTrue, const BasicBlock &At,
                          unsigned Of, SmallVectorImpl<AtMost> &If,
                          SmallVectorImpl<Ask> *Asks) {
  if (const auto *Known = dyn_cast<ConstantInt>(&Condition);
      Known && Known->isOne() == IsTrue)
    return true;
  Value *First, *Second;
  auto *I = dyn_cast<Instruction>(&Condition);
  if (Asks && I && Nest.Root->contains(I) &&
      (IsTrue ? match(I, m_LogicalAnd(m_Value(First), m_Value(Second)))
              : match(I, m_LogicalOr(m_Value(First), m_Value(Second)))))
    // The list is turned round in the end.
    return addWay(*Second, IsTrue, At, Of, If, Asks) &&
           addWay(*First, IsTrue, At, Of, If, Asks);
  // That something is equal to a number says nothing of bounds, and its
  // opposite is asked, so that both are known to exclude each other.
  auto *Cmp = dyn_cast<ICmpInst>(&Condition);
  if (Asks && Cmp && Cmp->isEquality() && !Nest.Root->contains(Cmp) &&
      (Cmp->getPredicate() == CmpInst::ICMP_EQ) == IsTrue)
    return addAsk(Condition, IsTrue, *Asks);
  return addCondition(Condition, IsTrue, At, Of, If) ||
         (Asks && addAsk(Condition, IsTrue, *Asks));
}

/// When \p BB runs in an iteration of the loop \p Of.
bool ModelBuilder::conditionsOf(BasicBlock &BB, unsigned Of,
                                SmallVectorImpl<AtMost> &If,
                                SmallVectorImpl<Ask> *Asks) {
  const Loop &In = *Nest.Loops[Of].L;
  for (BasicBlock *At = &BB; At != In.getHeader();) {
    BasicBlock *Before = DT.getNode(At)->getIDom()->getBlock();
    Loop *Inner = LI.getLoopFor(Before);
    if (Inner != &In) {
      while (Inner && Inner->getParentLoop() != &In)
        Inner = Inner->getParentLoop();
      if (!Inner)
        return false;
      At = Inner->getLoopPreheader();
      continue;
    }
    if (Before == exitingOf(In)) {
      If.push_back(goesOn(Of));
    } else if (auto *Br = dyn_cast<BranchInst>(Before->getTerminator());
               !Br || (Br->isConditional() && passesBy(*Before, *At, In))) {
      if (!Br || At->getSinglePredecessor() != Before ||
          !addWay(*Br->getCondition(), Br->getSuccessor(0) == At, *Before, Of,
                  If, Asks))
        return false;
    }
    At = Before;
  }
  if (Asks)
    std::reverse(Asks->begin(), Asks->end());
  return true;
}

/// \p S as one term less another one.
std::optional<std::pair<Term, Term>>
ModelBuilder::difference(const SCEV *S, const BasicBlock &At) {
  std::optional<Linear> Form = linear(S, At);
  if (!Form || Form->By.size() > 2)
    return std::nullopt;
  std::optional<Term> More, Less;
  for (const auto &[L, By] : Form->By) {
    std::optional<Term> &To = By->isOne() ? More : Less;
    if (To || !(By->isOne() || By->isAllOnesValue()))
      return std::nullopt;
    To = Term{Term::Loop, L};
  }
  const auto *C = dyn_cast<SCEVConstant>(Form->Const);
  if (More && Less) {
    if (!C || C->getAPInt().abs().ugt(MostPlus))
      return std::nullopt;
    return std::pair(*More + C->getAPInt().getSExtValue(), *Less);
  }
  if (More) {
    Less = sizeTerm(plain(SE.getNegativeSCEV(Form->Const)));
    return Less ? std::optional(std::pair(*More, *Less)) : std::nullopt;
  }
  More = sizeTerm(Form->Const);
  return More ? std::optional(std::pair(*More, Less.value_or(Term())))
              : std::nullopt;
}

/// Two terms that compare as the operands of \p Cmp do, in \p At. If one of
/// these is a term, which is a small number, the other one is exactly as far
/// from it as their difference says.
std::optional<std::pair<Term, Term>>
ModelBuilder::compared(const ICmpInst &Cmp, const BasicBlock &At) {
  Type *Ty = Cmp.getOperand(0)->getType(),
       *I64 = Type::getInt64Ty(SE.getContext());
  if (!Ty->isIntegerTy() || Ty->getIntegerBitWidth() > 64)
    return std::nullopt;
  const SCEV *Sides[2];
  for (unsigned Of : {0, 1}) {
    const SCEV *S = SE.getSCEV(Cmp.getOperand(Of));
    Sides[Of] = Cmp.isUnsigned() ? SE.getNoopOrZeroExtend(S, I64)
                                 : SE.getNoopOrSignExtend(S, I64);
  }
  std::optional<Term> X = term(Sides[0], At), Y = term(Sides[1], At);
  if (X && Y)
    return std::pair(*X, *Y);
  if ((!X && !Y) || Cmp.isUnsigned())
    return std::nullopt;
  return difference(SE.getMinusSCEV(Sides[0], Sides[1]), At);
}

/// Adds that X is, by \p Pred, so to Y, where \p Known holds.
static bool addComparison(CmpInst::Predicate Pred, Term X, Term Y,
                          ArrayRef<AtMost> Known, SmallVectorImpl<AtMost> &If) {
  switch (Pred) {
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_SGT:
    std::swap(X, Y);
    [[fallthrough]];
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_SLT:
    If.push_back(
        {Pred == CmpInst::ICMP_SLT || Pred == CmpInst::ICMP_SGT ? X + 1 : X,
         Y});
    return true;
  case CmpInst::ICMP_EQ:
    If.push_back({X, Y});
    If.push_back({Y, X});
    return true;
  case CmpInst::ICMP_NE:
    if (implies(Known, {X, Y}))
      If.push_back({X + 1, Y});
    else if (implies(Known, {Y, X}))
      If.push_back({Y + 1, X});
    else
      return false;
    return true;
  default:
    return false;
  }
}

/// Whether the first operand of \p Cmp, of two that are the same in all of the
/// nest, was found before it to be at least the second one.
bool ModelBuilder::isNeverBelow(const ICmpInst &Cmp) const {
  const SCEV *X = SE.getSCEV(Cmp.getOperand(0)),
             *Y = SE.getSCEV(Cmp.getOperand(1));
  return SE.isLoopInvariant(X, Nest.Root) && SE.isLoopInvariant(Y, Nest.Root) &&
         SE.isLoopEntryGuardedByCond(Nest.Root, CmpInst::ICMP_SGE, X, Y);
}

/// What holds where \p Condition, asked in \p At, \p IsTrue.
bool ModelBuilder::addCondition(Value &Condition, bool IsTrue,
                                const BasicBlock &At, unsigned Of,
                                SmallVectorImpl<AtMost> &If) {
  auto *Cmp = dyn_cast<ICmpInst>(&Condition);
  if (!Cmp)
    return false;
  std::optional<std::pair<Term, Term>> Two = compared(*Cmp, At);
  if (!Two)
    return false;
  auto [X, Y] = *Two;
  CmpInst::Predicate Pred =
      IsTrue ? Cmp->getPredicate() : Cmp->getInversePredicate();
  SmallVector<AtMost, 12> Known = Nest.domain(Of);
  Known.append(If.begin(), If.end());
  if (CmpInst::isUnsigned(Pred)) {
    if (!implies(Known, {Term(), X}) || !implies(Known, {Term(), Y}))
      return false;
    Pred = ICmpInst::getSignedPredicate(Pred);
  }
  if (Pred == CmpInst::ICMP_NE && isNeverBelow(*Cmp))
    Known.push_back({Y, X});
  return addComparison(Pred, X, Y, Known, If);
}

} // namespace gemmify
