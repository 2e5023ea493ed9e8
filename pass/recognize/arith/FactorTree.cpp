//===- FactorTree.cpp - What a product is made of -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorTree.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// Beyond this a product is a program.
constexpr unsigned MaxFactors = 8;

namespace {

/// Follows one integer through extensions to its multiplication.
class Follower {
public:
  explicit Follower(const Factor &F)
      : V(F.Root), Signed(F.Widen == Widening::Signed),
        Unsigned(F.Widen == Widening::Unsigned) {}

  std::optional<Split> split(bool &LosesBits);

private:
  std::optional<Split> splitShifted() const;
  bool isWidened() const { return Signed || Unsigned; }
  bool extend(const CastInst &Cast);
  bool negate(bool &LosesBits);
  std::optional<Widening> mulWidening(const OverflowingBinaryOperator &Mul);
  std::optional<Widening> shlWidening(const OverflowingBinaryOperator &Shl,
                                      const APInt &By);

  Value *V;
  /// Which extensions of V give the product; none when it has the sum's type,
  /// both when it is known not to be negative.
  bool Signed, Unsigned;
  bool Negated = false;
};

/// Looks through \p Cast. An extension of an extension is one, unless signs
/// are first copied and then taken for bits.
bool Follower::extend(const CastInst &Cast) {
  bool IsSigned = Cast.getOpcode() == Instruction::SExt;
  if (IsSigned && isWidened() && !Signed)
    return false;
  bool IsPositive = !IsSigned && cast<PossiblyNonNegInst>(Cast).hasNonNeg();
  Signed = IsSigned || IsPositive;
  Unsigned = !IsSigned;
  V = Cast.getOperand(0);
  return true;
}

/// Looks through 0 - V, which has to be exact before it is extended.
bool Follower::negate(bool &LosesBits) {
  Value *X;
  if (!match(V, m_Neg(m_Value(X))))
    return false;
  if (isWidened()) {
    if (!Signed || !cast<OverflowingBinaryOperator>(V)->hasNoSignedWrap()) {
      LosesBits = match(X, m_Mul(m_Value(), m_Value()));
      return false;
    }
    Unsigned = false; // X may be negative.
  }
  Negated = !Negated;
  V = X;
  return true;
}

std::optional<Widening>
Follower::mulWidening(const OverflowingBinaryOperator &Mul) {
  if (!isWidened())
    return Widening::None;
  const auto &I = *cast<Instruction>(&Mul);
  SimplifyQuery Q(I.getDataLayout(), &I);
  const Value *X = Mul.getOperand(0), *Y = Mul.getOperand(1);
  if (Signed &&
      (Mul.hasNoSignedWrap() ||
       computeOverflowForSignedMul(X, Y, Q) == OverflowResult::NeverOverflows))
    return Widening::Signed;
  if (Unsigned &&
      (Mul.hasNoUnsignedWrap() || computeOverflowForUnsignedMul(X, Y, Q) ==
                                      OverflowResult::NeverOverflows))
    return Widening::Unsigned;
  return std::nullopt;
}

std::optional<Widening>
Follower::shlWidening(const OverflowingBinaryOperator &Shl, const APInt &By) {
  if (!isWidened())
    return Widening::None;
  // The highest bit alone is a negative factor.
  if (Signed && Shl.hasNoSignedWrap() && By.ult(By.getBitWidth() - 1))
    return Widening::Signed;
  if (Unsigned && Shl.hasNoUnsignedWrap())
    return Widening::Unsigned;
  return std::nullopt;
}

/// (X << n) * Y >> n, the product of two ints as LLVM writes it in a wider
/// type: nothing overflows on the way, so the shifts cancel.
std::optional<Split> Follower::splitShifted() const {
  Value *Left, *Right, *X;
  const APInt *By, *C;
  if ((isWidened() && !Signed) ||
      !match(V, m_AShr(m_NSWMul(m_Value(Left), m_Value(Right)), m_APInt(By))))
    return std::nullopt;
  const Widening W = Signed ? Widening::Signed : Widening::None;
  for (auto [F, G] : {std::pair(Left, Right), std::pair(Right, Left)}) {
    if (match(F, m_NSWShl(m_Value(X), m_SpecificInt(*By))))
      return Split{{X, W}, {G, W}, Negated};
    if (match(F, m_APInt(C)) && By->ule(C->countr_zero()))
      return Split{
          {ConstantInt::get(F->getType(), C->ashr(*By)), W}, {G, W}, Negated};
  }
  return std::nullopt;
}

std::optional<Split> Follower::split(bool &LosesBits) {
  for (;;) {
    auto *Cast = dyn_cast<CastInst>(V);
    if (Cast && isa<SExtInst, ZExtInst>(Cast)) {
      if (!extend(*Cast))
        return std::nullopt;
    } else if (!negate(LosesBits)) {
      break;
    }
  }
  Value *Left, *Right;
  if (Unsigned && match(V, m_And(m_Value(Left), m_Value(Right))) &&
      V->getType()->isIntegerTy(1))
    return Split{
        {Left, Widening::Unsigned}, {Right, Widening::Unsigned}, Negated};
  if (std::optional<Split> Shifted = splitShifted())
    return Shifted;
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op)
    return std::nullopt;
  std::optional<Widening> W;
  Value *Y = Op->getOperand(1);
  const APInt *By;
  if (Op->getOpcode() == Instruction::Mul) {
    W = mulWidening(*Op);
  } else if (Op->getOpcode() == Instruction::Shl && match(Y, m_APInt(By)) &&
             By->ult(By->getBitWidth())) {
    W = shlWidening(*Op, *By);
    Y = ConstantInt::get(Op->getType(), APInt(By->getBitWidth(), 1) << *By);
  } else {
    return std::nullopt;
  }
  if (!W) {
    LosesBits = true;
    return std::nullopt;
  }
  return Split{{Op->getOperand(0), *W}, {Y, *W}, Negated};
}

} // namespace

