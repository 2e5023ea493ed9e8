//===- EarlyExits.cpp - Loops that end before their last question ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyExits.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace gemmify {

/// The predicate of \p Cmp, a signed one where both sides have the same sign.
static CmpInst::Predicate predicateOf(const ICmpInst &Cmp) {
  return hasSameSign(Cmp) ? ICmpInst::getSignedPredicate(Cmp.getPredicate())
                          : Cmp.getPredicate();
}

static ICmpInst *comparisonOf(const BranchInst &Br) {
  return Br.isConditional() ? dyn_cast<ICmpInst>(Br.getCondition()) : nullptr;
}

/// Whether \p BB may run once more, with anything for its phis.
static bool mayRunAgain(const BasicBlock &BB) {
  constexpr unsigned MostInBlock = 16;
  return BB.size() <= MostInBlock && llvm::all_of(BB, [](const Instruction &I) {
           return isa<PHINode>(I) || I.isTerminator() ||
                  (!I.mayReadFromMemory() && isSafeToSpeculativelyExecute(&I));
         });
}

/// Whether phis of \p To get from both ends what is known in both.
static bool bringTheSame(const BasicBlock &To, const EarlyExit &Exit) {
  return llvm::all_of(To.phis(), [&](const PHINode &Phi) {
    return Phi.getIncomingValueForBlock(Exit.Early->getParent()) ==
           Phi.getIncomingValueForBlock(Exit.Last->getParent());
  });
}

/// Whether both ask the same, and the loop \p L ends with the same answer.
static bool endsAsLast(const EarlyExit &Exit, const Loop &L,
                       const DominatorTree &DT) {
  const ICmpInst *X = comparisonOf(*Exit.Early), *Y = comparisonOf(*Exit.Last);
  if (!X || !Y || predicateOf(*X) != predicateOf(*Y) ||
      !llvm::equal(X->operand_values(), Y->operand_values()))
    return false;
  const bool IsKnown = llvm::all_of(Y->operand_values(), [&](const Value *Op) {
    const auto *I = dyn_cast<Instruction>(Op);
    return !I || DT.dominates(I, Exit.Early);
  });
  const unsigned Out = L.contains(Exit.Last->getSuccessor(0)) ? 1 : 0;
  const BasicBlock *To = Exit.Last->getSuccessor(Out);
  return IsKnown && To == Exit.Early->getSuccessor(Out) &&
         L.contains(Exit.Early->getSuccessor(1 - Out)) &&
         bringTheSame(*To, Exit);
}

std::optional<EarlyExit> findEarlyExit(const Loop &Root,
                                       const NestAnalyses &A) {
  for (const Loop *L : Root.getLoopsInPreorder()) {
    BasicBlock *Latch = L->getLoopLatch();
    auto *Last = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    if (!Last || !L->isLoopExiting(Latch) || !mayRunAgain(*Latch))
      continue;
    for (BasicBlock *BB : L->blocks())
      if (auto *Early = dyn_cast<BranchInst>(BB->getTerminator());
          Early && Early != Last && A.LI.getLoopFor(BB) == L &&
          endsAsLast({Early, Last}, *L, A.DT))
        return EarlyExit{Early, Last};
  }
  return std::nullopt;
}

void leaveLast(const EarlyExit &Exit, const NestAnalyses &A) {
  BasicBlock &Early = *Exit.Early->getParent(), &Last = *Exit.Last->getParent();
  ICmpInst *Asked = comparisonOf(*Exit.Last);
  IRBuilder<> B(Exit.Last);
  Exit.Last->setCondition(
      B.Insert(new ICmpInst(predicateOf(*Asked), Asked->getOperand(0),
                            Asked->getOperand(1)),
               "gemmify.last"));
  const unsigned Out =
      Exit.Early->getSuccessor(0) == Exit.Last->getSuccessor(0) ? 0 : 1;
  Exit.Early->getSuccessor(Out)->removePredecessor(&Early,
                                                   /*KeepOneInputPHIs=*/true);
  Exit.Early->setSuccessor(Out, &Last);
  for (PHINode &Phi : Last.phis())
    Phi.addIncoming(PoisonValue::get(Phi.getType()), &Early);
  A.DT.recalculate(*Last.getParent());
}

} // namespace gemmify
