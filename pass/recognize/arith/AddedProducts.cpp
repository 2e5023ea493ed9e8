//===- AddedProducts.cpp - sum ± (x * y ± z * w) --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddedProducts.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

namespace {

/// Takes an addend apart, from its last operation to its first.
class Addend {
public:
  explicit Addend(Instruction &Into)
      : Into(Into), Flags(Into.getFastMathFlags()),
        Contracts(Into.hasAllowContract()) {}

  bool collect(Value *V);
  SmallVector<Update, 4> updates(Value *Sum, bool Subtract);

private:
  /// A product, perhaps negated, that nothing else uses or that an outer loop
  /// computes.
  std::optional<Update> product(Value *V) const;
  bool collectAddition(Instruction &I);
  bool isOwn(Instruction *I) const {
    return I && I->hasOneUse() && I->getParent() == Into.getParent();
  }
  /// Where nothing is fused, it is the same number wherever it is computed.
  bool isProduct(Instruction *I) const {
    return isOwn(I) || (I && I->getParent() != Into.getParent());
  }
  void note(FastMathFlags Of) {
    Flags &= Of;
    Contracts |= Of.allowContract();
  }
  void push(const Update &U) {
    if (!U.Onto)
      note(U.Elem.Flags);
    Products.push_back(U);
  }

  Instruction &Into;
  FastMathFlags Flags;
  SmallVector<Update, 4> Products; ///< The last one first.
  bool Contracts;                  ///< Some operation may be fused by flags.
  bool Rounds = false;             ///< Some addition is not fused.
};

} // namespace

std::optional<Update> Addend::product(Value *V) const {
  Update U;
  U.AddedFirst = true;
  auto *I = dyn_cast<Instruction>(V);
  while (isProduct(I) && match(I, m_FNeg(m_Value(V)))) {
    U.Negated = !U.Negated;
    I = dyn_cast<Instruction>(V);
  }
  if (!isProduct(I) || I->getOpcode() != Instruction::FMul)
    return std::nullopt;
  U.Elem.Flags = I->getFastMathFlags();
  U.X.Root = I->getOperand(0);
  U.Y.Root = I->getOperand(1);
  for (Factor *F : {&U.X, &U.Y})
    while (match(F->Root, m_FNeg(m_Value(F->Root))))
      U.Negated = !U.Negated;
  return U;
}

bool Addend::collect(Value *V) {
  constexpr unsigned MostProducts = 4;
  if (Products.size() == MostProducts)
    return false;
  if (std::optional<Update> First = product(V)) {
    push(*First);
    return true;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!isOwn(I))
    return false;
  if (I->getOpcode() == Instruction::FAdd ||
      I->getOpcode() == Instruction::FSub)
    return collectAddition(*I);
  auto *Call = dyn_cast<IntrinsicInst>(I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::fmuladd)
    return false;
  note(Call->getFastMathFlags());
  Update U;
  U.AddedFirst = U.Onto = true;
  U.X.Root = Call->getArgOperand(0);
  U.Y.Root = Call->getArgOperand(1);
  for (Factor *F : {&U.X, &U.Y})
    while (match(F->Root, m_FNeg(m_Value(F->Root))))
      U.Negated = !U.Negated;
  push(U);
  return collect(Call->getArgOperand(2));
}

bool Addend::collectAddition(Instruction &I) {
  const bool IsSub = I.getOpcode() == Instruction::FSub;
  Rounds = true;
  note(I.getFastMathFlags());
  for (unsigned LastAt : {1u, 0u}) {
    std::optional<Update> Last = product(I.getOperand(LastAt));
    if (!Last)
      continue;
    Last->Negated ^= IsSub && LastAt == 1;
    push(*Last);
    if (!IsSub || LastAt == 1)
      return collect(I.getOperand(1 - LastAt));
    // What is subtracted from the product is no single one.
    return false;
  }
  return false;
}

SmallVector<Update, 4> Addend::updates(Value *Sum, bool Subtract) {
  // Which of two products the code generator would fuse depends on their order,
  // and vectorizers exchange them.
  if (Products.size() < 2 || Contracts || Flags.allowReassoc())
    return {};
  SmallVector<Update, 4> InOrder(llvm::reverse(Products));
  for (Update &U : InOrder) {
    U.Result = &Into;
    U.Sum = Sum;
    U.Elem = Ring();
    U.Elem.Ty = Into.getType();
    U.Elem.Subtract = Subtract;
    U.Elem.Flags = Flags;
    // The operations that round may be fused where a module allows it.
    U.Elem.Fused = !Rounds;
  }
  return InOrder;
}

SmallVector<Update, 4> matchAddedProducts(Instruction &I,
                                          function_ref<bool(Value *)> IsSum) {
  const bool IsSub = I.getOpcode() == Instruction::FSub;
  if ((!IsSub && I.getOpcode() != Instruction::FAdd) ||
      !(I.getType()->isFloatTy() || I.getType()->isDoubleTy()))
    return {};
  for (unsigned SumAt : {0u, 1u - IsSub})
    if (IsSum(I.getOperand(SumAt))) {
      Addend Added(I);
      if (Added.collect(I.getOperand(1 - SumAt)))
        return Added.updates(I.getOperand(SumAt), IsSub);
    }
  return {};
}

} // namespace gemmify
