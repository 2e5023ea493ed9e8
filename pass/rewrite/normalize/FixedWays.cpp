//===- FixedWays.cpp - Nests where a fixed branch picks loops -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedWays.h"
#include "DeadBlocks.h"
#include "pass/recognize/arith/Contraction.h"

using namespace llvm;

namespace gemmify {

namespace {

/// A branch on what comes from before the nest, and its successor that leads to
/// the innermost loop.
struct FixedWay {
  BranchInst *Branch = nullptr;
  unsigned Onward = 0;
  BasicBlockEdge edge(unsigned Way) const {
    return {Branch->getParent(), Branch->getSuccessor(Way)};
  }
};

} // namespace

/// The loops of \p Root that the way which \p W does not take leads to.
static SmallVector<Loop *, 2> loopsElsewhere(const FixedWay &W, Loop &Root,
                                             const DominatorTree &DT) {
  SmallVector<Loop *, 2> Found;
  for (Loop *L : Root.getLoopsInPreorder())
    if (DT.dominates(W.edge(1 - W.Onward), L->getHeader()))
      Found.push_back(L);
  return Found;
}

static SmallVector<FixedWay, 2> findWays(Loop &Root, const Loop &Innermost,
                                         const NestAnalyses &A) {
  SmallVector<FixedWay, 2> Found;
  for (BasicBlock *BB : Root.blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !Br->isConditional() || isa<Constant>(Br->getCondition()) ||
        !Root.isLoopInvariant(Br->getCondition()) ||
        A.LI.getLoopFor(BB)->isLoopExiting(BB))
      continue;
    for (unsigned Way : {0, 1}) {
      const FixedWay W{Br, Way};
      if (A.DT.dominates(W.edge(Way), Innermost.getHeader()) &&
          !loopsElsewhere(W, Root, A.DT).empty())
        Found.push_back(W);
    }
  }
  return Found;
}

/// Whether all branches that \p Ways are about lead to the innermost loop.
static Value *emitWays(IRBuilderBase &B, ArrayRef<FixedWay> Ways) {
  Value *All = B.getTrue();
  for (const FixedWay &Way : Ways) {
    Value *Is = B.CreateFreeze(Way.Branch->getCondition());
    All = B.CreateAnd(All, Way.Onward == 0 ? Is : B.CreateNot(Is));
  }
  return All;
}

static std::unique_ptr<TrialNest> readAt(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A) {
  if (!TrialNest::isOneNest(Root) || !TrialNest::canCopy(Root))
    return nullptr;
  SmallVector<FixedWay, 2> Ways = findWays(Root, Innermost, A);
  if (Ways.empty() || mayFuseWithoutBranches(Root, A.LI))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".way", A);
  SmallVector<BasicBlock *, 2> MayBeDead;
  for (const FixedWay &Way : Ways)
    for (Loop *L : loopsElsewhere(Way, Root, A.DT))
      Trial->leaveOut(*L);
  for (const FixedWay &Way : Ways)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>((*Trial)[Way.Branch]), Way.Onward, A));
  Loop &Inner = Trial->copyOf(Innermost);
  if (!dropOtherWays(MayBeDead, Trial->copy(), Inner, A))
    return nullptr;
  Trial->forgetCopy();
  Trial->readAt(Inner, [Ways](IRBuilderBase &B) { return emitWays(B, Ways); });
  return Trial;
}

std::unique_ptr<TrialNest> readFixedWays(Loop &Innermost,
                                         const NestAnalyses &A) {
  return readOutermost(Innermost,
                       [&](Loop &Root) { return readAt(Root, Innermost, A); });
}

} // namespace gemmify
