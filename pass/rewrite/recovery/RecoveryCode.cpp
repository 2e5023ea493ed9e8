//===- RecoveryCode.cpp - What a product with recovery is made of ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecoveryCode.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// The part of what the library's function returns that \p U takes.
static std::optional<unsigned> partOf(const User *U) {
  if (const auto *Extract = dyn_cast<ExtractValueInst>(U);
      Extract && Extract->getNumIndices() == 1)
    return *Extract->idx_begin();
  const auto *Extract = dyn_cast<ExtractElementInst>(U);
  const auto *At =
      Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
  return At ? std::optional<unsigned>(At->getZExtValue()) : std::nullopt;
}

bool takeParts(const CallInst &Call, Instruction *(&Parts)[2]) {
  if (Call.arg_size() != 4)
    return false;
  for (User *U : const_cast<CallInst &>(Call).users()) {
    const std::optional<unsigned> Part = partOf(U);
    if (!Part || *Part > 1 || Parts[*Part])
      return false;
    Parts[*Part] = cast<Instruction>(U);
  }
  return Parts[0] && Parts[1];
}

static SignedProduct signedProduct(Value *X, Value *Y, bool IsNegative) {
  SignedProduct P{IsNegative, X, Y};
  for (Value **Of : {&P.X, &P.Y}) {
    Value *Positive = nullptr;
    if (match(*Of, m_SpecificFP(-1)))
      Positive = ConstantFP::get((*Of)->getType(), 1);
    if (Positive || match(*Of, m_FNeg(m_Value(Positive)))) {
      *Of = Positive;
      P.IsNegative = !P.IsNegative;
    }
  }
  return P;
}

/// The two products that \p V adds, if it rounds three times.
static bool splitSum(Instruction *V, SignedProduct (&Of)[2]) {
  if (!V || (V->getOpcode() != Instruction::FAdd &&
             V->getOpcode() != Instruction::FSub))
    return false;
  for (unsigned I : {0, 1}) {
    Value *Op = V->getOperand(I);
    auto *Mul = dyn_cast<Instruction>(Op);
    bool IsNegative = I == 1 && V->getOpcode() == Instruction::FSub;
    if (Mul && Mul->getOpcode() == Instruction::FNeg) {
      IsNegative = !IsNegative;
      Op = Mul->getOperand(0);
      Mul = dyn_cast<Instruction>(Op);
    }
    if (!Mul || Mul->getOpcode() != Instruction::FMul) {
      Of[I] = signedProduct(Op, ConstantFP::get(Op->getType(), 1), IsNegative);
      continue;
    }
    if (Mul->getFastMathFlags().any())
      return false;
    Of[I] = signedProduct(Mul->getOperand(0), Mul->getOperand(1), IsNegative);
  }
  return !V->getFastMathFlags().any();
}

static bool areSame(const SignedProduct &P, const SignedProduct &Q) {
  return P.IsNegative == Q.IsNegative &&
         ((P.X == Q.X && P.Y == Q.Y) || (P.X == Q.Y && P.Y == Q.X));
}

std::pair<SignedProduct, SignedProduct> productsOf(ArrayRef<Value *> Args,
                                                   unsigned Part) {
  Value *A = Args[0], *B = Args[1], *C = Args[2], *D = Args[3];
  return Part == 0
             ? std::pair(signedProduct(A, C, false), signedProduct(B, D, true))
             : std::pair(signedProduct(A, D, false),
                         signedProduct(B, C, false));
}

/// Whether \p V computes \p Part of the product that \p Call recovers.
static bool isPlain(Instruction *V, const CallInst &Call, unsigned Part) {
  SignedProduct Of[2];
  SmallVector<Value *, 4> Args(Call.args());
  const auto [First, Second] = productsOf(Args, Part);
  return splitSum(V, Of) &&
         ((areSame(Of[0], First) && areSame(Of[1], Second)) ||
          (areSame(Of[1], First) && areSame(Of[0], Second)));
}

