//===- SplitCounters.cpp - Counters with another first step ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitCounters.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

SplitCounter::SplitCounter(PHINode &Next, PHINode &Counter, bool NoUnsignedWrap,
                           bool NoSignedWrap)
    : Next(&Next), OfNext(Next) {
  BasicBlock &BB = *Next.getParent();
  Plain = BinaryOperator::CreateAdd(&Counter,
                                    ConstantInt::get(Counter.getType(), 1),
                                    "gemmify.next", BB.getFirstInsertionPt());
  Plain->setHasNoUnsignedWrap(NoUnsignedWrap);
  Plain->setHasNoSignedWrap(NoSignedWrap);
  Plain->setDebugLoc(Next.getDebugLoc());
  Next.replaceAllUsesWith(Plain);
}

void SplitCounter::restore(const NestAnalyses &A) {
  A.SE.forgetTopmostLoop(A.LI.getLoopFor(Plain->getParent()));
  A.SE.forgetValue(Plain);
  Plain->replaceAllUsesWith(Next);
  Plain->eraseFromParent();
  OfNext.restore(*Next);
}

/// Whether \p Counter is \p Is wherever \p From goes to \p To.
static bool isKnown(PHINode &Counter, const APInt &Is, BasicBlock &From,
                    BasicBlock &To, const DominatorTree &DT) {
  return llvm::any_of(Counter.users(), [&](User *Test) {
    CmpPredicate Pred;
    const APInt *Known;
    if (!match(Test, m_ICmp(Pred, m_Specific(&Counter), m_APInt(Known))) ||
        *Known != Is || !ICmpInst::isEquality(Pred))
      return false;
    return llvm::any_of(Test->users(), [&](User *U) {
      auto *Br = dyn_cast<BranchInst>(U);
      if (!Br || Br->getSuccessor(0) == Br->getSuccessor(1))
        return false;
      BasicBlock *Equal = Br->getSuccessor(Pred == ICmpInst::ICMP_EQ ? 0 : 1);
      return (Br->getParent() == &From && Equal == &To) ||
             DT.dominates(BasicBlockEdge(Br->getParent(), Equal), &From);
    });
  });
}

/// What comes after \p Counter in \p L, if that is its sum with 1 written in
/// another way.
static std::optional<SplitCounter> joinCounter(PHINode &Counter, const Loop &L,
                                               const NestAnalyses &A) {
  auto *Next =
      dyn_cast<PHINode>(Counter.getIncomingValueForBlock(L.getLoopLatch()));
  if (!Next || !L.contains(Next) || Next->getParent() == L.getHeader() ||
      A.LI.getLoopFor(Next->getParent()) != &L)
    return std::nullopt;
  bool NoUnsignedWrap = true, NoSignedWrap = true, IsSum = false;
  for (unsigned I = 0; I != Next->getNumIncomingValues(); ++I) {
    Value *In = Next->getIncomingValue(I);
    const APInt *C;
    if (match(In, m_c_Add(m_Specific(&Counter), m_One()))) {
      const auto *Sum = cast<BinaryOperator>(In);
      NoUnsignedWrap &= Sum->hasNoUnsignedWrap();
      NoSignedWrap &= Sum->hasNoSignedWrap();
      IsSum = true;
    } else if (match(In, m_APInt(C)) && !C->isZero() &&
               !C->isMinSignedValue() &&
               isKnown(Counter, *C - 1, *Next->getIncomingBlock(I),
                       *Next->getParent(), A.DT)) {
      continue;
    } else {
      return std::nullopt;
    }
  }
  if (!IsSum)
    return std::nullopt;
  A.SE.forgetTopmostLoop(&L);
  A.SE.forgetValue(&Counter);
  return SplitCounter(*Next, Counter, NoUnsignedWrap, NoSignedWrap);
}

SmallVector<SplitCounter, 0> joinCounters(const NestAnalyses &A) {
  SmallVector<SplitCounter, 0> Joined;
  for (Loop *L : A.LI.getLoopsInPreorder())
    if (L->getLoopLatch() && L->getLoopPreheader() && !L->isInnermost())
      for (PHINode &Counter : L->getHeader()->phis())
        if (Counter.getType()->isIntegerTy())
          if (std::optional<SplitCounter> Found = joinCounter(Counter, *L, A))
            Joined.push_back(std::move(*Found));
  return Joined;
}

} // namespace gemmify
