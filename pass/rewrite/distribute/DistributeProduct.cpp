//===- DistributeProduct.cpp - A nest for the product alone ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributeProduct.h"
#include "DistributedLoop.h"
#include "ExpansionWorkspace.h"
#include "intrinsic/Llvm.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/rewrite/guard/ResidualGuard.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

/// The conditions of the split. Whether the product overlaps its own operands
/// is tested before its kernel. Sizes and strides must not change under the
/// tests, and nothing can overlap a result that goes to workspace.
Legality onlyForSplit(const GemmNest &N, const Legality &Legal) {
  Legality Result = Legal;
  if (Legal.Expansion)
    return Result;
  llvm::erase_if(Result.MustBeApart,
                 [&](const AffineRef &R) { return !N.isFixedLoad(R.Access); });
  return Result;
}

class Peeler {
public:
  Peeler(const GemmNest &N, const Legality &AllLegal, const BlockingPlan &Plan,
         BasicBlock *Entry, const NestAnalyses &A)
      : N(N), Legal(onlyForSplit(N, AllLegal)), Plan(Plan), A(A),
        Expander(createExpander(A.SE)), Guard(N, Legal, Expander, A.SE),
        Entry(Entry), Exit(N.Root->getUniqueExitBlock()), Row(N, Guard) {}

  DistributedNest run() {
    if (!emitTests())
      return {};
    closeExit();
    BasicBlock *Before = Legal.Expansion ? emitWorkspace() : Check;
    DistributedLoop First(*N.Root, *Before,
                          Legal.RestFirst ? ".rest" : ".product", A);
    DistributedLoop Second(*N.Root, *First.exiting(),
                           Legal.RestFirst ? ".product" : ".rest", A);
    DistributedLoop &Product = Legal.RestFirst ? Second : First;
    DistributedLoop &Rest = Legal.RestFirst ? First : Second;
    connect(*Before, First, Second, Rest);
    if (Legal.Expansion)
      for (DistributedLoop *Half : {&Product, &Rest})
        Row.redirect(*Half, Legal.Expansion->Accesses);
    if (!N.Besides.Results.empty())
      Rest.readBack(N.Besides.Results, *N.C.Access, *N.Index[DimK].innermost());
    SmallVector<Instruction *, 8> Never = writesThatNeverRun();
    for (DistributedLoop *Half : {&Product, &Rest})
      Half->remove(Never);
    Product.remove(N.Besides.Writes);
    Rest.remove(N.Writes);
    markFallbacks();
    A.SE.forgetAllLoops();
    Product.dropEmptyParts();
    Rest.dropEmptyParts();
    return {Product.loop(), Rest.loop()};
  }

private:
  /// Sums that are formed in one loop do not wait for each other, and in short
  /// ones not for those of the next row. [two sums of doubles, instructions of
  /// plain loops over these, 33x33: 0.76, 64x64: 1.06]
  uint64_t minWork() const {
    if (!N.isVector())
      return Plan.MinWork;
    const bool IsAlone = findSums(*N.Index[DimK].innermost(), A.SE).size() == 1;
    return IsAlone ? Plan.Tune.Skinny.MinSplitWork
                   : Plan.Tune.Skinny.MinRoomWork;
  }

  /// Whether a matrix's product with a vector fills vectors with its rows.
  Value *emitHasRows(IRBuilderBase &B) {
    return B.CreateICmpUGE(Guard.expand(B, N.Index[DimJ].Trip),
                           B.getInt64(Plan.Tune.Skinny.MinSplitRows));
  }

  /// Tests the conditions in the entry and in a separate block after it, and
  /// gives the original loops an empty preheader. Returns false, having added
  /// only dead code, when the conditions never hold.
  bool emitTests() {
    IRBuilder<> B(Entry->getTerminator());
    const uint64_t MinWork = minWork();
    Large = MinWork > 1 ? Guard.isLargeEnough(B, MinWork) : B.getTrue();
    if (N.isVector())
      Large = B.CreateAnd(Large, emitHasRows(B));
    if (Large == B.getFalse())
      return false;
    if (!isa<Constant>(Large))
      Large = B.CreateFreeze(Large);
    Instruction *Last = Entry->getTerminator()->getPrevNode();
    Holds = ResidualGuard(Guard, Legal).holds(B);
    if (auto *Known = dyn_cast<ConstantInt>(Holds); Known && Known->isZero())
      return false;
    if (!isa<Constant>(Holds))
      Holds = B.CreateFreeze(Holds);
    Check = SplitBlock(Entry, Last ? Last->getNextNode() : &Entry->front(),
                       &A.DT, &A.LI, nullptr, "gemmify.split");
    if (Check == N.Root->getLoopPreheader())
      SplitBlock(Check, Check->getTerminator(), &A.DT, &A.LI, nullptr,
                 "gemmify.original");
    return true;
  }

