//===- UpdateMatch.cpp - sum ± x * y --------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateMatch.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// The sign of a factor is the sign of the product, exactly (but for NaN).
static void stripNegations(Update &U) {
  for (Value **Factor : {&U.X, &U.Y})
    while (match(*Factor, m_FNeg(m_Value(*Factor))))
      U.Arith.Subtract = !U.Arith.Subtract;
}

static std::optional<Update>
matchMulAddIntrinsic(Instruction &I, function_ref<bool(Value *)> IsSum) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::fmuladd ||
      !IsSum(Call->getArgOperand(2)))
    return std::nullopt;
  Update U{&I,
           Call->getArgOperand(2),
           Call->getArgOperand(0),
           Call->getArgOperand(1),
           {}};
  U.Arith.Fused = true;
  U.Arith.Flags = Call->getFastMathFlags();
  return U;
}

static std::optional<Update>
matchMulThenAdd(Instruction &I, function_ref<bool(Value *)> IsSum) {
  bool IsSub = I.getOpcode() == Instruction::FSub;
  if (!IsSub && I.getOpcode() != Instruction::FAdd)
    return std::nullopt;
  for (unsigned ProductAt : {1u, 0u}) {
    Value *Sum = I.getOperand(1 - ProductAt);
    auto *Mul = dyn_cast<Instruction>(I.getOperand(ProductAt));
    if (!Mul || Mul->getOpcode() != Instruction::FMul || !Mul->hasOneUse() ||
        Mul->getParent() != I.getParent() || !IsSum(Sum))
      continue;
    if (IsSub && ProductAt == 0)
      return std::nullopt;
    Update U{&I, Sum, Mul->getOperand(0), Mul->getOperand(1), {}};
    U.Arith.Subtract = IsSub;
    U.Arith.Flags = I.getFastMathFlags() & Mul->getFastMathFlags();
    U.Arith.Fused = U.Arith.ByFlags = U.Arith.Flags.allowContract();
    return U;
  }
  return std::nullopt;
}

static bool isSummed(const Type *Ty) {
  return Ty->isFloatTy() || Ty->isDoubleTy();
}

std::optional<Update> matchUpdate(Instruction &I,
                                  function_ref<bool(Value *)> IsSum) {
  if (!isSummed(I.getType()))
    return std::nullopt;
  std::optional<Update> U = matchMulAddIntrinsic(I, IsSum);
  if (!U)
    U = matchMulThenAdd(I, IsSum);
  if (!U)
    return std::nullopt;
  stripNegations(*U);
  U->Arith.Reassoc = U->Arith.Flags.allowReassoc();
  return U;
}

namespace {

/// Takes an expression apart that adds up products.
class ProductTree {
public:
  /// All that \p Root, which \p Into adds to a sum, adds up.
  ProductTree(Instruction &Into, Value *Root, bool Negated) : Into(Into) {
    Common = Into.getFastMathFlags();
    IsMatched = collect(Root, Negated);
  }

  /// The products are all that there is, and they are several.
  bool matches() const { return IsMatched && Products.size() > 1; }

  SmallVector<Update, 4> updates(Value *Sum) {
    for (Update &U : Products) {
      U.Result = &Into;
      U.Sum = Sum;
      U.Arith.Flags = Common;
      U.Arith.Fused = U.Arith.ByFlags = Common.allowContract();
      U.Arith.Reassoc = Common.allowReassoc();
    }
    return std::move(Products);
  }

  ProductSigns signs() const {
    return llvm::all_of(Products,
                        [&](const Update &U) {
                          return U.Arith.Subtract ==
                                 Products.front().Arith.Subtract;
                        })
               ? ProductSigns::Same
               : ProductSigns::Mixed;
  }

  bool canBeReordered() const { return Common.allowReassoc(); }

private:
  bool collect(Value *V, bool Negated) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !I->hasOneUse() || I->getParent() != Into.getParent() ||
        !isa<FPMathOperator>(I))
      return false;
    Common &= I->getFastMathFlags();
    switch (I->getOpcode()) {
    case Instruction::FMul:
      return add(I->getOperand(0), I->getOperand(1), Negated);
    case Instruction::FAdd:
    case Instruction::FSub:
      return collect(I->getOperand(0), Negated) &&
             collect(I->getOperand(1),
                     Negated != (I->getOpcode() == Instruction::FSub));
    case Instruction::FNeg:
      return collect(I->getOperand(0), !Negated);
    default:
      auto *Call = dyn_cast<IntrinsicInst>(I);
      return Call && Call->getIntrinsicID() == Intrinsic::fmuladd &&
             collect(Call->getArgOperand(2), Negated) &&
             add(Call->getArgOperand(0), Call->getArgOperand(1), Negated);
    }
  }

  bool add(Value *X, Value *Y, bool Negated) {
    Update U;
    U.X = X;
    U.Y = Y;
    U.Arith.Subtract = Negated;
    stripNegations(U);
    Products.push_back(U);
    return true;
  }

  Instruction &Into;
  FastMathFlags Common;
  SmallVector<Update, 4> Products;
  bool IsMatched = false;
};

/// Calls \p Visit with the sum and the products that \p I adds to it.
template <typename Visitor>
void visitProductTree(Instruction &I, function_ref<bool(Value *)> IsSum,
                      Visitor Visit) {
  bool IsSub = I.getOpcode() == Instruction::FSub;
  if ((!IsSub && I.getOpcode() != Instruction::FAdd) || !isSummed(I.getType()))
    return;
  for (unsigned SumAt : {0u, 1u - IsSub})
    if (IsSum(I.getOperand(SumAt))) {
      ProductTree Tree(I, I.getOperand(1 - SumAt), IsSub);
      if (Tree.matches())
        return Visit(I.getOperand(SumAt), Tree);
    }
}

} // namespace

SmallVector<Update, 4> matchUpdates(Instruction &I,
                                    function_ref<bool(Value *)> IsSum) {
  if (std::optional<Update> One = matchUpdate(I, IsSum))
    return {*One};
  SmallVector<Update, 4> Result;
  visitProductTree(I, IsSum, [&](Value *Sum, ProductTree &Tree) {
    if (Tree.canBeReordered())
      Result = Tree.updates(Sum);
  });
  return Result;
}

ProductSigns productsAddedFirst(Instruction &I,
                                function_ref<bool(Value *)> IsSum) {
  ProductSigns Signs = ProductSigns::None;
  visitProductTree(I, IsSum, [&](Value *, ProductTree &Tree) {
    if (!Tree.canBeReordered())
      Signs = Tree.signs();
  });
  return Signs;
}

} // namespace gemmify
