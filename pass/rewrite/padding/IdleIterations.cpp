//===- IdleIterations.cpp - Iterations that do nothing --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedNest.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

bool hasEffects(const Instruction &I) {
  const auto *Hint = dyn_cast<IntrinsicInst>(&I);
  return I.mayHaveSideEffects() && !(Hint && Hint->isAssumeLikeIntrinsic());
}

bool counts(PHINode &Phi, const Loop &L, ScalarEvolution &SE) {
  if (!SE.isSCEVable(Phi.getType()))
    return false;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
  return Rec && Rec->getLoop() == &L && Rec->isAffine() &&
         SE.isLoopInvariant(Rec->getStepRecurrence(SE), &L);
}

bool isUsedBehind(const Loop &L, bool SumsAreFine, ScalarEvolution &SE) {
  auto IsSum = [&](Instruction &I) {
    return llvm::any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
      return Phi.getIncomingValueForBlock(L.getLoopLatch()) == &I &&
             !counts(Phi, L, SE);
    });
  };
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      for (User *U : I.users()) {
        auto *Behind = cast<Instruction>(U);
        if (L.contains(Behind))
          continue;
        if (!SumsAreFine || !IsSum(I))
          return true;
      }
  return false;
}

bool carriesEachOnce(const Loop &L) {
  SmallPtrSet<const Value *, 4> Carried;
  return llvm::all_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
    return Carried.insert(Phi.getIncomingValueForBlock(L.getLoopLatch()))
        .second;
  });
}

/// Whether \p V is \p Phi wherever control gets without \p Onward: all phis on
/// the way only pass it on.
static bool passesOn(Value *V, PHINode &Phi, const BasicBlockEdge &Onward,
                     const Loop &L, const DominatorTree &DT) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<Value *, 8> Work{V};
  while (!Work.empty()) {
    Value *Each = Work.pop_back_val();
    if (Each == &Phi || !Seen.insert(Each).second)
      continue;
    auto *Merge = dyn_cast<PHINode>(Each);
    if (!Merge || !L.contains(Merge) || Merge->getParent() == L.getHeader())
      return false;
    for (unsigned I = 0; I != Merge->getNumIncomingValues(); ++I)
      if (!DT.dominates(Onward, Merge->getIncomingBlock(I)))
        Work.push_back(Merge->getIncomingValue(I));
  }
  return true;
}

bool onlyCountsWithout(const BasicBlockEdge &Onward, Loop &L,
                       const NestAnalyses &A) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (hasEffects(I) && !A.DT.dominates(Onward, BB))
        return false;
  return llvm::all_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    return counts(Phi, L, A.SE) ||
           passesOn(Phi.getIncomingValueForBlock(L.getLoopLatch()), Phi, Onward,
                    L, A.DT);
  });
}

} // namespace gemmify
