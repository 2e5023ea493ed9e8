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

/// The sign of a factor is the sign of the product, exactly (except for NaN).
static void stripNegations(Update &U) {
  for (Factor *F : {&U.X, &U.Y})
    while (match(F->Root, m_FNeg(m_Value(F->Root))))
      U.Elem.Subtract = !U.Elem.Subtract;
}

static std::optional<Update>
matchMulAddIntrinsic(Instruction &I, function_ref<bool(Value *)> IsSum) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call ||
      (Call->getIntrinsicID() != Intrinsic::fmuladd &&
       Call->getIntrinsicID() != Intrinsic::fma) ||
      !IsSum(Call->getArgOperand(2)))
    return std::nullopt;
  Update U{&I,
           Call->getArgOperand(2),
           {Call->getArgOperand(0)},
           {Call->getArgOperand(1)},
           {}};
  U.Elem.Ty = I.getType();
  U.Elem.Fused = true;
  U.Elem.Always = Call->getIntrinsicID() == Intrinsic::fma;
  U.Elem.Flags = Call->getFastMathFlags();
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
    Update U{&I, Sum, {Mul->getOperand(0)}, {Mul->getOperand(1)}, {}};
    U.Elem.Ty = I.getType();
    U.Elem.Subtract = IsSub;
    U.Elem.Flags = I.getFastMathFlags() & Mul->getFastMathFlags();
    U.Elem.Fused = U.Elem.ByFlags = U.Elem.Flags.allowContract();
    return U;
  }
  return std::nullopt;
}

/// Whether \p V is computed from memory, in a few steps. What is not is a
/// counter or an index.
static bool readsMemory(const Value *V, unsigned Steps = 8) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || isa<PHINode>(I) || !Steps)
    return false;
  return isa<LoadInst>(I) || llvm::any_of(I->operands(), [&](const Value *Op) {
           return readsMemory(Op, Steps - 1);
         });
}

static std::optional<Update>
matchIntegerUpdate(Instruction &I, function_ref<bool(Value *)> IsSum) {
  bool IsSub = I.getOpcode() == Instruction::Sub;
  if (!IsSub && I.getOpcode() != Instruction::Add)
    return std::nullopt;
  for (unsigned ProductAt : {1u, 0u}) {
    Value *Sum = I.getOperand(1 - ProductAt),
          *Product = I.getOperand(ProductAt);
    if ((IsSub && ProductAt == 0) || !IsSum(Sum) || !readsMemory(Product))
      continue;
    bool LosesBits = false;
    if (std::optional<Split> S = splitProduct({Product}, LosesBits)) {
      Update U{&I, Sum, S->X, S->Y, {}};
      U.Elem.Ty = I.getType();
      U.Elem.Subtract = IsSub != S->Negated;
      U.Elem.Reassoc = true;
      return U;
    }
  }
  return std::nullopt;
}

std::optional<Update> matchUpdate(Instruction &I,
                                  function_ref<bool(Value *)> IsSum) {
  if (!isSumType(I.getType()))
    return std::nullopt;
  if (I.getType()->isIntegerTy())
    return matchIntegerUpdate(I, IsSum);
  std::optional<Update> U = matchMulAddIntrinsic(I, IsSum);
  if (!U)
    U = matchMulThenAdd(I, IsSum);
  if (!U)
    return std::nullopt;
  stripNegations(*U);
  U->Elem.Reassoc = U->Elem.Flags.allowReassoc();
  return U;
}

namespace {

/// Takes an expression apart that adds up products.
class ProductTree {
public:
  /// All that \p Root, which \p Into adds to a sum, adds up.
  ProductTree(Instruction &Into, Value *Root, bool Negated)
      : Into(Into), OfIntegers(Into.getType()->isIntegerTy()) {
    if (!OfIntegers)
      Common = Into.getFastMathFlags();
    IsMatched =
        OfIntegers ? collectIntegers(Root, Negated) : collect(Root, Negated);
  }

  /// The products are all that there is, and they are several.
  bool matches() const { return IsMatched && Products.size() > 1; }

  SmallVector<Update, 4> updates(Value *Sum) {
    for (Update &U : Products) {
      U.Result = &Into;
      U.Sum = Sum;
      U.Elem.Ty = Into.getType();
      U.Elem.Flags = Common;
      U.Elem.Fused = U.Elem.ByFlags = Common.allowContract();
      U.Elem.Reassoc = canBeReordered();
    }
    return std::move(Products);
  }

  ProductSigns signs() const {
    return llvm::all_of(Products,
                        [&](const Update &U) {
                          return U.Elem.Subtract ==
                                 Products.front().Elem.Subtract;
                        })
               ? ProductSigns::Same
               : ProductSigns::Mixed;
  }

