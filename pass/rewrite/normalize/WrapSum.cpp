//===- WrapSum.cpp - A loop around a sum that is written out --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapSum.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/unroll/Reroll.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

WrappedSum::WrappedSum(Loop &Inner, const NestAnalyses &A) : A(A) {
  if (!Inner.isInnermost() || !Inner.getParentLoop())
    return;
  SmallVector<WrittenSum, 1> Sums = findWrittenSums(Inner, A.SE);
  if (Sums.empty())
    return;
  const WrittenSum &Sum = Sums.front();
  Last = &Sum.last();
  if (Sums.size() == 1 && (gather(Sum) || takeAsItStands(Sum)))
    wrap(Sum, Inner);
}

WrappedSum::~WrappedSum() {
  if (Wrap)
    unwrap();
}

/// Nothing that the sum is made of may be used elsewhere, as it will be in the
/// loop. What is used elsewhere goes before the loop with all that it needs.
/// Returns false when that includes a step.
static bool dropSharedParts(SmallSetVector<Instruction *, 32> &Body,
                            const WrittenSum &Sum) {
  auto IsShared = [&](Instruction *I) {
    return I != &Sum.last() && llvm::any_of(I->users(), [&](User *U) {
             return !Body.contains(cast<Instruction>(U));
           });
  };
  while (Body.remove_if(IsShared))
    ;
  return llvm::all_of(Sum.Steps,
                      [&](const Update &U) { return Body.contains(U.Result); });
}

/// The instructions of its block that \p Sum is made of, except its start.
static SmallSetVector<Instruction *, 32> partsOf(const WrittenSum &Sum) {
  const BasicBlock *BB = Sum.last().getParent();
  const Value *Start = Sum.FirstProduct ? nullptr : Sum.first().Sum;
  SmallSetVector<Instruction *, 32> Parts;
  Parts.insert(&Sum.last());
  for (unsigned At = 0; At != Parts.size(); ++At)
    for (Value *Op : Parts[At]->operands()) {
      auto *I = dyn_cast<Instruction>(Op);
      if (I && I != Start && I->getParent() == BB && !isa<PHINode>(I))
        Parts.insert(I);
    }
  return Parts;
}

static BasicBlock::iterator
firstOf(const SmallSetVector<Instruction *, 32> &Body, BasicBlock &BB) {
  return llvm::find_if(BB, [&](Instruction &I) { return Body.contains(&I); });
}

/// Moves the parts of the sum together, past other instructions, where that
/// cannot change what they read.
bool WrappedSum::gather(const WrittenSum &Sum) {
  BasicBlock &BB = *Sum.last().getParent();
  Body = partsOf(Sum);
  if (!dropSharedParts(Body, Sum))
    return false;
  Before.clear();
  SmallVector<Instruction *, 32> InOrder;
  for (Instruction &I : llvm::make_range(firstOf(Body, BB),
                                         std::next(Sum.last().getIterator()))) {
    if (I.mayHaveSideEffects())
      return false;
    if (Body.contains(&I))
      InOrder.push_back(&I);
    else
      Before.push_back(&I);
  }
  Body.clear();
  Body.insert(InOrder.begin(), InOrder.end());
  return true;
}

/// The store of \p Last that follows it, or \p Last.
static BasicBlock::iterator endOf(Instruction &Last) {
  for (Instruction &I : llvm::make_range(std::next(Last.getIterator()),
                                         Last.getParent()->end())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (Store && Store->getValueOperand() == &Last)
      return I.getIterator();
    if (I.mayReadOrWriteMemory())
      break;
  }
  return Last.getIterator();
}

