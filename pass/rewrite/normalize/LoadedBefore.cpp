//===- LoadedBefore.cpp - A nest that loads its sizes before it -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedBefore.h"
#include "CheckTest.h"
#include "DeadBlocks.h"
#include "pass/recognize/arith/Contraction.h"

using namespace llvm;

namespace gemmify {

/// What was loaded from one place is one value: nothing is written there.
static void joinLoads(const HoistedValues &Hoisted) {
  SmallVector<LoadInst *, 8> First;
  for (const auto &[Of, Value] : Hoisted) {
    auto *Load = dyn_cast_or_null<LoadInst>(Value);
    if (!Load)
      continue;
    const auto Same = llvm::find_if(First, [&](const LoadInst *Each) {
      return Each->getPointerOperand() == Load->getPointerOperand() &&
             Each->getType() == Load->getType();
    });
    if (Same == First.end())
      First.push_back(Load);
    else
      Load->replaceAllUsesWith(*Same);
  }
}

/// Lets loops whose latches have become empty end there again.
static void joinLatches(Loop &Copy, const NestAnalyses &A) {
  for (Loop *L : Copy.getLoopsInPreorder()) {
    BasicBlock *Exit = findExitBeforeLatch(*L), *Latch = L->getLoopLatch();
    if (!Exit || &*Latch->getFirstNonPHIIt() != Latch->getTerminator() ||
        !Latch->phis().empty())
      continue;
    MDNode *Id = Latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
    Exit->getTerminator()->replaceSuccessorWith(Latch, L->getHeader());
    Exit->getTerminator()->setMetadata(LLVMContext::MD_loop, Id);
    L->getHeader()->replacePhiUsesWith(Latch, Exit);
    A.DT.eraseNode(Latch);
    A.LI.removeBlock(Latch);
    Latch->eraseFromParent();
  }
}

/// Takes what is loaded again, and the ways that are not taken, out of the
/// copy.
static HoistedValues simplifyCopy(TrialNest &Trial, const NestChecks &Loads,
                                  const NestAnalyses &A) {
  SmallVector<BasicBlock *, 2> MayBeDead;
  for (const NestCheck &Choice : Loads.Choices)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>(Trial[Choice.Branch]), Choice.Passing, A));
  dropDeadBlocks(MayBeDead, A);
  SmallVector<WeakVH, 8> Copies;
  for (Instruction *I : Loads.Hoisted)
    Copies.push_back(Trial[I]);
  HoistedValues Hoisted = hoistInCopy(Trial, Loads.Hoisted);
  for (Value *Copied : llvm::reverse(Copies))
    if (Copied && Copied->use_empty())
      cast<Instruction>(Copied)->eraseFromParent();
  joinLoads(Hoisted);
  // LLVM keeps in phis what it has loaded on each way.
  dropSamePhis(Trial.copy(), /*FromOutside=*/true);
  joinLatches(Trial.copy(), A);
  Trial.forgetCopy();
  return Hoisted;
}

std::unique_ptr<TrialNest> readLoadedBefore(Loop &Innermost,
                                            const NestAnalyses &A, bool Again) {
  if (Innermost.getLoopDepth() < NumDims)
    return nullptr;
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    if (!TrialNest::canCopy(*Root))
      continue;
    std::optional<NestChecks> Loads =
        findFixedLoads(*Root, Innermost, Again, A);
    if (!Loads ||
        (!Loads->Choices.empty() && mayFuseWithoutBranches(*Root, A.LI)))
      continue;
    auto Trial = std::make_unique<TrialNest>(*Root, ".loaded", A);
    HoistedValues Known = simplifyCopy(*Trial, *Loads, A);
    testBefore(*Trial, std::move(*Loads), std::move(Known), Innermost, A);
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
