//===- SeveralProducts.cpp - Steps that add several products --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeveralProducts.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {

/// What one value of the loop adds up.
class Terms {
public:
  Terms(const Loop &L, function_ref<bool(Value *)> IsSum)
      : L(L), IsSum(IsSum) {}

  bool addsSeveralProducts(Value *V) {
    collect(V, 0);
    return HasSum && Products > 1;
  }

private:
  void collect(Value *V, unsigned Depth) {
    constexpr unsigned Deepest = 8; // A step of four products each way.
    if (IsSum(V)) {
      HasSum = true;
      return;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I) || Depth == Deepest)
      return;
    switch (I->getOpcode()) {
    case Instruction::FMul:
    case Instruction::Mul:
      ++Products;
      return;
    case Instruction::Call:
      if (auto *Call = dyn_cast<IntrinsicInst>(I);
          Call && Call->getIntrinsicID() == Intrinsic::fmuladd) {
        ++Products;
        collect(Call->getArgOperand(2), Depth + 1);
      }
      return;
    case Instruction::PHI: // A complex product has a branch for NaN.
      if (I->getParent() == L.getHeader())
        return;
      [[fallthrough]];
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::FNeg:
      for (Value *Op : I->operands())
        collect(Op, Depth + 1);
      return;
    default:
      return;
    }
  }

  const Loop &L;
  function_ref<bool(Value *)> IsSum;
  unsigned Products = 0;
  bool HasSum = false;
};

} // namespace

/// A sum in a phi of the header.
static Instruction *stepOf(PHINode &Phi, const Loop &L) {
  auto *Next =
      dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  auto IsSum = [&](Value *V) { return V == &Phi; };
  return Next && Terms(L, IsSum).addsSeveralProducts(Next) ? Next : nullptr;
}

/// A sum in memory.
static Instruction *stepOf(StoreInst &Store, const Loop &L,
                           ScalarEvolution &SE) {
  auto *Next = dyn_cast<Instruction>(Store.getValueOperand());
  auto IsSum = [&](Value *V) {
    auto *Load = dyn_cast<LoadInst>(V);
    return Load && SE.getSCEV(Load->getPointerOperand()) ==
                       SE.getSCEV(Store.getPointerOperand());
  };
  return Next && Terms(L, IsSum).addsSeveralProducts(Next) ? Next : nullptr;
}

Instruction *findSeveralProducts(const Loop &L, ScalarEvolution &SE) {
  if (!L.getLoopLatch())
    return nullptr;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Instruction *Step = stepOf(Phi, L))
      return Step;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (Instruction *Step = stepOf(*Store, L, SE))
          return Step;
  return nullptr;
}

} // namespace gemmify
