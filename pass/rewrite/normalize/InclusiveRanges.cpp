//===- InclusiveRanges.cpp - Counters that stop at their end --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InclusiveRanges.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

InclusiveRange::InclusiveRange(PHINode &Phi, Value &AtEnd, Loop &L,
                               ScalarEvolution &SE)
    : Phi(&Phi), End(cast<BranchInst>(L.getLoopLatch()->getTerminator())),
      Cond(End->getCondition()),
      Next(Phi.getIncomingValueForBlock(End->getParent())), OfCond(*Cond),
      OfNext(*Next) {
  const bool Signed = cast<ICmpInst>(AtEnd).isSigned();
  Plain = BinaryOperator::CreateAdd(&Phi, ConstantInt::get(Phi.getType(), 1),
                                    "gemmify.next", End->getIterator());
  // It is used where there is a greater number.
  Plain->setHasNoSignedWrap(Signed);
  Plain->setHasNoUnsignedWrap(!Signed);
  Plain->setDebugLoc(cast<Instruction>(Next)->getDebugLoc());
  SE.forgetTopmostLoop(&L);
  SE.forgetValue(&Phi);
  Phi.setIncomingValueForBlock(End->getParent(), Plain);
  End->setCondition(&AtEnd);
}

void InclusiveRange::restore(const NestAnalyses &A) {
  A.SE.forgetTopmostLoop(A.LI.getLoopFor(Phi->getParent()));
  A.SE.forgetValue(Phi);
  Phi->setIncomingValueForBlock(End->getParent(), Next);
  End->setCondition(Cond);
  Plain->eraseFromParent();
  OfNext.restore(*Next);
  OfCond.restore(*Cond);
}

void InclusiveRange::finish() {
  SmallVector<WeakTrackingVH, 2> Dead = {Cond, Next};
  llvm::erase_if(Dead, [](Value *V) { return !V; });
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

/// Whether \p Next is \p Phi + 1 where \p AtEnd does not hold.
static bool isNext(Value *Next, Value *Phi, Value *AtEnd) {
  Value *More;
  if (match(Next, m_c_Add(m_Specific(Phi), m_ZExt(m_Value(More)))))
    return match(More, m_Not(m_Specific(AtEnd)));
  return match(Next, m_Select(m_Specific(AtEnd), m_Value(),
                              m_c_Add(m_Specific(Phi), m_One())));
}

/// The test among those of the end of \p L that is whether \p Phi has no next
/// number in its range, where the others add nothing to it; or null.
static Value *findTest(PHINode &Phi, const Loop &L) {
  auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch()), *X, *Y;
  if (!Br || L.contains(Br->getSuccessor(0)) ||
      !match(Br->getCondition(), m_LogicalOr(m_Value(X), m_Value(Y))))
    return nullptr;
  for (auto [AtEnd, Beyond] : {std::pair(X, Y), std::pair(Y, X)}) {
    CmpPredicate Pred, Other;
    Value *Last;
    if (!match(AtEnd, m_ICmp(Pred, m_Specific(&Phi), m_Value(Last))) ||
        !ICmpInst::isGE(Pred) || !isNext(Next, &Phi, AtEnd) ||
        !match(Beyond, m_ICmp(Other, m_Specific(Next), m_Specific(Last))))
      continue;
    if (Other == ICmpInst::getStrictPredicate(Pred))
      return AtEnd;
  }
  return nullptr;
}

SmallVector<InclusiveRange, 0> simplifyRanges(const NestAnalyses &A) {
  SmallVector<InclusiveRange, 0> Ranges;
  for (Loop *L : A.LI.getLoopsInPreorder())
    if (L->getLoopLatch() && L->getLoopPreheader() &&
        (L->getLoopDepth() > 1 || !L->isInnermost()))
      for (PHINode &Phi : L->getHeader()->phis())
        if (Value *AtEnd =
                Phi.getType()->isIntegerTy() ? findTest(Phi, *L) : nullptr) {
          Ranges.emplace_back(Phi, *AtEnd, *L, A.SE);
          break;
        }
  return Ranges;
}

} // namespace gemmify
