//===- ChosenElements.cpp - Elements whose address is chosen --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenElements.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {
/// A load whose address depends on one condition that selects.
struct ChosenLoad {
  LoadInst *Load = nullptr;
  Value *Condition = nullptr;
  /// What the address is computed of, from the selections on.
  SmallSetVector<Instruction *, 8> Chain;

  bool follow(Value *V, const Loop &Root, unsigned Depth = 0);
};
} // namespace

/// Whether \p V depends on the selections.
bool ChosenLoad::follow(Value *V, const Loop &Root, unsigned Depth) {
  constexpr unsigned Deepest = 8;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Root.contains(I) || Depth == Deepest)
    return false;
  if (Chain.contains(I))
    return true;
  auto *Select = dyn_cast<SelectInst>(I);
  if (Select && (!Condition || Select->getCondition() == Condition) &&
      Select->getCondition()->getType()->isIntegerTy(1))
    Condition = Select->getCondition();
  else if (!isa<GetElementPtrInst, CastInst, BinaryOperator>(I) ||
           I->isIntDivRem())
    return false;
  bool Depends = false;
  for (Value *Op : I->operands())
    Depends |= follow(Op, Root, Depth + 1);
  if (!Depends && !Select)
    return false;
  Chain.insert(I);
  return true;
}

/// Whether a branch may depend on \p V as a selection does: on something that
/// is not undefined.
static bool maySteer(Value *V, ScalarEvolution &SE) {
  auto IsUndefined = [](const SCEV *S) {
    const auto *Of = dyn_cast<SCEVUnknown>(S);
    return Of && !isGuaranteedNotToBeUndef(Of->getValue());
  };
  const auto *Cmp = dyn_cast<ICmpInst>(V);
  return Cmp && llvm::none_of(Cmp->operands(), [&](const Use &Op) {
           return !Op->getType()->isIntegerTy() ||
                  SCEVExprContains(SE.getSCEV(Op), IsUndefined);
         });
}

static SmallVector<ChosenLoad, 2> findChosen(const Loop &Root,
                                             ScalarEvolution &SE) {
  SmallVector<ChosenLoad, 2> Found;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple()) {
        ChosenLoad Each;
        Each.Load = Load;
        if (Each.follow(Load->getPointerOperand(), Root) &&
            maySteer(Each.Condition, SE))
          Found.push_back(std::move(Each));
      }
  return Found;
}

/// The load where the condition holds, or where it does not, before \p At.
static Value *loadBefore(Instruction &At, const ChosenLoad &Of, bool IsTrue) {
  SmallDenseMap<Value *, Value *, 8> Chosen;
  auto In = [&](Value *V) {
    auto It = Chosen.find(V);
    return It == Chosen.end() ? V : It->second;
  };
  auto Clone = [&](Instruction &I) {
    Instruction *Again = I.clone();
    Again->insertBefore(At.getIterator());
    for (Use &Op : Again->operands())
      Op.set(In(Op));
    return Again;
  };
  for (Instruction *I : Of.Chain) {
    auto *Select = dyn_cast<SelectInst>(I);
    Chosen[I] =
        Select ? In(IsTrue ? Select->getTrueValue() : Select->getFalseValue())
               : Clone(*I);
  }
  return Clone(*Of.Load);
}

static void branch(const ChosenLoad &Of, const NestAnalyses &A) {
  DomTreeUpdater Updater(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(Of.Condition, Of.Load->getIterator(), &Then,
                                &Else, nullptr, &Updater, &A.LI);
  PHINode *Phi = PHINode::Create(Of.Load->getType(), 2, "chosen");
  for (Instruction *At : {Then, Else})
    Phi->addIncoming(loadBefore(*At, Of, At == Then), At->getParent());
  Phi->insertBefore(Of.Load->getParent()->begin());
  Of.Load->replaceAllUsesWith(Phi);
  Of.Load->eraseFromParent();
}

std::unique_ptr<TrialNest> readChosen(Loop &Innermost, const NestAnalyses &A) {
  return readChanged(
      Innermost, ".chosen", A,
      [&](const Loop &Root) { return !findChosen(Root, A.SE).empty(); },
      [&](const Loop &Copy) {
        for (const ChosenLoad &Each : findChosen(Copy, A.SE))
          branch(Each, A);
      });
}

} // namespace gemmify
