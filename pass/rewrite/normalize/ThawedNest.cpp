//===- ThawedNest.cpp - Arithmetic that LLVM has frozen -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThawedNest.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

namespace {

class Thawer {
public:
  Thawer(Loop &Copy, const BasicBlock &Start, const DominatorTree &DT,
         function_ref<Value *(Value &)> Frozen)
      : Copy(Copy), Start(Start), DT(DT), Frozen(Frozen) {}

  bool run();

private:
  bool canThaw(Value *V);
  void thaw(Value *V);

  Loop &Copy;
  const BasicBlock &Start;
  const DominatorTree &DT;
  const function_ref<Value *(Value &)> Frozen;
  /// What canThaw and thaw have been asked.
  SmallPtrSet<const Value *, 16> Asked, Thawed;
};

} // namespace

/// \p In, where it is a fixed step from \p Phi to its next value.
static BinaryOperator *stepOf(Value *In, const Value &Phi) {
  auto *Step = dyn_cast<BinaryOperator>(In);
  return Step && Step->getOpcode() == Instruction::Add &&
                 Step->getOperand(0) == &Phi &&
                 isa<ConstantInt>(Step->getOperand(1))
             ? Step
             : nullptr;
}

/// Whether \p Step, of \p Phi, does not wrap for years: that counts by one
/// from constants far from the limits of 64 bits.
static bool neverWraps(const BinaryOperator &Step, const PHINode &Phi) {
  return Phi.getType()->isIntegerTy(64) &&
         cast<ConstantInt>(Step.getOperand(1))->isOne() &&
         llvm::all_of(Phi.incoming_values(), [&](const Value *In) {
           const auto *From = dyn_cast<ConstantInt>(In);
           return In == &Step || (From && From->getValue().isSignedIntN(48));
         });
}

/// Whether \p V is arithmetic on counters and on values from before the nest,
/// or compares such numbers.
bool Thawer::canThaw(Value *V) {
  // Whatever it was: one that cannot be thawed ends the search.
  if (!Asked.insert(V).second || isGuaranteedNotToBeUndefOrPoison(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return isa<Argument>(V);
  if (!Copy.contains(I))
    return DT.properlyDominates(I->getParent(), &Start);
  if (isa<PHINode>(I)) {
    // The header of a loop has a phi for each counter.
    return llvm::all_of(cast<PHINode>(I)->incoming_values(), [&](Value *In) {
      return stepOf(In, *I) || isGuaranteedNotToBeUndefOrPoison(In);
    });
  }
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Trunc:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Freeze:
  case Instruction::ICmp:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return llvm::all_of(I->operands(), [&](Value *Op) { return canThaw(Op); });
  default:
    return false;
  }
}

/// Makes \p V, for which canThaw holds, no poison.
void Thawer::thaw(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!Thawed.insert(V).second || isGuaranteedNotToBeUndefOrPoison(V))
    return;
  if (!I || !Copy.contains(I)) {
    Value *Held = Frozen(*V);
    V->replaceUsesWithIf(Held, [&](Use &U) {
      return Copy.contains(cast<Instruction>(U.getUser()));
    });
    return;
  }
  if (isa<PHINode>(I)) {
    for (Value *In : cast<PHINode>(I)->incoming_values())
      if (BinaryOperator *Step = stepOf(In, *I);
          Step && !neverWraps(*Step, *cast<PHINode>(I)))
        Step->dropPoisonGeneratingFlags();
    return;
  }
  I->dropPoisonGeneratingFlags();
  for (Value *Op : SmallVector<Value *, 2>(I->operand_values()))
    thaw(Op);
}

bool Thawer::run() {
  SmallVector<FreezeInst *, 2> All;
  for (BasicBlock *BB : Copy.blocks())
    for (Instruction &I : *BB)
      if (auto *Freeze = dyn_cast<FreezeInst>(&I)) {
        if (!canThaw(Freeze->getOperand(0)))
          return false;
        All.push_back(Freeze);
      }
  for (FreezeInst *Freeze : All) {
    thaw(Freeze->getOperand(0));
    Freeze->replaceAllUsesWith(Freeze->getOperand(0));
    Freeze->eraseFromParent();
  }
  return true;
}

bool thawNest(Loop &Copy, const BasicBlock &Start, const DominatorTree &DT,
              function_ref<Value *(Value &)> Frozen) {
  return Thawer(Copy, Start, DT, Frozen).run();
}

} // namespace gemmify
