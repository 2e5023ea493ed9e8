//===- DistributedLoop.cpp - A copy of a nest without some of it ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributedLoop.h"
#include "CopyNest.h"
#include "pass/recognize/arith/SquareRoot.h"
#include "pass/recognize/effects/NestWrites.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

DistributedLoop::DistributedLoop(Loop &Root, BasicBlock &Before,
                                 const Twine &Name, const NestAnalyses &A)
    : A(A), Copy(copyNest(Root, Before, Name, Map, A)) {}

Value *DistributedLoop::operator[](Value *V) const {
  Value *Mapped = Map.lookup(V);
  return Mapped ? Mapped : V;
}

/// \p Ptr at \p At, recomputed when it is defined later or inside \p Behind.
Value *DistributedLoop::pointerAt(Value *Ptr, Instruction *At,
                                  const Loop &Behind) {
  auto *I = dyn_cast<Instruction>(Ptr);
  bool CanRepeat = I && !isa<PHINode>(I) && !I->mayReadOrWriteMemory();
  if (!I || (A.DT.dominates(I, At) && !(CanRepeat && Behind.contains(I))))
    return Ptr;
  assert((CanRepeat || isa<LoadInst>(I)) &&
         "an affine address is arithmetic on counters and what is loaded once");
  Instruction *Again = I->clone();
  Again->insertBefore(At->getIterator());
  for (Use &Op : Again->operands())
    Op.set(pointerAt(Op, Again, Behind));
  return Again;
}

void DistributedLoop::readBack(ArrayRef<Instruction *> Values,
                               Instruction &Store, const Loop &Behind) {
  auto *Written = cast<StoreInst>((*this)[&Store]);
  auto *Exit = cast<BasicBlock>((*this)[Behind.getUniqueExitBlock()]);
  Loop *Inner = A.LI.getLoopFor(cast<BasicBlock>((*this)[Behind.getHeader()]));
  for (Instruction *Original : Values) {
    auto *V = cast<Instruction>((*this)[Original]);
    BasicBlock::iterator At = V->getIterator();
    if (Inner->contains(V))
      At = Exit->getFirstInsertionPt();
    else if (isa<PHINode>(V))
      At = V->getParent()->getFirstInsertionPt();
    auto *Load = new LoadInst(V->getType(), Written->getPointerOperand(),
                              "gemmify.result", false, Written->getAlign(), At);
    Load->setOperand(0, pointerAt(Written->getPointerOperand(), Load, *Inner));
    Load->copyMetadata(*Written, {LLVMContext::MD_tbaa});
    Load->setDebugLoc(Written->getDebugLoc());
    // The code that computes it and its store are no longer needed.
    V->replaceAllUsesWith(Load);
  }
}

void DistributedLoop::remove(ArrayRef<Instruction *> Writes) {
  for (Instruction *W : Writes) {
    auto *Copied = cast<Instruction>((*this)[W]);
    if (!Copied->use_empty())
      Copied->replaceAllUsesWith(PoisonValue::get(Copied->getType()));
    Copied->eraseFromParent();
  }
  for (BasicBlock *BB : Copy->blocks())
    for (Instruction &I : llvm::make_early_inc_range(*BB))
      if (isHint(I) && !isa<NoAliasScopeDeclInst>(I)) {
        if (!I.getType()->isVoidTy())
          I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
      }
  sweep();
}

/// The argument of a square root has been tested before the split.
static bool hasEffect(const Instruction &I) {
  return I.mayHaveSideEffects() && !matchSquareRoot(I).Of;
}

/// Keeps what has side effects, controls branches or is used outside, and what
/// these need.
void DistributedLoop::sweep() {
  SmallVector<Instruction *, 32> Worklist;
  for (BasicBlock *BB : Copy->blocks())
    for (Instruction &I : *BB)
      if (I.isTerminator() || hasEffect(I) ||
          llvm::any_of(I.users(), [&](User *Usr) {
            return !Copy->contains(cast<Instruction>(Usr));
          }))
        Worklist.push_back(&I);
  SmallPtrSet<Instruction *, 32> Needed(Worklist.begin(), Worklist.end());
  while (!Worklist.empty())
    for (Value *Op : Worklist.pop_back_val()->operands())
      if (auto *I = dyn_cast<Instruction>(Op);
          I && Copy->contains(I) && Needed.insert(I).second)
        Worklist.push_back(I);
  for (BasicBlock *BB : Copy->blocks())
    for (Instruction &I : llvm::make_early_inc_range(*BB))
      if (!Needed.contains(&I)) {
        I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
      }
}

