//===- HiddenProduct.cpp - Products that are no nests of three ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenProduct.h"
#include "UpdateMatch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {

class Finder {
public:
  Finder(Loop &Inner, ScalarEvolution &SE)
      : Inner(Inner), Outer(*Inner.getParentLoop()), SE(SE) {}

  const Instruction *flattened() const;
  const Instruction *writtenOut() const;

private:
  const SCEV *addressOf(const Value *Factor) const;
  bool isCountedByQuotient(const SCEV *Address) const;
  bool movesAlong(const SCEV *Address) const;
  bool movesAcross(const SCEV *Address) const;
  bool isStep(const Value *X, const Value *Y) const;
  unsigned stepsIn(const Instruction &Sum) const;

  Loop &Inner, &Outer;
  ScalarEvolution &SE;
};

/// Where the element that \p Factor is made of lies; null: it is no element.
const SCEV *Finder::addressOf(const Value *Factor) const {
  while (const auto *Cast = dyn_cast<CastInst>(Factor))
    Factor = Cast->getOperand(0);
  const auto *Load = dyn_cast<LoadInst>(Factor);
  return Load && Outer.contains(Load)
             ? SE.getSCEV(const_cast<Value *>(Load->getPointerOperand()))
             : nullptr;
}

/// Whether a quotient or remainder of what the outer loop counts is in it.
bool Finder::isCountedByQuotient(const SCEV *Address) const {
  return SCEVExprContains(Address, [&](const SCEV *Part) {
    if (isa<SCEVUDivExpr>(Part))
      return !SE.isLoopInvariant(Part, &Outer);
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *I =
        Unknown ? dyn_cast<BinaryOperator>(Unknown->getValue()) : nullptr;
    return I && I->isIntDivRem() && Outer.contains(I);
  });
}

/// A sum of products whose operands are found by quotients.
const Instruction *Finder::flattened() const {
  auto IsSum = [&](const Value *V) {
    const auto *Phi = dyn_cast<PHINode>(V);
    return Phi && Phi->getParent() == Inner.getHeader();
  };
  for (BasicBlock *BB : Inner.blocks())
    for (Instruction &I : *BB)
      if (std::optional<Update> U = matchUpdate(I, IsSum)) {
        const SCEV *X = addressOf(U->X.Root), *Y = addressOf(U->Y.Root);
        if (X && Y && (isCountedByQuotient(X) || isCountedByQuotient(Y)))
          return &I;
      }
  return nullptr;
}

/// With the inner loop alone.
bool Finder::movesAlong(const SCEV *Address) const {
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
  return Rec && Rec->getLoop() == &Inner &&
         llvm::all_of(Rec->operands(), [&](const SCEV *Op) {
           return SE.isLoopInvariant(Op, &Outer);
         });
}

/// With the outer loop alone.
bool Finder::movesAcross(const SCEV *Address) const {
  return SE.isLoopInvariant(Address, &Inner) &&
         !SE.isLoopInvariant(Address, &Outer);
}

bool Finder::isStep(const Value *X, const Value *Y) const {
  const SCEV *A = addressOf(X), *B = addressOf(Y);
  return A && B &&
         ((movesAlong(A) && movesAcross(B)) ||
          (movesAlong(B) && movesAcross(A)));
}

/// How many products of both operands are added up to \p Sum.
unsigned Finder::stepsIn(const Instruction &Sum) const {
  unsigned Steps = 0;
  SmallSetVector<const Instruction *, 16> Parts;
  Parts.insert(&Sum);
  for (unsigned At = 0; At != Parts.size(); ++At) {
    const Instruction &I = *Parts[At];
    auto Add = [&](const Value *V) {
      const auto *Part = dyn_cast<Instruction>(V);
      if (Part && Inner.contains(Part))
        Parts.insert(Part);
    };
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (Call && (Call->getIntrinsicID() == Intrinsic::fmuladd ||
                 Call->getIntrinsicID() == Intrinsic::fma)) {
      Steps += isStep(Call->getArgOperand(0), Call->getArgOperand(1));
      Add(Call->getArgOperand(2));
    } else if (I.getOpcode() == Instruction::FMul ||
               I.getOpcode() == Instruction::Mul) {
      Steps += isStep(I.getOperand(0), I.getOperand(1));
    } else if (I.getOpcode() == Instruction::FAdd ||
               I.getOpcode() == Instruction::Add) {
      Add(I.getOperand(0));
      Add(I.getOperand(1));
    }
  }
  return Steps;
}

const Instruction *Finder::writtenOut() const {
  constexpr unsigned FewestSteps = 3;
  for (BasicBlock *BB : Inner.blocks())
    for (const Instruction &I : *BB)
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        if (const auto *Sum = dyn_cast<Instruction>(Store->getValueOperand());
            Sum && Inner.contains(Sum) && stepsIn(*Sum) >= FewestSteps)
          return Store;
  return nullptr;
}

} // namespace

const Instruction *findHiddenProduct(Loop &Innermost, ScalarEvolution &SE,
                                     std::string &Why) {
  if (!Innermost.getParentLoop())
    return nullptr;
  const Finder Find(Innermost, SE);
  if (const Instruction *Sum = Find.flattened()) {
    Why = "one loop counts two indices of the product, by a quotient and a "
          "remainder; write a loop for each, without OpenMP's collapse";
    return Sum;
  }
  if (const Instruction *Store = Find.writtenOut()) {
    Why = "the sum over k is written out; write a loop over k";
    return Store;
  }
  return nullptr;
}

} // namespace gemmify