  bool canBeReordered() const { return OfIntegers || Common.allowReassoc(); }

private:
  bool collect(Value *V, bool Negated) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !I->hasOneUse() || I->getParent() != Into.getParent())
      return false;
    if (auto *Operator = dyn_cast<FPMathOperator>(I))
      Common &= Operator->getFastMathFlags();
    switch (I->getOpcode()) {
    case Instruction::FMul:
      add(I->getOperand(0), I->getOperand(1), Negated);
      return true;
    case Instruction::FAdd:
    case Instruction::FSub:
      return collect(I->getOperand(0), Negated) &&
             collect(I->getOperand(1),
                     Negated != (I->getOpcode() == Instruction::FSub));
    case Instruction::FNeg:
      return collect(I->getOperand(0), !Negated);
    default:
      auto *Call = dyn_cast<IntrinsicInst>(I);
      if (!Call || Call->getIntrinsicID() != Intrinsic::fmuladd ||
          !collect(Call->getArgOperand(2), Negated))
        return false;
      add(Call->getArgOperand(0), Call->getArgOperand(1), Negated);
      return true;
    }
  }

  bool collectIntegers(Value *V, bool Negated) {
    auto *I = dyn_cast<Instruction>(V);
    if (I && I->hasOneUse() && I->getParent() == Into.getParent() &&
        (I->getOpcode() == Instruction::Add ||
         I->getOpcode() == Instruction::Sub))
      return collectIntegers(I->getOperand(0), Negated) &&
             collectIntegers(I->getOperand(1),
                             Negated != (I->getOpcode() == Instruction::Sub));
    bool LosesBits = false;
    std::optional<Split> S =
        readsMemory(V) ? splitProduct({V}, LosesBits) : std::nullopt;
    if (!S)
      return false;
    Update U;
    U.X = S->X;
    U.Y = S->Y;
    U.Elem.Subtract = Negated != S->Negated;
    Products.push_back(U);
    return true;
  }

  void add(Value *X, Value *Y, bool Negated) {
    Update U;
    U.X.Root = X;
    U.Y.Root = Y;
    U.Elem.Subtract = Negated;
    stripNegations(U);
    Products.push_back(U);
  }

  Instruction &Into;
  const bool OfIntegers;
  FastMathFlags Common;
  SmallVector<Update, 4> Products;
  bool IsMatched = false;
};

/// Calls \p Visit with the sum and the products that \p I adds to it.
template <typename Visitor>
void visitProductTree(Instruction &I, function_ref<bool(Value *)> IsSum,
                      Visitor Visit) {
  bool IsSub =
      I.getOpcode() == Instruction::FSub || I.getOpcode() == Instruction::Sub;
  if ((!IsSub && I.getOpcode() != Instruction::FAdd &&
       I.getOpcode() != Instruction::Add) ||
      !isSumType(I.getType()))
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

static bool isMultiply(const Value *V) {
  return match(V, m_CombineOr(m_Mul(m_Value(), m_Value()),
                              m_FMul(m_Value(), m_Value())));
}

/// A narrower product that is extended, as LLVM writes it in the wider type.
static bool isExtendedInPlace(const Instruction &I) {
  return I.isShift() && I.getOpcode() != Instruction::Shl && I.isExact();
}

/// Why \p Product, a multiplication and what is done to it before it is added,
/// is no product of the sum's.
static Reason whyDetour(Value *Product) {
  bool LosesBits = false;
  splitProduct({Product}, LosesBits);
  if (LosesBits)
    return Reason::NarrowProduct;
  Value *X;
  if (match(Product, m_FPExt(m_Value(X))) && isMultiply(X))
    return Reason::RoundedProduct;
  bool IsExtended = false;
  for (unsigned Steps = 0; Steps != 4; ++Steps) {
    auto *I = dyn_cast<Instruction>(Product);
    if (!I || !(isa<CastInst>(I) ||
                (I->isShift() && isa<Constant>(I->getOperand(1)))))
      return Reason::None;
    IsExtended |= isExtendedInPlace(*I);
    Product = I->getOperand(0);
    if (isMultiply(Product))
      return IsExtended ? Reason::NarrowProduct : Reason::ConvertedProduct;
  }
  return Reason::None;
}

Reason whyNoUpdate(Instruction &I, function_ref<bool(Value *)> IsSum) {
  Value *Addend;
  if (match(&I, m_Intrinsic<Intrinsic::fmuladd>(m_Value(), m_Value(),
                                                m_Value(Addend))))
    return IsSum(Addend) && !isSumType(I.getType()) ? Reason::SumType
                                                    : Reason::None;
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub:
    break;
  default:
    return Reason::None;
  }
  for (unsigned ProductAt : {1u, 0u}) {
    Value *Product = I.getOperand(ProductAt);
    if (!IsSum(I.getOperand(1 - ProductAt)) || !readsMemory(Product))
      continue;
    if (!isSumType(I.getType()) && isMultiply(Product))
      return Reason::SumType;
    return whyDetour(Product);
  }
  return Reason::None;
}

} // namespace gemmify
