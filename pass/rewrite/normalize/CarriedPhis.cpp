//===- CarriedPhis.cpp - What a split loop carries ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedPhis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

/// How far \p Phi moves in each iteration of \p L, if it is a counter.
static const SCEV *stepOf(PHINode &Phi, const Loop &L, const Loop &Root,
                          ScalarEvolution &SE) {
  if (!SE.isSCEVable(Phi.getType()) || SE.getTypeSizeInBits(Phi.getType()) > 64)
    return nullptr;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return nullptr;
  const SCEV *Step = Rec->getStepRecurrence(SE);
  return SE.isLoopInvariant(Step, &Root) ? Step : nullptr;
}

bool canSplitDigits(const Loop &L, const Loop &Root, SCEVExpander &Expander,
                    ScalarEvolution &SE) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!L.isLoopSimplifyForm() || !L.getExitBlock() ||
      L.getExitingBlock() != Latch || !isa<BranchInst>(Latch->getTerminator()))
    return false;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (!isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
      auto IsOutside = [&](const User *U) {
        return !L.contains(cast<Instruction>(U));
      };
      auto Carries = [&](PHINode &Phi) {
        return Phi.getIncomingValueForBlock(Latch) == &I &&
               !stepOf(Phi, L, Root, SE);
      };
      if (llvm::any_of(I.users(), IsOutside) &&
          llvm::none_of(L.getHeader()->phis(), Carries))
        return false;
    }
  return llvm::all_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    const SCEV *Step = stepOf(Phi, L, Root, SE);
    return !Step || Expander.isSafeToExpandAt(
                        Step, Root.getLoopPreheader()->getTerminator());
  });
}

SmallVector<CarriedPhi, 2> classifyPhis(const Loop &L, const Loop &Root,
                                        Instruction &At, SCEVExpander &Expander,
                                        ScalarEvolution &SE) {
  SmallVector<CarriedPhi, 2> Phis;
  for (PHINode &Phi : L.getHeader()->phis()) {
    const SCEV *Step = stepOf(Phi, L, Root, SE);
    Value *By =
        Step ? Expander.expandCodeFor(Step, Step->getType(), &At) : nullptr;
    // The first iteration need not use it.
    if (By && !isGuaranteedNotToBeUndefOrPoison(By))
      By = IRBuilder<>(&At).CreateFreeze(By);
    Phis.push_back({&Phi, By});
  }
  return Phis;
}

} // namespace gemmify