/// Takes everything between the first part of the sum and its last step or the
/// store after it: the sum may be stored after each step. Other values that are
/// computed there and used later go before it.
bool WrappedSum::takeAsItStands(const WrittenSum &Sum) {
  BasicBlock &BB = *Sum.last().getParent();
  const BasicBlock::iterator First = firstOf(partsOf(Sum), BB);
  Body.clear();
  Before.clear();
  for (Instruction &I : llvm::make_range(First, std::next(endOf(Sum.last())))) {
    if (I.mayHaveSideEffects() && !isa<StoreInst>(I))
      return false;
    const bool NeedsBody = llvm::any_of(I.operands(), [&](Value *Op) {
      auto *Operand = dyn_cast<Instruction>(Op);
      return Operand && Body.contains(Operand);
    });
    if (NeedsBody || I.mayReadOrWriteMemory())
      Body.insert(&I);
    else
      Before.push_back(&I);
  }
  return isClosed(Sum);
}

/// Whether only the sum is used outside the body.
bool WrappedSum::isClosed(const WrittenSum &Sum) const {
  return llvm::all_of(Body, [&](Instruction *I) {
    return I == &Sum.last() || llvm::all_of(I->users(), [&](User *U) {
             return Body.contains(cast<Instruction>(U));
           });
  });
}

void WrappedSum::wrap(const WrittenSum &Sum, Loop &Inner) {
  if (Sum.FirstProduct && Sum.first().Elem.ByFlags && !Sum.first().Elem.Reassoc)
    return; // It is not known here which of the two products is rounded.
  BasicBlock *BB = Last->getParent();
  for (Instruction &I : *BB)
    Order.push_back(&I);
  Instruction *End = Body.back();
  for (Instruction *I : Body)
    if (I != End)
      I->moveBeforePreserving(*BB, End->getIterator());
  for (Instruction *I : Before)
    I->moveBeforePreserving(*BB, Body.front()->getIterator());
  BasicBlock *Once = SplitBlock(BB, Body.front()->getIterator(), &A.DT, &A.LI,
                                nullptr, "written.sum");
  BasicBlock *After = SplitBlock(Once, std::next(End->getIterator()), &A.DT,
                                 &A.LI, nullptr, "written.end");
  Entry = BB;
  Header = Once;
  Exit = After;
  Wrap = A.LI.AllocateLoop();
  Inner.addChildLoop(Wrap);
  A.LI.changeLoopFor(Once, Wrap);
  Wrap->addBlockEntry(Once);

  IRBuilder<> B(Once, Once->begin());
  Counter = B.CreatePHI(B.getInt64Ty(), 2, "once");
  // A sum that is loaded between its steps goes through memory.
  auto *Start = dyn_cast<Instruction>(Sum.first().Sum);
  if (Sum.FirstProduct || !Start || !Body.contains(Start))
    Acc = B.CreatePHI(Last->getType(), 2, "sum");
  Instruction *Jump = Once->getTerminator();
  B.SetInsertPoint(Jump);
  Value *Next = B.CreateAdd(Counter, B.getInt64(1), "once.next");
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(1), "again"), Once, After);
  Jump->eraseFromParent();
  Counter->addIncoming(B.getInt64(0), BB);
  Counter->addIncoming(Next, Once);
  if (Acc) {
    startFrom(Sum);
    Acc->addIncoming(Last, Once);
  }
  forget();
}

