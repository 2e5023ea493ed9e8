//===- Decision.cpp - Values that a condition chooses ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decision.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

static std::optional<Decision>
decisionOfPhi(const PHINode &Phi, const LoopInfo &LI, const DominatorTree &DT) {
  const BasicBlock *BB = Phi.getParent();
  if (Phi.getNumIncomingValues() != 2 || LI.isLoopHeader(BB))
    return std::nullopt;
  BasicBlock *From = DT.getNode(BB)->getIDom()->getBlock();
  auto *Br = dyn_cast<BranchInst>(From->getTerminator());
  if (!Br || !Br->isConditional() ||
      Br->getSuccessor(0) == Br->getSuccessor(1) ||
      LI.getLoopFor(From) != LI.getLoopFor(BB))
    return std::nullopt;
  Value *Taken[2] = {};
  for (unsigned Way : {0, 1}) {
    const BasicBlockEdge Edge(From, Br->getSuccessor(Way));
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
      const BasicBlock *Before = Phi.getIncomingBlock(I);
      if (Before == From ? Edge.getEnd() == BB : DT.dominates(Edge, Before))
        Taken[Way] = Phi.getIncomingValue(I);
    }
  }
  if (!Taken[0] || !Taken[1])
    return std::nullopt;
  return Decision{Br->getCondition(), Taken[0], Taken[1]};
}

std::optional<Decision> decisionOf(const Instruction &I, const LoopInfo &LI,
                                   const DominatorTree &DT) {
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return decisionOfPhi(*Phi, LI, DT);
  if (const auto *Select = dyn_cast<SelectInst>(&I);
      Select && Select->getCondition()->getType()->isIntegerTy(1))
    return Decision{Select->getOperand(0), Select->getOperand(1),
                    Select->getOperand(2)};
  return std::nullopt;
}

/// The ways into \p BB behind one side of the branch that it meets behind, of
/// several ones; empty where no side has so many, or some is behind none.
static SmallVector<BasicBlock *, 4>
waysBehindOneSide(BasicBlock &BB, const LoopInfo &LI, const DominatorTree &DT) {
  BasicBlock *From = DT.getNode(&BB)->getIDom()->getBlock();
  auto *Br = dyn_cast<BranchInst>(From->getTerminator());
  if (!Br || !Br->isConditional() ||
      Br->getSuccessor(0) == Br->getSuccessor(1) ||
      LI.getLoopFor(From) != LI.getLoopFor(&BB))
    return {};
  SmallVector<BasicBlock *, 4> Ways[2];
  for (BasicBlock *Before : predecessors(&BB))
    for (unsigned Side : {0, 1}) {
      const BasicBlockEdge Edge(From, Br->getSuccessor(Side));
      if ((Before == From ? Edge.getEnd() == &BB
                          : DT.dominates(Edge, Before)) &&
          !llvm::is_contained(Ways[Side], Before))
        Ways[Side].push_back(Before);
    }
  // A switch may come from one block twice.
  if (Ways[0].size() + Ways[1].size() != pred_size(&BB))
    return {};
  return std::move(Ways[Ways[0].size() < Ways[1].size()]);
}

void nestDecisions(const Loop &Copy, const NestAnalyses &A) {
  SmallVector<BasicBlock *, 16> Work(Copy.blocks());
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (pred_size(BB) <= 2 || A.LI.isLoopHeader(BB) ||
        llvm::none_of(BB->phis(), [](const PHINode &Phi) {
          return Phi.getType()->isFPOrFPVectorTy();
        }))
      continue;
    const SmallVector<BasicBlock *, 4> Ways =
        waysBehindOneSide(*BB, A.LI, A.DT);
    if (Ways.size() < 2)
      continue;
    Work.push_back(SplitBlockPredecessors(BB, Ways, ".decided", &A.DT, &A.LI));
    Work.push_back(BB);
  }
}

} // namespace gemmify