/// Whether \p Blocks have no effect outside themselves.
static bool isEmpty(ArrayRef<BasicBlock *> Blocks) {
  SmallPtrSet<const BasicBlock *, 16> Inside(Blocks.begin(), Blocks.end());
  return llvm::all_of(Blocks, [&](const BasicBlock *BB) {
    return llvm::all_of(*BB, [&](const Instruction &I) {
      return (!hasEffect(I) || isa<NoAliasScopeDeclInst>(I)) &&
             llvm::all_of(I.users(), [&](const User *Usr) {
               return Inside.contains(cast<Instruction>(Usr)->getParent());
             });
    });
  });
}

void DistributedLoop::dropEmptyParts() {
  SmallVector<Loop *, 8> Loops = Copy->getLoopsInPreorder();
  for (Loop *L : llvm::reverse(Loops))
    if (L->getUniqueExitBlock() && L->getLoopPreheader() &&
        isEmpty(L->getBlocks())) {
      if (L == Copy)
        Copy = nullptr;
      deleteDeadLoop(L, &A.DT, &A.SE, &A.LI);
    }
  if (!Copy)
    return;
  while (dropEmptyBranch())
    ;
  sweep();
}

/// The blocks between \p Br and \p Join; empty when some are outside \p L's
/// body or can be reached otherwise.
static SmallVector<BasicBlock *, 8> blocksBetween(BranchInst &Br,
                                                  const BasicBlock &Join,
                                                  const Loop &L,
                                                  const DominatorTree &DT) {
  SmallVector<BasicBlock *, 8> Between;
  auto Add = [&](BasicBlock *BB) {
    if (BB != &Join && !llvm::is_contained(Between, BB))
      Between.push_back(BB);
  };
  llvm::for_each(Br.successors(), Add);
  for (unsigned At = 0; At != Between.size(); ++At) {
    if (!L.contains(Between[At]) || !DT.dominates(Br.getParent(), Between[At]))
      return {};
    llvm::for_each(successors(Between[At]), Add);
  }
  return Between;
}

bool DistributedLoop::dropEmptyBranch() {
  PostDominatorTree PDT(*Copy->getHeader()->getParent());
  for (BasicBlock *BB : Copy->blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    Loop *L = A.LI.getLoopFor(BB);
    if (!Br || Br->isUnconditional() || L->isLoopExiting(BB))
      continue;
    BasicBlock *Join = PDT.getNode(BB)->getIDom()->getBlock();
    if (!Join || A.LI.getLoopFor(Join) != L || Join == L->getHeader() ||
        !Join->phis().empty())
      continue;
    Region Between = blocksBetween(*Br, *Join, *L, A.DT);
    if (Between.empty() || !isEmpty(Between))
      continue;
    bypass(*Br, *Join, Between);
    return true;
  }
  return false;
}

void DistributedLoop::bypass(BranchInst &Br, BasicBlock &Join,
                             const Region &Between) {
  BasicBlock *BB = Br.getParent();
  Loop *L = A.LI.getLoopFor(BB);
  for (bool Found = true; Found;) {
    Found = false;
    for (Loop *Inner : L->getSubLoops())
      if (llvm::is_contained(Between, Inner->getHeader())) {
        A.LI.erase(Inner);
        Found = true;
        break;
      }
  }
  SmallVector<DominatorTree::UpdateType, 3> Updates;
  SmallPtrSet<BasicBlock *, 2> Old(succ_begin(BB), succ_end(BB));
  for (BasicBlock *Succ : Old)
    if (Succ != &Join)
      Updates.push_back({DominatorTree::Delete, BB, Succ});
  if (!Old.contains(&Join))
    Updates.push_back({DominatorTree::Insert, BB, &Join});
  BranchInst::Create(&Join, Br.getIterator());
  Br.eraseFromParent();
  DomTreeUpdater Updater(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  Updater.applyUpdates(Updates);
  for (BasicBlock *Gone : Between)
    A.LI.removeBlock(Gone);
  DeleteDeadBlocks(Between, &Updater);
}

} // namespace gemmify
