//===- RestrictLoops.cpp - The loops of a nest within one box -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxLoops.h"
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
    if (!counts(Phi, L, A.SE))
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

void BoxLoops::takeBranches() {
  SmallVector<BasicBlock *, 4> MayBeDead;
  for (const PaddingBranch &Each : Nest.Branches) {
    auto *Br = cast<BranchInst>(Trial[Each.Branch]);
    BasicBlock *From = Br->getParent();
    BasicBlock *Other = Br->getSuccessor(1 - Each.Onward);
    Value *Condition = Br->getCondition();
    Other->removePredecessor(From);
    IRBuilder<>(Br).CreateBr(Br->getSuccessor(Each.Onward));
    Br->eraseFromParent();
    A.DT.deleteEdge(From, Other);
    RecursivelyDeleteTriviallyDeadInstructions(Condition);
    MayBeDead.push_back(Other);
  }
  dropDeadBlocks(MayBeDead);
}

void BoxLoops::dropDeadBlocks(ArrayRef<BasicBlock *> MayBeDead) {
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
        L->getHeader() == BB && !Dead.contains(L->getParentLoop()->getHeader()))
      Loops.push_back(L);
  for (BasicBlock *BB : Dead)
    A.LI.removeBlock(BB);
  for (Loop *L : Loops) {
    L->getParentLoop()->removeChildLoop(L);
    A.LI.destroy(L);
  }
  DeleteDeadBlocks(Dead.getArrayRef());
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

/// \p In, where it is a fixed step from \p Phi to its next value.
static BinaryOperator *stepOf(Value *In, const Value &Phi) {
  auto *Step = dyn_cast<BinaryOperator>(In);
  return Step && Step->getOpcode() == Instruction::Add &&
                 Step->getOperand(0) == &Phi &&
                 isa<ConstantInt>(Step->getOperand(1))
             ? Step
             : nullptr;
}

/// Whether \p V is arithmetic on counters and on values from before the nest.
bool BoxLoops::canThaw(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || isGuaranteedNotToBeUndefOrPoison(V))
    return true;
  if (!Trial.copy().contains(I))
    return A.DT.properlyDominates(I->getParent(), Start);
  if (isa<PHINode>(I)) {
    const Loop *L = A.LI.getLoopFor(I->getParent());
    return I->getParent() == L->getHeader() &&
           llvm::all_of(cast<PHINode>(I)->incoming_values(), [&](Value *In) {
             return stepOf(In, *I) || isGuaranteedNotToBeUndefOrPoison(In);
           });
  }
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Trunc:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Freeze:
    return llvm::all_of(I->operands(), [&](Value *Op) { return canThaw(Op); });
  default:
    return false;
  }
}

/// Makes \p V, for which canThaw holds, no poison.
void BoxLoops::thaw(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (isGuaranteedNotToBeUndefOrPoison(V))
    return;
  if (!I || !Trial.copy().contains(I)) {
    Value *Held = Numbers.holdFrozen(*V, *Start);
    V->replaceUsesWithIf(Held, [&](Use &U) {
      return Trial.copy().contains(cast<Instruction>(U.getUser()));
    });
    return;
  }
  if (isa<PHINode>(I)) {
    for (Value *In : cast<PHINode>(I)->incoming_values())
      if (BinaryOperator *Step = stepOf(In, *I);
          Step && !(I->getType()->isIntegerTy(64) &&
                    cast<ConstantInt>(Step->getOperand(1))->isOne()))
        Step->dropPoisonGeneratingFlags();
    return;
  }
  I->dropPoisonGeneratingFlags();
  for (Value *Op : SmallVector<Value *, 2>(I->operand_values()))
    thaw(Op);
}

/// What LLVM has frozen, for a branch that it moved, is arithmetic to be seen:
/// the parts are frozen instead.
bool BoxLoops::thaw() {
  SmallVector<FreezeInst *, 2> Frozen;
  for (BasicBlock *BB : Trial.copy().blocks())
    for (Instruction &I : *BB)
      if (auto *Freeze = dyn_cast<FreezeInst>(&I)) {
        if (!canThaw(Freeze->getOperand(0)))
          return false;
        Frozen.push_back(Freeze);
      }
  for (FreezeInst *Freeze : Frozen) {
    thaw(Freeze->getOperand(0));
    Freeze->replaceAllUsesWith(Freeze->getOperand(0));
    Freeze->eraseFromParent();
  }
  return true;
}

} // namespace gemmify
