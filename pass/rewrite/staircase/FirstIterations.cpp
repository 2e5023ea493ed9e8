//===- FirstIterations.cpp - Phis for a first iteration -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIterations.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

namespace {
class FirstPhis : public SCEVRewriteVisitor<FirstPhis> {
public:
  FirstPhis(ScalarEvolution &SE, const LoopInfo &LI)
      : SCEVRewriteVisitor(SE), LI(LI) {}

  const SCEV *visitUnknown(const SCEVUnknown *S) {
    const auto *Phi = dyn_cast<PHINode>(S->getValue());
    const Loop *L = Phi ? LI.getLoopFor(Phi->getParent()) : nullptr;
    if (!L || L->getHeader() == Phi->getParent())
      return S;
    if (const SCEV *Any = SE.getSCEV(Phi->getIncomingValue(0));
        isTheSame(*Phi, *Any))
      return Any;
    for (Value *V : Phi->incoming_values()) {
      const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(V));
      if (Rec && Rec->getLoop() == L && isAlways(*Phi, *Rec))
        return Rec;
    }
    return S;
  }

private:
  /// Whether all ways bring \p Any, computed in the same iteration, to \p Phi.
  bool isTheSame(const PHINode &Phi, const SCEV &Any) {
    return llvm::all_of(Phi.incoming_values(),
                        [&](const Use &V) { return SE.getSCEV(V) == &Any; }) &&
           !SCEVExprContains(&Any, [&](const SCEV *Part) {
             const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
             return Rec && !Rec->getLoop()->contains(&Phi);
           });
  }

  /// Whether \p Phi is \p Rec in all iterations.
  bool isAlways(const PHINode &Phi, const SCEVAddRecExpr &Rec) {
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
      const SCEV *In = SE.getSCEV(Phi.getIncomingValue(I));
      const auto *Moving = dyn_cast<SCEVAddRecExpr>(In);
      const SCEV *First = Moving && Moving->getLoop() == Rec.getLoop()
                              ? Moving->getStart()
                              : In;
      if (In != &Rec && !(First == Rec.getStart() &&
                          isInFirst(*Phi.getIncomingBlock(I), *Phi.getParent(),
                                    *Rec.getLoop())))
        return false;
    }
    return true;
  }

  /// Whether \p From goes to \p To in no iteration of \p L but the first.
  bool isInFirst(const BasicBlock &From, const BasicBlock &To, const Loop &L) {
    const auto *Br = dyn_cast<BranchInst>(From.getTerminator());
    if (!Br || !Br->isConditional() ||
        Br->getSuccessor(0) == Br->getSuccessor(1)) {
      const BasicBlock *Before = From.getSinglePredecessor();
      return &From != L.getHeader() && Before && isInFirst(*Before, From, L);
    }
    const auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
    if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()) ||
        Cmp->getPredicate() !=
            (Br->getSuccessor(0) == &To ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE))
      return false;
    const auto *Count =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Cmp->getOperand(0)));
    return Count && Count->getLoop() == &L && Count->hasNoSelfWrap() &&
           SE.isKnownNonZero(Count->getStepRecurrence(SE)) &&
           Count->getStart() == SE.getSCEV(Cmp->getOperand(1));
  }

  const LoopInfo &LI;
};
} // namespace

const SCEV *withoutFirstPhis(const SCEV *S, ScalarEvolution &SE,
                             const LoopInfo &LI) {
  return FirstPhis(SE, LI).visit(S);
}

} // namespace gemmify
