//===- DeadBlocks.cpp - Blocks of a copy that are reached no more ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadBlocks.h"
#include "NestChecks.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

BasicBlock *takeAlways(BranchInst &Br, unsigned Onward, const NestAnalyses &A,
                       bool KeepOneInputPhis) {
  BasicBlock *From = Br.getParent(), *Other = Br.getSuccessor(1 - Onward);
  Value *Condition = Br.getCondition();
  Other->removePredecessor(From, KeepOneInputPhis);
  IRBuilder<>(&Br).CreateBr(Br.getSuccessor(Onward));
  Br.eraseFromParent();
  A.DT.deleteEdge(From, Other);
  RecursivelyDeleteTriviallyDeadInstructions(Condition);
  return Other;
}

void dropSamePhis(const Loop &Copy, bool FromOutside) {
  bool Changed = true;
  while (std::exchange(Changed, false))
    for (BasicBlock *BB : Copy.blocks())
      for (PHINode &Phi : make_early_inc_range(BB->phis()))
        if (Value *Same = Phi.hasConstantValue();
            Same && (!FromOutside || Copy.isLoopInvariant(Same))) {
          Phi.replaceAllUsesWith(Same);
          Phi.eraseFromParent();
          Changed = true;
        }
}

void joinLatches(Loop &Copy, const NestAnalyses &A) {
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

bool dropDeadBlocks(ArrayRef<BasicBlock *> MayBeDead, const Loop &Copy,
                    const Loop &Innermost, const NestAnalyses &A) {
  SmallSetVector<BasicBlock *, 4> Dead;
  SmallVector<BasicBlock *, 4> Work(MayBeDead);
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!A.DT.isReachableFromEntry(BB) && Dead.insert(BB))
      llvm::append_range(Work, successors(BB));
  }
  SmallVector<Loop *, 2> Loops;
  for (BasicBlock *BB : Dead)
    if (Loop *L = A.LI.getLoopFor(BB);
        L && L->getHeader() == BB &&
        !Dead.contains(L->getParentLoop()->getHeader()))
      Loops.push_back(L);
  const bool IsNest = !Dead.contains(Innermost.getHeader());
  for (BasicBlock *BB : Dead)
    A.LI.removeBlock(BB);
  for (Loop *L : Loops) {
    L->getParentLoop()->removeChildLoop(L);
    A.LI.destroy(L);
  }
  DeleteDeadBlocks(Dead.getArrayRef());
  return IsNest && llvm::all_of(Copy.getLoopsInPreorder(), [](const Loop *L) {
           return L->getLoopLatch() && !L->hasNoExitBlocks();
         });
}

bool dropOtherWays(ArrayRef<BasicBlock *> MayBeDead, Loop &Copy,
                   const Loop &Innermost, const NestAnalyses &A) {
  if (!dropDeadBlocks(MayBeDead, Copy, Innermost, A))
    return false;
  dropSamePhis(Copy, /*FromOutside=*/true);
  joinLatches(Copy, A);
  return true;
}

} // namespace gemmify