bool RecoveryCode::find(CallInst &Of) {
  Call = &Of;
  Join = Call->getParent()->getSingleSuccessor();
  return Join && findResults() && findTests();
}

/// The phis behind the call.
bool RecoveryCode::findResults() {
  Instruction *Parts[2] = {};
  if (!takeParts(*Call, Parts))
    return false;
  for (unsigned Part : {0, 1}) {
    if (!Parts[Part]->hasOneUse())
      return false;
    auto *Phi = Result[Part] = dyn_cast<PHINode>(Parts[Part]->user_back());
    if (!Phi || Phi->getParent() != Join)
      return false;
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
      if (Phi->getIncomingBlock(I) == Call->getParent())
        continue;
      auto *V = dyn_cast<Instruction>(Phi->getIncomingValue(I));
      if (!V || (Plain[Part] && Plain[Part] != V))
        return false;
      Plain[Part] = V;
    }
    if (!isPlain(Plain[Part], *Call, Part))
      return false;
  }
  return true;
}

/// Notes which parts are NaN where \p Condition is \p IsTaken, and only there.
bool RecoveryCode::takeTest(Value *Condition, bool IsTaken,
                            bool (&Tested)[2]) const {
  Value *X, *Y;
  if (match(Condition, m_Not(m_Value(X))))
    return takeTest(X, !IsTaken, Tested);
  if (IsTaken ? match(Condition, m_LogicalAnd(m_Value(X), m_Value(Y)))
              : match(Condition, m_LogicalOr(m_Value(X), m_Value(Y))))
    return takeTest(X, IsTaken, Tested) && takeTest(Y, IsTaken, Tested);
  const auto *Cmp = dyn_cast<FCmpInst>(Condition);
  if (!Cmp || Cmp->getFastMathFlags().any() ||
      Cmp->getPredicate() !=
          (IsTaken ? FCmpInst::FCMP_UNO : FCmpInst::FCMP_ORD))
    return false;
  const Value *Of = nullptr;
  for (const Use &Op : Cmp->operands()) {
    if (const auto *C = dyn_cast<ConstantFP>(Op); C && !C->isNaN())
      continue;
    // Two numbers are unordered if one of them is NaN.
    if (Of && Of != Op)
      return false;
    Of = Op;
  }
  const unsigned Part = Of == Plain[1];
  if (!Of || Of != Plain[Part])
    return false;
  Tested[Part] = true;
  return true;
}

/// The tests before the call: it is made where both parts are NaN.
bool RecoveryCode::findTests() {
  bool Tested[2] = {};
  BasicBlock *To = Call->getParent();
  while (!Tested[0] || !Tested[1]) {
    Between.push_back(To);
    Top = To->getSinglePredecessor();
    const auto *Br = Top ? dyn_cast<BranchInst>(Top->getTerminator()) : nullptr;
    if (!Br || !Br->isConditional())
      return false;
    const unsigned Way = Br->getSuccessor(0) == To ? 0 : 1;
    if (Br->getSuccessor(1 - Way) != Join ||
        !takeTest(Br->getCondition(), Way == 0, Tested))
      return false;
    To = Top;
  }
  const bool KnowsArgs = llvm::none_of(Call->args(), [&](const Use &Arg) {
    const auto *I = dyn_cast<Instruction>(Arg);
    return I && llvm::is_contained(Between, I->getParent());
  });
  // What is in between is computed for the tests and the call alone.
  return KnowsArgs && Join->hasNPredecessors(Between.size() + 1) &&
         llvm::all_of(Join->phis(),
                      [&](const PHINode &Phi) {
                        return llvm::is_contained(Result, &Phi) ||
                               Phi.hasConstantValue();
                      }) &&
         llvm::all_of(Between, [&](const BasicBlock *BB) {
           return llvm::all_of(*BB, [&](const Instruction &I) {
             return &I == Call || (!I.mayHaveSideEffects() && !isa<PHINode>(I));
           });
         });
}

} // namespace gemmify
