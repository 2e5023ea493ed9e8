//===- GroupLoop.cpp - The loop over groups as the outermost one ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupLoop.h"
#include "pass/rewrite/normalize/LoopAround.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

void GroupLoop::addLoop() {
  Loop &Copy = Trial.copy();
  Start = Copy.getLoopPreheader();
  BasicBlock *Header = SplitBlock(Start, Start->getTerminator(), &A.DT, &A.LI,
                                  nullptr, "gemmify.group");
  BasicBlock *Pre = SplitBlock(Header, Header->getTerminator(), &A.DT, &A.LI,
                               nullptr, "gemmify.rows");
  BasicBlock *Latch = SplitEdge(Copy.getExitingBlock(), Copy.getExitBlock(),
                                &A.DT, &A.LI, nullptr, "gemmify.next");
  Around = &makeLoopAround(Copy, {Header, Pre, Latch}, A.LI);
  IRBuilder<> B(Latch->getTerminator());
  B.SetCurrentDebugLocation(Sum.Root->getStartLoc());
  Group = PHINode::Create(B.getInt64Ty(), 2, "gemmify.group", Header->begin());
  Value *Next = B.CreateNUWAdd(Group, B.getInt64(1));
  Group->addIncoming(B.getInt64(0), Start);
  Group->addIncoming(Next, Latch);
  BasicBlock *Behind = Latch->getSingleSuccessor();
  B.CreateCondBr(B.CreateICmpULT(Next, Numbers.hold(Sum.Count, *Start)), Header,
                 Behind);
  Latch->getTerminator()->eraseFromParent();
}

/// What counters are in this group, from what they begin with in \p Pre.
void GroupLoop::startCounters(BasicBlock &Pre) {
  IRBuilder<> B(Pre.getTerminator());
  B.SetCurrentDebugLocation(Sum.Groups->getStartLoc());
  for (PHINode *Phi : Sum.Counters) {
    auto *Copied = cast<PHINode>(Trial[Phi]);
    Value *First = Copied->getIncomingValueForBlock(&Pre);
    const SCEV *Step =
        cast<SCEVAddRecExpr>(A.SE.getSCEV(Phi))->getStepRecurrence(A.SE);
    Value *By = Numbers.hold(Step, *Start);
    Value *Moved = B.CreateMul(By, B.CreateZExtOrTrunc(Group, By->getType()));
    Copied->replaceAllUsesWith(First->getType()->isPointerTy()
                                   ? B.CreatePtrAdd(First, Moved)
                                   : B.CreateAdd(First, Moved));
  }
}

/// \p V in front of \p At, computed again where it is computed later. Null
/// where that cannot be.
static Value *availableAt(Value *V, Instruction &At, const DominatorTree &DT,
                          unsigned Depth = 0) {
  constexpr unsigned Deepest = 8;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || DT.dominates(I, &At))
    return V;
  if (Depth == Deepest ||
      !isa<GetElementPtrInst, CastInst, BinaryOperator>(I) ||
      !isSafeToSpeculativelyExecute(I))
    return nullptr;
  SmallVector<Value *, 3> Ops;
  for (Value *Op : I->operands())
    if (!Ops.emplace_back(availableAt(Op, At, DT, Depth + 1)))
      return nullptr;
  Instruction *Copy = I->clone();
  for (auto [Op, To] : llvm::zip(Copy->operands(), Ops))
    Op.set(To);
  Copy->insertBefore(At.getIterator());
  return Copy;
}

/// The value before this group: the first one, or what the group before has
/// left in C.
bool GroupLoop::startValue(BasicBlock &Pre) {
  auto *Copied = cast<PHINode>(Trial[Sum.Value]);
  Value *First = Copied->getIncomingValueForBlock(&Pre);
  if (Sum.Before) {
    OfC = cast<LoadInst>(First);
    Copied->replaceAllUsesWith(First);
    return true;
  }
  auto *Store = cast<StoreInst>(Trial[Sum.Store]);
  Value *Place =
      availableAt(Store->getPointerOperand(), *Pre.getTerminator(), A.DT);
  if (!Place)
    return false;
  IRBuilder<> B(Pre.getTerminator());
  B.SetCurrentDebugLocation(Store->getDebugLoc());
  OfC = B.CreateAlignedLoad(First->getType(), Place, Store->getAlign());
  IRBuilder<> AtGroup(Around->getHeader()->getTerminator());
  Value *IsFirst = AtGroup.CreateICmpEQ(Group, AtGroup.getInt64(0));
  Copied->replaceAllUsesWith(B.CreateSelect(IsFirst, First, OfC));
  return true;
}

/// Takes the way back out of \p Groups, the copy of the loop over groups.
void GroupLoop::runOnce(Loop &Groups) {
  BasicBlock *Header = Groups.getHeader(), *Latch = Groups.getLoopLatch(),
             *Exit = Groups.getExitBlock();
  A.SE.forgetLoop(&Groups);
  auto *Back = cast<BranchInst>(Latch->getTerminator());
  Value *Condition = Back->getCondition();
  BranchInst::Create(Exit, Back->getIterator())
      ->setDebugLoc(Back->getDebugLoc());
  Back->eraseFromParent();
  SmallVector<WeakTrackingVH, 4> MayBeDead = {Condition};
  for (PHINode &Phi : make_early_inc_range(Header->phis())) {
    MayBeDead.push_back(Phi.getIncomingValueForBlock(Latch));
    Phi.eraseFromParent();
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(MayBeDead);
  A.LI.erase(&Groups);
}

bool GroupLoop::build() {
  Loop &Groups = Trial.copyOf(*Sum.Groups);
  addLoop();
  BasicBlock *Pre = Groups.getLoopPreheader();
  startCounters(*Pre);
  if (!startValue(*Pre))
    return false;
  runOnce(Groups);
  Trial.forgetCopy();
  return true;
}

} // namespace gemmify
