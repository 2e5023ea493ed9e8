//===- RestrictLoops.cpp - The loops of a nest within one box -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxLoops.h"
#include "pass/rewrite/normalize/DeadBlocks.h"
#include "pass/rewrite/normalize/ThawedNest.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

static bool countsByOne(PHINode &Phi, ScalarEvolution &SE) {
  const auto *Rec = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
  return Phi.getType()->isIntegerTy(64) && Rec->getStart()->isZero() &&
         Rec->getStepRecurrence(SE)->isOne();
}

/// What the copy of \p Of, which counts, is in iteration \p From.
Value *BoxLoops::startAt(IRBuilderBase &B, PHINode &Of, Value *From,
                         const PaddedPair &Pair) {
  auto *Copied = cast<PHINode>(Trial[&Of]);
  const Loop &L = *A.LI.getLoopFor(Copied->getParent());
  Value *Start = Copied->getIncomingValueForBlock(L.getLoopPreheader());
  if (&Of == Pair.Counter) {
    Value *First = B.CreateAdd(Numbers.hold(Pair.Base, *this->Start), From);
    return B.CreateTrunc(First, Of.getType());
  }
  if (countsByOne(Of, A.SE))
    return From;
  const SCEV *Step =
      cast<SCEVAddRecExpr>(A.SE.getSCEV(&Of))->getStepRecurrence(A.SE);
  Value *By = Numbers.hold(Step, *this->Start);
  Value *Moved = B.CreateMul(By, B.CreateSExtOrTrunc(From, By->getType()));
  return Of.getType()->isPointerTy() ? B.CreatePtrAdd(Start, Moved)
                                     : B.CreateAdd(Start, Moved);
}

/// Lets the copy of \p L run from iteration \p From to \p To, of which there is
/// at least one where it is entered.
void BoxLoops::restrict(Loop &L, Value *From, Value *To,
                        const PaddedPair &Pair) {
  Loop &Copy = copyOf(L);
  BasicBlock *Pre = Copy.getLoopPreheader(), *Latch = Copy.getLoopLatch();
  IRBuilder<> B(Pre->getTerminator());
  Value *Next = nullptr;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!counts(Phi, L, A.SE) || &Phi == Pair.Left)
      continue;
    auto *Copied = cast<PHINode>(Trial[&Phi]);
    Copied->setIncomingValueForBlock(Pre, startAt(B, Phi, From, Pair));
    if (countsByOne(Phi, A.SE))
      Next = Copied->getIncomingValueForBlock(Latch);
  }
  auto *Exit = cast<BranchInst>(Latch->getTerminator());
  B.SetInsertPoint(Exit);
  if (!Next) {
    PHINode *Counter = PHINode::Create(B.getInt64Ty(), 2, "gemmify.count",
                                       Copy.getHeader()->begin());
    Next = B.CreateNUWAdd(Counter, B.getInt64(1));
    Counter->addIncoming(From, Pre);
    Counter->addIncoming(Next, Latch);
  }
  Value *Old = Exit->getCondition();
  Exit->setCondition(Exit->getSuccessor(0) == Copy.getHeader()
                         ? B.CreateICmpNE(Next, To)
                         : B.CreateICmpEQ(Next, To));
  RecursivelyDeleteTriviallyDeadInstructions(Old);
  if (&L == Pair.Sum && Pair.Left)
    RecursivelyDeleteDeadPHINode(cast<PHINode>(Trial[Pair.Left]));
}

/// In a box, numbers that conditions keep from being negative may be extended
/// either way; signed ones stay linear where they would be negative.
void BoxLoops::extendSigned() {
  for (Instruction *I : Nest.NotNegative) {
    // What only the old exit test used is gone.
    auto *Copied = cast_or_null<Instruction>(Trial[I]);
    if (!Copied)
      continue;
    IRBuilder<> B(Copied);
    Value *Number = Copied->getOperand(0);
    if (!isa<ZExtInst>(Copied)) {
      const auto *Mask = cast<ConstantInt>(Copied->getOperand(1));
      Number =
          B.CreateTrunc(Number, B.getIntNTy(Mask->getValue().countr_one()));
    }
    Copied->replaceAllUsesWith(B.CreateSExt(Number, Copied->getType()));
    Copied->eraseFromParent();
  }
}

bool BoxLoops::takeBranches() {
  SmallVector<BasicBlock *, 4> MayBeDead;
  for (const PaddingBranch &Each : Nest.Branches)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>(Trial[Each.Branch]), Each.Onward, A));
  return dropDeadBlocks(MayBeDead, Trial.copy(), copyOf(*Nest.Pairs.back().Sum),
                        A);
}

/// The sums stay as they are where no iteration of a box adds.
void BoxLoops::skipEmpty() {
  const PaddedPair *First = &Nest.Pairs.front();
  for (const PaddedPair &P : Nest.Pairs)
    if (P.Sum->contains(First->Sum))
      First = &P;
  Loop &Copy = copyOf(*First->Sum);
  formLCSSARecursively(Copy, A.DT, &A.LI, nullptr);
  BasicBlock *Pre = Copy.getLoopPreheader(), *Exit = Copy.getExitBlock();
  BasicBlock *Inside = SplitBlock(Pre, Pre->getTerminator(), &A.DT, &A.LI);
  BasicBlock *Join = SplitBlock(Exit, Exit->getFirstNonPHIIt(), &A.DT, &A.LI);
  auto StartOf = [&](Value *Sum) {
    for (PHINode &Phi : Copy.getHeader()->phis())
      if (Phi.getIncomingValueForBlock(Copy.getLoopLatch()) == Sum)
        return Phi.getIncomingValueForBlock(Inside);
    return Sum; // Does not change in the loop.
  };
  for (PHINode &Phi : Exit->phis()) {
    PHINode *Either =
        PHINode::Create(Phi.getType(), 2, "gemmify.sum", Join->begin());
    Phi.replaceAllUsesWith(Either);
    Either->addIncoming(&Phi, Exit);
    Either->addIncoming(StartOf(Phi.getIncomingValue(0)), Pre);
  }
  Instruction *Jump = Pre->getTerminator();
  IRBuilder<>(Jump).CreateCondBr(Adds, Inside, Join);
  Jump->eraseFromParent();
  A.DT.insertEdge(Pre, Join);
}

/// What LLVM has frozen, for a branch that it moved, is arithmetic to be seen.
bool BoxLoops::thaw() {
  return thawNest(Trial.copy(), *Start, A.DT,
                  [&](Value &V) { return Numbers.holdFrozen(V, *Start); });
}

} // namespace gemmify