/// Makes the first step add to the phi. A product in place of the start becomes
/// a step that adds it to the zero that changes no bit.
void WrappedSum::startFrom(const WrittenSum &Sum) {
  Instruction &First = *Sum.first().Result;
  Value *Start = Sum.first().Sum, *AddTo = Acc;
  FirstProduct = Sum.FirstProduct;
  UsesOfStart = UseOrder(FirstProduct ? *FirstProduct : *Start);
  if (FirstProduct) {
    IRBuilder<> B(FirstProduct->getNextNode());
    const auto *Call = dyn_cast<IntrinsicInst>(&First);
    if (Call)
      AddTo = B.CreateIntrinsic(
          Call->getIntrinsicID(), {Acc->getType()},
          {FirstProduct->getOperand(0), FirstProduct->getOperand(1), Acc});
    else if (Acc->getType()->isIntegerTy())
      AddTo = B.CreateAdd(Acc, FirstProduct);
    else
      AddTo = B.CreateFAdd(Acc, FirstProduct);
    FirstStep = cast<Instruction>(AddTo);
    FirstStep->setDebugLoc(FirstProduct->getDebugLoc());
    if (isa<FPMathOperator>(FirstStep))
      FirstStep->copyFastMathFlags(FirstProduct);
  }
  if (isa<IntrinsicInst>(First))
    First.setOperand(2, AddTo);
  else
    First.replaceUsesOfWith(Start, AddTo);
  Acc->addIncoming(!FirstProduct ? Start
                   : Acc->getType()->isIntegerTy()
                       ? Constant::getNullValue(Acc->getType())
                       : ConstantFP::getNegativeZero(Acc->getType()),
                   cast<BasicBlock>(Entry));
}

/// Forgets what has been computed for the block and its loops before it was
/// split.
void WrappedSum::forget() {
  A.SE.forgetTopmostLoop(Wrap);
  A.SE.forgetBlockAndLoopDispositions();
}

/// Restores everything, unless the loops were deleted.
void WrappedSum::unwrap() {
  if (!Entry || !Header || !Exit)
    return;
  auto *BB = cast<BasicBlock>(Entry), *Once = cast<BasicBlock>(Header),
       *After = cast<BasicBlock>(Exit);
  forget();
  if (FirstStep) {
    FirstStep->replaceAllUsesWith(FirstProduct);
    FirstStep->eraseFromParent();
    Acc->eraseFromParent();
    UsesOfStart.restore(*FirstProduct);
  } else if (Acc) {
    Value *Start = Acc->getIncomingValueForBlock(BB);
    Acc->replaceAllUsesWith(Start);
    Acc->eraseFromParent();
    UsesOfStart.restore(*Start);
  }
  auto *Branch = cast<BranchInst>(Once->getTerminator());
  auto *Again = cast<Instruction>(Branch->getCondition());
  auto *Next = cast<Instruction>(Again->getOperand(0));
  Branch->eraseFromParent();
  Again->eraseFromParent();
  Counter->replaceAllUsesWith(PoisonValue::get(Counter->getType()));
  Counter->eraseFromParent();
  Next->eraseFromParent();
  BB->getTerminator()->eraseFromParent();
  BB->splice(BB->end(), Once);
  BB->splice(BB->end(), After);
  BB->replaceSuccessorsPhiUsesWith(After, BB);

  SmallVector<DomTreeNode *, 4> Children(A.DT.getNode(After)->children());
  for (DomTreeNode *Child : Children)
    A.DT.changeImmediateDominator(Child, A.DT.getNode(BB));
  A.DT.eraseNode(After);
  A.DT.eraseNode(Once);
  A.LI.removeBlock(Once);
  A.LI.removeBlock(After);
  A.LI.destroy(Wrap->getParentLoop()->removeChildLoop(Wrap));
  Once->eraseFromParent();
  After->eraseFromParent();
  if (BB->size() == Order.size() && !llvm::is_contained(Order, nullptr))
    for (Value *I : Order)
      cast<Instruction>(I)->moveBeforePreserving(*BB, BB->end());
}

Recognition recognizeWritten(const WrappedSum &Sum, const NestAnalyses &A) {
  if (!Sum.loop())
    return Recognition();
  Recognition R = recognizeGemm(*Sum.loop(), A, /*OneForm=*/true);
  if (R.Nest && !R.Nest->Besides.empty())
    R.Nest.reset();
  // Reasons about loops that were unrolled by hand do not help here.
  if (R.Why == Reason::NoCopies || R.Why == Reason::OtherOrder ||
      findSums(*Sum.loop(), A.SE).empty())
    R.Why = Reason::None;
  return R;
}

} // namespace gemmify
