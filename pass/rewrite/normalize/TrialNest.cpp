//===- TrialNest.cpp - A copy of a nest to be read differently ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialNest.h"
#include "pass/rewrite/distribute/CopyNest.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

bool TrialNest::canCopy(const Loop &Root) {
  if (!Root.isLoopSimplifyForm() || !Root.isSafeToClone())
    return false;
  auto IsClosed = [&](const Use &U) {
    const auto *User = cast<Instruction>(U.getUser());
    return Root.contains(User) ||
           (isa<PHINode>(User) &&
            Root.contains(cast<PHINode>(User)->getIncomingBlock(U)));
  };
  for (const BasicBlock *BB : Root.blocks())
    for (const Instruction &I : *BB)
      if (!llvm::all_of(I.uses(), IsClosed))
        return false;
  return true;
}

TrialNest::TrialNest(Loop &Root, const Twine &Name, const NestAnalyses &A)
    : Root(Root), A(A), Entry(Root.getLoopPreheader()) {
  assert(canCopy(Root));
  Original = SplitBlock(Entry, Entry->getTerminator(), &A.DT, &A.LI, nullptr,
                        "gemmify.original");
  Copy = copyNest(Root, *Original, Name, Map, A);
  Start = Copy->getLoopPreheader();
  Instruction *Jump = Entry->getTerminator();
  IRBuilder<>(Jump).CreateCondBr(ConstantInt::getTrue(Entry->getContext()),
                                 Start, Original);
  Jump->eraseFromParent();
  A.DT.changeImmediateDominator(Start, Entry);
  addExits();
  forget();
}

/// The copy leaves to where the nest leaves, with its own values.
void TrialNest::addExits() {
  SmallVector<Loop::Edge, 4> Edges;
  Root.getExitEdges(Edges);
  SmallVector<DominatorTree::UpdateType, 4> Updates;
  for (const Loop::Edge &Edge : Edges) {
    auto *From = cast<BasicBlock>(Map[Edge.first]);
    auto *To = const_cast<BasicBlock *>(Edge.second);
    for (PHINode &Phi : To->phis()) {
      Value *V = Phi.getIncomingValueForBlock(Edge.first);
      Value *Copied = Map.lookup(V);
      Phi.addIncoming(Copied ? Copied : V, From);
    }
    Updates.push_back({DominatorTree::Insert, From, To});
  }
  A.DT.applyUpdates(Updates);
  formDedicatedExitBlocks(Copy, &A.DT, &A.LI, nullptr, /*PreserveLCSSA=*/false);
}

void TrialNest::forget() {
  A.SE.forgetTopmostLoop(&Root);
  A.SE.forgetBlockAndLoopDispositions();
}

Recognition TrialNest::recognize(AAResults &AA) const {
  Recognition R = recognizeGemm(*Innermost, A);
  return R.Nest && Admit && !Admit(*R.Nest, AA) ? Recognition() : std::move(R);
}

/// Puts the first condition into a block of its own before the other one.
void TrialNest::branchFirst() {
  BasicBlock *First = Entry;
  Entry = SplitBlock(First, First->getTerminator(), &A.DT, &A.LI, nullptr,
                     "gemmify.test");
  Instruction *Jump = First->getTerminator();
  IRBuilder<> B(Jump);
  B.SetCurrentDebugLocation(Root.getStartLoc());
  B.CreateCondBr(EmitFirst(B), Entry, Original);
  Jump->eraseFromParent();
  A.DT.insertEdge(First, Original);
}

void TrialNest::keep() {
  Kept = true;
  if (EmitFirst)
    branchFirst();
  auto *Br = cast<BranchInst>(Entry->getTerminator());
  IRBuilder<> B(Br);
  B.SetCurrentDebugLocation(Root.getStartLoc());
  Br->setCondition(Emit(B));
  Br->setDebugLoc(Root.getStartLoc());
  for (Loop *L : Root.getLoopsInPreorder())
    markFallback(*L);
  formDedicatedExitBlocks(&Root, &A.DT, &A.LI, nullptr,
                          /*PreserveLCSSA=*/false);
  forget();
}

TrialNest::~TrialNest() {
  if (!Kept)
    remove();
}

/// Phis lose their entries in the reverse of the order in which they got them:
/// what is removed elsewhere than at the end moves others, and the uses of
/// their values with them.
static void leaveExits(ArrayRef<BasicBlock *> Blocks) {
  const SmallPtrSet<BasicBlock *, 16> Gone(Blocks.begin(), Blocks.end());
  SmallPtrSet<BasicBlock *, 4> Seen;
  for (BasicBlock *BB : Blocks)
    for (BasicBlock *To : successors(BB))
      if (!Gone.contains(To) && Seen.insert(To).second)
        for (PHINode &Phi : To->phis())
          for (unsigned At = Phi.getNumIncomingValues(); At-- != 0;)
            if (Gone.contains(Phi.getIncomingBlock(At)))
              Phi.removeIncomingValue(At, /*DeletePHIIfEmpty=*/false);
}

/// Takes \p Blocks, and the loops that they are all of, out of \p LI.
static void dropLoops(ArrayRef<BasicBlock *> Blocks, Loop *Around,
                      LoopInfo &LI) {
  SmallSetVector<Loop *, 2> Outermost;
  for (BasicBlock *BB : Blocks)
    for (Loop *L = LI.getLoopFor(BB); L != Around; L = L->getParentLoop())
      if (L->getParentLoop() == Around)
        Outermost.insert(L);
  for (BasicBlock *BB : Blocks)
    LI.removeBlock(BB);
  for (Loop *L : Outermost) {
    if (Around)
      Around->removeChildLoop(L);
    else
      LI.removeLoop(llvm::find(LI, L));
    LI.destroy(L);
  }
}

void TrialNest::remove() {
  SmallVector<BasicBlock *, 16> Blocks;
  A.DT.getDescendants(Start, Blocks);
  for (BasicBlock *BB : Blocks)
    if (Loop *L = A.LI.getLoopFor(BB); L && L->getHeader() == BB)
      A.SE.forgetLoop(L);
  leaveExits(Blocks);
  Instruction *Branch = Entry->getTerminator();
  BranchInst::Create(Original, Branch->getIterator());
  Branch->eraseFromParent();
  A.DT.deleteEdge(Entry, Start);
  dropLoops(Blocks, Root.getParentLoop(), A.LI);
  for (BasicBlock *BB : Blocks)
    BB->dropAllReferences();
  for (BasicBlock *BB : Blocks)
    BB->eraseFromParent();
  DomTreeUpdater DTU(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  MergeBlockIntoPredecessor(Original, &DTU, &A.LI);
  forget();
}

} // namespace gemmify
