//===- Magnitudes.cpp - How large what a nest computes can get ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Magnitudes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Exponents e of bounds 2^e, where loads and fixed values have one.
class BoundFinder {
public:
  BoundFinder(int OfLeaves, const Loop &Root, const LoopInfo &LI)
      : Root(Root), LI(LI) {
    Found.Exponent = OfLeaves;
  }

  /// Empty where there is none, or not one that is finite in V's type.
  std::optional<int> of(Value *V) {
    Type *T = V->getType();
    if (!T->isFloatTy() && !T->isDoubleTy())
      return std::nullopt;
    // A value that is asked for while it is looked at has no bound.
    auto [At, IsNew] = Known.try_emplace(V, std::nullopt);
    if (!IsNew)
      return At->second;
    // What is computed from more operations than that, one after the other, is
    // taken to have none: each is a call of this function.
    constexpr unsigned Deepest = 64;
    if (Depth == Deepest)
      return std::nullopt;
    ++Depth;
    std::optional<int> E = find(V);
    --Depth;
    const fltSemantics &In = T->getFltSemantics();
    if (E && *E > APFloat::semanticsMaxExponent(In))
      E = std::nullopt;
    if (E) // Below, a rounding away from zero may double it.
      E = std::max<int>(*E, APFloat::semanticsMinExponent(In));
    return Known[V] = E;
  }

  Magnitudes Found;

private:
  static std::optional<int> larger(std::optional<int> X, std::optional<int> Y) {
    return X && Y ? std::optional(std::max(*X, *Y)) : std::nullopt;
  }
  static std::optional<int> product(std::optional<int> X,
                                    std::optional<int> Y) {
    return X && Y ? std::optional(*X + *Y) : std::nullopt;
  }
  static std::optional<int> sum(std::optional<int> X, std::optional<int> Y) {
    return product(larger(X, Y), 1);
  }
  std::optional<int> find(Value *V);
  std::optional<int> ofInstruction(Instruction &I);
  std::optional<int> ofCall(IntrinsicInst &I);
  std::optional<int> ofPhi(PHINode &Phi);
  std::optional<int> ofSum(PHINode &Phi, const Loop &L);

  const Loop &Root;
  const LoopInfo &LI;
  SmallDenseMap<const Value *, std::optional<int>, 16> Known;
  unsigned Depth = 0; ///< Of the value that is looked at.
};

} // namespace

std::optional<int> BoundFinder::find(Value *V) {
  if (auto *C = dyn_cast<ConstantFP>(V)) {
    const APFloat &Number = C->getValueAPF();
    if (!Number.isFinite())
      return std::nullopt;
    return Number.isZero()
               ? APFloat::semanticsMinExponent(V->getType()->getFltSemantics())
               : ilogb(Number) + 1;
  }
  if (isa<Constant>(V))
    return std::nullopt;
  if (auto *I = dyn_cast<Instruction>(V); I && Root.contains(I))
    return ofInstruction(*I);
  Found.Fixed.push_back(V);
  return Found.Exponent;
}

std::optional<int> BoundFinder::ofInstruction(Instruction &I) {
  auto Operand = [&](unsigned At) { return of(I.getOperand(At)); };
  switch (I.getOpcode()) {
  case Instruction::Load:
    Found.Loads.push_back(cast<LoadInst>(&I));
    return Found.Exponent;
  case Instruction::FMul:
    return product(Operand(0), Operand(1));
  case Instruction::FAdd:
  case Instruction::FSub:
    return sum(Operand(0), Operand(1));
  case Instruction::FNeg:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return Operand(0);
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return I.getOperand(0)->getType()->getScalarSizeInBits();
  case Instruction::Select:
    return larger(Operand(1), Operand(2));
  case Instruction::PHI:
    return ofPhi(cast<PHINode>(I));
  case Instruction::Call:
    if (auto *Call = dyn_cast<IntrinsicInst>(&I))
      return ofCall(*Call);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<int> BoundFinder::ofCall(IntrinsicInst &I) {
  auto Operand = [&](unsigned At) { return of(I.getArgOperand(At)); };
  switch (I.getIntrinsicID()) {
  case Intrinsic::fabs:
    return Operand(0);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return sum(product(Operand(0), Operand(1)), Operand(2));
  default:
    return std::nullopt;
  }
}

std::optional<int> BoundFinder::ofPhi(PHINode &Phi) {
  const Loop *L = LI.getLoopFor(Phi.getParent());
  if (L->getHeader() == Phi.getParent())
    return ofSum(Phi, *L);
  std::optional<int> E = of(Phi.getIncomingValue(0));
  for (Value *V : drop_begin(Phi.incoming_values()))
    E = larger(E, of(V));
  return E;
}

/// A sum that starts at most at 2^e and to which a step adds a values of at
/// most 2^e is a multiple k*a + 1 of that, at most, after k steps: a number of
/// Phi's type, so that no addition rounds up from below to more than the next.
std::optional<int> BoundFinder::ofSum(PHINode &Phi, const Loop &L) {
  if (Phi.getNumIncomingValues() != 2 || !L.getLoopPreheader() ||
      !L.getLoopLatch())
    return std::nullopt;
  std::optional<int> E = of(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  Value *V = Phi.getIncomingValueForBlock(L.getLoopLatch());
  unsigned Added = 0;
  while (V != &Phi) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || ++Added == 1u << Magnitudes::PerStepBits)
      return std::nullopt;
    if (auto *Merge = dyn_cast<PHINode>(I);
        Merge && Merge->getNumIncomingValues() == 1) {
      V = Merge->getIncomingValue(0);
      continue;
    }
    if (I->getOpcode() != Instruction::FAdd &&
        I->getOpcode() != Instruction::FSub)
      return std::nullopt;
    // The sum goes through the operand for which there is no bound yet.
    std::optional<int> First = of(I->getOperand(0));
    const bool IsFirst = First.has_value();
    if (IsFirst && I->getOpcode() == Instruction::FSub)
      return std::nullopt;
    E = larger(E, IsFirst ? First : of(I->getOperand(1)));
    V = I->getOperand(IsFirst);
  }
  if (!is_contained(Found.Sums, &L))
    Found.Sums.push_back(&L);
  return product(E, Magnitudes::StepBits + Magnitudes::PerStepBits);
}

std::optional<Magnitudes> boundMagnitudes(ArrayRef<Value *> Values,
                                          const Loop &Root,
                                          const LoopInfo &LI) {
  auto Try = [&](int OfLeaves) -> std::optional<Magnitudes> {
    BoundFinder Bounds(OfLeaves, Root, LI);
    for (Value *V : Values)
      if (!Bounds.of(V))
        return std::nullopt;
    return std::move(Bounds.Found);
  };
  constexpr int Least = 8;
  std::optional<Magnitudes> Largest = Try(Least);
  if (!Largest)
    return std::nullopt;
  int Low = Least;
  int High = APFloat::semanticsMaxExponent(APFloat::IEEEdouble()) + 1;
  while (High - Low > 1) {
    const int Middle = (Low + High) / 2;
    if (std::optional<Magnitudes> M = Try(Middle)) {
      Largest = std::move(M);
      Low = Middle;
    } else {
      High = Middle;
    }
  }
  return Largest;
}

} // namespace gemmify
