//===- CaseBranches.cpp - A switch as branches ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseBranches.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

/// With more, each iteration would compare for too long.
constexpr unsigned MostCases = 16;

static SmallVector<SwitchInst *, 1> findSwitches(const Loop &Root,
                                                 const LoopInfo &LI) {
  SmallVector<SwitchInst *, 1> Found;
  for (BasicBlock *BB : Root.blocks())
    if (auto *Switch = dyn_cast<SwitchInst>(BB->getTerminator())) {
      const Loop &Around = *LI.getLoopFor(BB);
      // A block between two cases would not be in a loop that they leave.
      if (Switch->getNumCases() > MostCases ||
          llvm::any_of(Switch->cases(), [&](const auto &Case) {
            return !Around.contains(Case.getCaseSuccessor());
          }))
        return {};
      Found.push_back(Switch);
    }
  return Found;
}

/// Whether the program has said that it does not come to \p BB.
static bool isNeverReached(const BasicBlock &BB) {
  const Instruction &First = *BB.getFirstNonPHIOrDbg();
  const auto *Jump = dyn_cast<BranchInst>(&First);
  // Copies have exits of their own, which lead to the nest's.
  return isa<UnreachableInst>(
      Jump && Jump->isUnconditional()
          ? *Jump->getSuccessor(0)->getFirstNonPHIOrDbg()
          : First);
}

namespace {

/// Replaces a switch of a copy.
class CaseBranches {
public:
  CaseBranches(SwitchInst &Switch, const NestAnalyses &A)
      : Switch(Switch), A(A), BB(*Switch.getParent()),
        Default(*Switch.getDefaultDest()) {
    for (const auto &Case : Switch.cases())
      if (Case.getCaseSuccessor() != &Default)
        Values[Case.getCaseSuccessor()].push_back(Case.getCaseValue());
  }

  void run();

private:
  void leave(BasicBlock &To);
  void enter(BasicBlock &From, BasicBlock &To);

  SwitchInst &Switch;
  const NestAnalyses &A;
  BasicBlock &BB, &Default;
  MapVector<BasicBlock *, SmallVector<ConstantInt *, 2>> Values;
  DenseMap<PHINode *, Value *> Entry; ///< What comes from the switch.
  SmallVector<DominatorTree::UpdateType, 8> Updates;
};

} // namespace

/// Forgets the edges to \p To, of which there may be several.
void CaseBranches::leave(BasicBlock &To) {
  for (PHINode &Phi : To.phis()) {
    Entry[&Phi] = Phi.getIncomingValueForBlock(&BB);
    Phi.removeIncomingValueIf(
        [&](unsigned At) { return Phi.getIncomingBlock(At) == &BB; },
        /*DeletePHIIfEmpty=*/false);
  }
  Updates.push_back({DominatorTree::Delete, &BB, &To});
}

void CaseBranches::enter(BasicBlock &From, BasicBlock &To) {
  for (PHINode &Phi : To.phis())
    Phi.addIncoming(Entry.lookup(&Phi), &From);
  Updates.push_back({DominatorTree::Insert, &From, &To});
}

void CaseBranches::run() {
  Value *Of = Switch.getCondition();
  const DebugLoc Where = Switch.getDebugLoc();
  leave(Default);
  for (auto &Each : Values)
    leave(*Each.first);
  Switch.eraseFromParent();
  BasicBlock *At = &BB;
  unsigned Left = Values.size();
  for (auto &[To, Cases] : Values) {
    IRBuilder<> B(At);
    B.SetCurrentDebugLocation(Where);
    if (Left == 1 && isNeverReached(Default)) {
      B.CreateBr(To);
      enter(*At, *To);
      break;
    }
    Value *Is = B.getFalse();
    for (ConstantInt *Case : Cases)
      Is = B.CreateOr(Is, B.CreateICmpEQ(Of, Case));
    BasicBlock *Next = &Default;
    if (--Left) {
      Next = BasicBlock::Create(B.getContext(), "case", BB.getParent(), To);
      A.LI.getLoopFor(&BB)->addBasicBlockToLoop(Next, A.LI);
      Updates.push_back({DominatorTree::Insert, At, Next});
    }
    B.CreateCondBr(Is, To, Next);
    enter(*At, *To);
    if (Next == &Default)
      enter(*At, Default);
    At = Next;
  }
  if (Values.empty()) {
    BranchInst::Create(&Default, &BB)->setDebugLoc(Where);
    enter(BB, Default);
  }
  // What was left and entered again is the same edge.
  SmallVector<DominatorTree::UpdateType, 8> Changed;
  for (const auto &U : Updates) {
    const bool IsDelete = U.getKind() == DominatorTree::Delete;
    const auto Opposite = DominatorTree::UpdateType(
        IsDelete ? DominatorTree::Insert : DominatorTree::Delete, U.getFrom(),
        U.getTo());
    if (!is_contained(Updates, Opposite))
      Changed.push_back(U);
  }
  A.DT.applyUpdates(Changed);
  if (pred_empty(&Default)) {
    DomTreeUpdater Updater(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
    A.LI.removeBlock(&Default);
    DeleteDeadBlock(&Default, &Updater);
  }
}

std::unique_ptr<TrialNest> readCases(Loop &Innermost, const NestAnalyses &A) {
  return readChanged(
      Innermost, ".cases", A,
      [&](const Loop &Root) { return !findSwitches(Root, A.LI).empty(); },
      [&](const Loop &Copy) {
        for (SwitchInst *Switch : findSwitches(Copy, A.LI))
          CaseBranches(*Switch, A).run();
      });
}

} // namespace gemmify
