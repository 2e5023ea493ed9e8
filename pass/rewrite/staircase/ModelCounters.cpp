//===- ModelCounters.cpp - How the loops of a nest are counted ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "PlainSums.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Whether \p Phi or what comes after it is used for more than to end \p L in
/// the block \p Exiting.
static bool isIndex(const PHINode &Phi, const Loop &L,
                    const BasicBlock &Exiting) {
  const Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  const Value *End = cast<BranchInst>(Exiting.getTerminator())->getCondition();
  auto Counts = [&](const User *U) {
    return U == Next || U == &Phi || (U == End && isa<ICmpInst>(U));
  };
  return !llvm::all_of(Phi.users(), Counts) ||
         !llvm::all_of(Next->users(), Counts);
}

/// A counter that goes by one, preferably of 64 bits, then \p Down, and from
/// zero: there may be one more, up or from another number. Fortran's loops have
/// one that only counts, which is passed by where it has to be one \p
/// OfIndices.
const SCEVAddRecExpr *ModelBuilder::counterOf(Loop &L, bool Down,
                                              bool OfIndices) {
  const SCEVAddRecExpr *Found = nullptr;
  unsigned Best = 0;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy() ||
        Phi.getType()->getIntegerBitWidth() > 64 ||
        (OfIndices && !isIndex(Phi, L, *exitingOf(L))))
      continue;
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
      continue;
    const SCEV *Step = Rec->getStepRecurrence(SE);
    const unsigned How = (Phi.getType()->isIntegerTy(64) ? 4 : 0) +
                         (Step->isAllOnesValue() == Down ? 4 : 2) +
                         (Rec->getStart()->isZero() ? 1 : 0);
    if ((Step->isAllOnesValue() || Step->isOne()) && How > Best) {
      Found = Rec;
      Best = How;
    }
  }
  return Found;
}

/// \p Count of \p L as a number of 64 bits, whenever \p L is entered.
const SCEV *ModelBuilder::countOf(const SCEV *Count, const ModelLoop &L) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const BasicBlock &Before = *L.L->getLoopPreheader();
  SmallVector<AtMost, 12> Known = Nest.domain(L.Parent);
  Known.append(L.If);
  auto IsAtMost = [&](const SCEV *Less, const SCEV *Greater) {
    std::optional<Term> X = term(SE.getNoopOrSignExtend(Less, I64), Before);
    std::optional<Term> Y = term(SE.getNoopOrSignExtend(Greater, I64), Before);
    if (X && !Y && X->Base == Term::Zero)
      if (auto Two = difference(SE.getNoopOrSignExtend(Greater, I64), Before)) {
        X = Two->second + X->Plus;
        Y = Two->first;
      }
    if (!X || !Y)
      return false;
    // Nobody writes the minimum of 0 or 1 and a size: that the size is larger
    // is tested.
    const bool IsTested =
        X->Base == Term::Zero && X->Plus <= 1 && Y->Base == Term::Size;
    if (IsTested)
      need({*X, *Y});
    return IsTested || implies(Known, {*X, *Y});
  };
  Count = withoutMinMax(Count, SE, IsAtMost);
  // Bounds that move are known to be in order: their difference has no sign.
  return SE.isLoopInvariant(Count, Nest.Root)
             ? SE.getNoopOrZeroExtend(Count, I64)
             : SE.getNoopOrSignExtend(Count, I64);
}

/// Numbers the iterations of \p New as \p Counter does, which itself may wrap
/// around.
bool ModelBuilder::setBounds(ModelLoop &New, const SCEVAddRecExpr &Counter,
                             const SCEV &Count) {
  New.Down = !Counter.getStepRecurrence(SE)->isOne();
  const SCEV *Start = SE.getNoopOrSignExtend(Counter.getStart(),
                                             Type::getInt64Ty(SE.getContext()));
  const SCEV *Last =
      New.Down ? SE.getMinusSCEV(Start, &Count) : SE.getAddExpr(Start, &Count);
  const BasicBlock &Before = *New.L->getLoopPreheader();
  std::optional<Term> First = term(Start, Before), End = term(Last, Before);
  if (!First || !End)
    return false;
  New.Low = New.Down ? *End : *First;
  New.High = New.Down ? *First : *End;
  return true;
}

bool ModelBuilder::findBounds(ModelLoop &New, const SCEV &Count) {
  for (bool OfIndices : {true, false})
    for (bool Down : {true, false}) {
      const SCEVAddRecExpr *Counter = counterOf(*New.L, Down, OfIndices);
      if (Counter && setBounds(New, *Counter, Count))
        return true;
    }
  return false;
}

} // namespace gemmify