std::optional<Split> splitProduct(const Factor &Product, bool &LosesBits) {
  return Follower(Product).split(LosesBits);
}

/// X * Y of floats whose rounding may move.
static std::optional<Split> splitFloat(const Factor &F, FastMathFlags &Flags) {
  auto *Mul = dyn_cast<Instruction>(F.Root);
  if (!Mul || Mul->getOpcode() != Instruction::FMul || !Mul->hasAllowReassoc())
    return std::nullopt;
  Flags &= Mul->getFastMathFlags();
  return Split{{Mul->getOperand(0)}, {Mul->getOperand(1)}};
}

SmallVector<Factor, 4> flattenProduct(const Factor &X, const Factor &Y,
                                      bool Reassoc, bool &Negated,
                                      FastMathFlags &Flags) {
  const bool IsFP = X.Root->getType()->isFloatingPointTy();
  SmallVector<Factor, 4> Factors = {X, Y};
  bool LosesBits = false;
  for (unsigned I = 0; I != Factors.size() && (!IsFP || Reassoc);) {
    std::optional<Split> S = IsFP ? splitFloat(Factors[I], Flags)
                                  : splitProduct(Factors[I], LosesBits);
    if (!S) {
      ++I;
      continue;
    }
    Negated ^= S->Negated;
    Factors[I] = S->X;
    Factors.insert(Factors.begin() + I + 1, S->Y);
    if (Factors.size() > MaxFactors)
      return {};
  }
  return Factors;
}

bool isSumType(const Type *T) {
  return T->isHalfTy() || T->isFloatTy() || T->isDoubleTy() ||
         T->isIntegerTy(8) || T->isIntegerTy(16) || T->isIntegerTy(32) ||
         T->isIntegerTy(64);
}

} // namespace gemmify
