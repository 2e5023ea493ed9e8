//===- SeveralProducts.cpp - Steps that add several products --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeveralProducts.h"
#include "UpdateMatch.h"
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
  /// After that: whether the code generator chooses what it fuses.
  bool areContracted() const { return Contracts && !Reorders; }

private:
  void collect(Value *V, unsigned Depth) {
    constexpr unsigned Deepest = 8; // A step of four products each way.
    if (IsSum(V)) {
      HasSum = true;
      return;
    }
    auto *I = dyn_cast<Instruction>(V);
    // An outer loop may compute a product.
    const bool IsProduct = I && (I->getOpcode() == Instruction::FMul ||
                                 I->getOpcode() == Instruction::Mul);
    if (!I || (!IsProduct && !L.contains(I)) || Depth == Deepest)
      return;
    if (isa<FPMathOperator>(I)) {
      Contracts |= I->hasAllowContract();
      Reorders |= I->hasAllowReassoc();
    }
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
  bool HasSum = false, Contracts = false, Reorders = false;
};

} // namespace

/// Calls \p Visit with what may be a step of a sum in \p L, and with what tells
/// the old sum.
template <typename Visitor>
static void visitSteps(const Loop &L, ScalarEvolution &SE, Visitor Visit) {
  if (!L.getLoopLatch())
    return;
  for (PHINode &Phi : L.getHeader()->phis())
    if (auto *Next = dyn_cast<Instruction>(
            Phi.getIncomingValueForBlock(L.getLoopLatch())))
      Visit(*Next, [&](Value *V) { return V == &Phi; });
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (auto *Next = dyn_cast<Instruction>(Store->getValueOperand()))
          Visit(*Next, [&](Value *V) {
            auto *Load = dyn_cast<LoadInst>(V);
            return Load && SE.getSCEV(Load->getPointerOperand()) ==
                               SE.getSCEV(Store->getPointerOperand());
          });
}

NearMiss findSeveralProducts(const Loop &L, ScalarEvolution &SE) {
  NearMiss Found;
  visitSteps(L, SE, [&](Instruction &Step, function_ref<bool(Value *)> IsSum) {
    Terms Added(L, IsSum);
    if (!Found.Where && Added.addsSeveralProducts(&Step))
      Found = {&Step, Added.areContracted() ? Reason::ProductsContracted
                                            : Reason::SeveralProducts};
  });
  return Found;
}

Instruction *findSummedProducts(const Loop &L, ScalarEvolution &SE) {
  Instruction *Found = nullptr;
  bool Mixed = false;
  visitSteps(L, SE, [&](Instruction &Step, function_ref<bool(Value *)> IsSum) {
    switch (productsAddedFirst(Step, IsSum)) {
    case ProductSigns::None:
      return;
    case ProductSigns::Mixed:
      Mixed = true;
      return;
    case ProductSigns::Same:
      if (!Found)
        Found = &Step;
    }
  });
  return Mixed ? nullptr : Found;
}

} // namespace gemmify