  /// Emits the allocation in a separate block after the conditions.
  BasicBlock *emitWorkspace() {
    BasicBlock *Take = SplitBlock(Check, Check->getTerminator(), &A.DT, &A.LI,
                                  nullptr, "gemmify.rows");
    IRBuilder<> B(Take->getTerminator());
    Taken = Row.take(B);
    return Take;
  }

  /// Values that are used after the nest go through phis of its exit.
  void closeExit() {
    BasicBlock *Exiting = N.Root->getExitingBlock();
    for (BasicBlock *BB : N.Root->blocks())
      for (Instruction &I : *BB) {
        SmallVector<Use *, 4> Outside;
        for (Use &U : I.uses()) {
          auto *User = cast<Instruction>(U.getUser());
          if (!N.Root->contains(User) &&
              !(isa<PHINode>(User) && User->getParent() == Exit))
            Outside.push_back(&U);
        }
        if (Outside.empty())
          continue;
        PHINode *Phi = PHINode::Create(I.getType(), 1, I.getName() + ".last");
        Phi->insertInto(Exit, Exit->begin());
        Phi->addIncoming(&I, Exiting);
        for (Use *U : Outside)
          U->set(Phi);
      }
  }

  /// Makes one half run after the other when the tests succeed.
  void connect(BasicBlock &Before, DistributedLoop &First,
               DistributedLoop &Second, const DistributedLoop &Rest) {
    BasicBlock *Original = N.Root->getLoopPreheader();
    branch(*Entry, Large, *Check, *Original);
    if (Legal.Expansion)
      branch(*Check, Holds, Before, *Original);
    branch(Before, Legal.Expansion ? Taken : Holds, *First.preheader(),
           *Original);
    First.exiting()->getTerminator()->replaceSuccessorWith(Exit,
                                                           Second.preheader());
    // Exits have no predecessor outside their loop.
    BasicBlock *Behind = BasicBlock::Create(
        Exit->getContext(), "gemmify.behind", Exit->getParent(), Exit);
    BranchInst::Create(Exit, Behind);
    if (Loop *Around = N.Root->getParentLoop())
      Around->addBasicBlockToLoop(Behind, A.LI);
    A.DT.addNewBlock(Behind, Second.exiting());
    if (Legal.Expansion) {
      IRBuilder<> B(Behind->getTerminator());
      Row.finish(B);
    }
    Second.exiting()->getTerminator()->replaceSuccessorWith(Exit, Behind);
    for (PHINode &Phi : Exit->phis())
      Phi.addIncoming(
          Rest[Phi.getIncomingValueForBlock(N.Root->getExitingBlock())],
          Behind);
    A.DT.applyUpdates({{DominatorTree::Insert, Entry, Original},
                       {DominatorTree::Insert, Behind, Exit}});
    if (Legal.Expansion)
      A.DT.applyUpdates({{DominatorTree::Insert, Check, Original}});
  }

  static void branch(BasicBlock &BB, Value *Cond, BasicBlock &IfTrue,
                     BasicBlock &IfFalse) {
    Instruction *Old = BB.getTerminator();
    BranchInst::Create(&IfTrue, &IfFalse, Cond, Old->getIterator());
    Old->eraseFromParent();
  }

  /// Those on paths that the conditions exclude.
  SmallVector<Instruction *, 8> writesThatNeverRun() {
    SmallVector<Instruction *, 8> Result;
    for (BasicBlock *BB : N.Root->blocks())
      if (!N.Besides.Position.contains(BB))
        for (Instruction &I : *BB)
          if (isa<StoreInst, MemIntrinsic>(I))
            Result.push_back(&I);
    return Result;
  }

  void markFallbacks() {
    for (Loop *L : N.Root->getLoopsInPreorder())
      markFallback(*L);
  }

  const GemmNest &N;
  Legality Legal;
  const BlockingPlan &Plan;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GuardEmitter Guard;
  BasicBlock *Entry;
  BasicBlock *Exit;
  BasicBlock *Check = nullptr;
  Value *Large = nullptr;
  Value *Holds = nullptr;
  ExpansionWorkspace Row;
  Value *Taken = nullptr; ///< Whether its workspace was allocated.
};

} // namespace

DistributedNest distributeProduct(const GemmNest &N, const Legality &Legal,
                                  const BlockingPlan &Plan, BasicBlock &Entry,
                                  const NestAnalyses &A) {
  return Peeler(N, Legal, Plan, &Entry, A).run();
}

} // namespace gemmify
