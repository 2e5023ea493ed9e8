//===- RestoredCounter.cpp - Digits that are put together again -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RestoredCounter.h"
#include "DigitRange.h"

using namespace llvm;

namespace gemmify {

/// The divisions in \p Root by what it does not change.
static SmallVector<Instruction *, 4> findDivisions(const Loop &Root) {
  SmallVector<Instruction *, 4> Divisions;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (I.isIntDivRem() && I.getType()->isIntegerTy() &&
          Root.isLoopInvariant(I.getOperand(1)))
        Divisions.push_back(&I);
  return Divisions;
}

static bool isRemainder(const Instruction *Division) {
  return Division->getOpcode() == Instruction::URem ||
         Division->getOpcode() == Instruction::SRem;
}

/// The nest around \p Innermost whose outermost loop takes its counter apart
/// and has two loops in it, or more, or null.
static Loop *findNestOfDigits(Loop &Innermost, ScalarEvolution &SE) {
  unsigned Depth = 0;
  for (Loop *L = &Innermost; L; L = L->getParentLoop()) {
    if (L != &Innermost && L->getSubLoops().size() != 1)
      return nullptr;
    if (++Depth >= NumDims && findDigits(*L, *L, SE))
      return TrialNest::canCopy(*L) ? L : nullptr;
  }
  return nullptr;
}

/// The quotient that belongs to \p Rem, at a place before it.
static Value *quotientOf(Instruction &Rem, const DominatorTree &DT) {
  const auto Division = Rem.getOpcode() == Instruction::SRem
                            ? Instruction::SDiv
                            : Instruction::UDiv;
  Value *Of = Rem.getOperand(0), *By = Rem.getOperand(1);
  Instruction *Known = nullptr;
  for (User *U : Of->users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I || I->getFunction() != Rem.getFunction() ||
        I->getOpcode() != Division || I->getOperand(0) != Of ||
        I->getOperand(1) != By)
      continue;
    if (DT.dominates(I, &Rem))
      return I;
    if (I->getParent() == Rem.getParent())
      Known = I;
  }
  Value *New =
      BinaryOperator::Create(Division, Of, By, "quotient", Rem.getIterator());
  cast<Instruction>(New)->setDebugLoc(Rem.getDebugLoc());
  if (Known)
    Known->replaceAllUsesWith(New);
  return New;
}

/// Makes \p Rem the dividend less what its quotient counts: modulo 2^n, that is
/// the same.
static void writeAsDifference(Instruction &Rem, const DominatorTree &DT) {
  Value *Quotient = quotientOf(Rem, DT);
  IRBuilder<> B(&Rem);
  Rem.replaceAllUsesWith(
      B.CreateSub(Rem.getOperand(0), B.CreateMul(Quotient, Rem.getOperand(1))));
  Rem.eraseFromParent();
}

namespace {

/// A value that was loaded twice, with a call between: it may have changed.
struct LoadedTwice {
  Instruction *Again, *First;
};

} // namespace

/// Other loads before \p Root of what divisors are loaded from.
static SmallVector<LoadedTwice, 2>
findLoadedTwice(ArrayRef<Instruction *> Divisions, Loop &Root,
                const DominatorTree &DT) {
  SmallVector<LoadedTwice, 2> Twice;
  const Instruction *Before = Root.getLoopPreheader()->getTerminator();
  for (Instruction *Division : Divisions) {
    Value *By = Division->getOperand(1);
    while (isa<SExtInst, ZExtInst>(By))
      By = cast<Instruction>(By)->getOperand(0);
    auto *First = dyn_cast<LoadInst>(By);
    if (!First || !isDivisor(*Division->getOperand(1), Root))
      continue;
    for (User *U : First->getPointerOperand()->users()) {
      auto *Again = dyn_cast<LoadInst>(U);
      if (Again && Again != First && Again->getType() == First->getType() &&
          Again->getFunction() == First->getFunction() &&
          DT.dominates(Again, Before) &&
          llvm::none_of(Twice, [&](const LoadedTwice &Known) {
            return Known.Again == Again || Known.First == Again;
          }))
        Twice.push_back({Again, First});
    }
  }
  return Twice;
}

std::unique_ptr<TrialNest> readRestored(Loop &Innermost,
                                        const NestAnalyses &A) {
  Loop *Root = findNestOfDigits(Innermost, A.SE);
  if (!Root)
    return nullptr;
  const SmallVector<Instruction *, 4> Divisions = findDivisions(*Root);
  const SmallVector<LoadedTwice, 2> Twice =
      findLoadedTwice(Divisions, *Root, A.DT);
  if (Twice.empty() && llvm::none_of(Divisions, isRemainder))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Root, ".restored", A);
  for (Instruction *Each : llvm::make_filter_range(Divisions, isRemainder))
    writeAsDifference(*cast<Instruction>((*Trial)[Each]), A.DT);
  for (auto [Again, First] : Twice)
    Again->replaceUsesWithIf(First, [&](const Use &U) {
      return Trial->copy().contains(cast<Instruction>(U.getUser()));
    });
  A.SE.forgetTopmostLoop(&Trial->copy());
  Trial->readAt(Trial->copyOf(Innermost), [Twice](IRBuilderBase &B) {
    Value *Same = B.getTrue();
    for (auto [Again, First] : Twice)
      Same = B.CreateAnd(
          Same, B.CreateICmpEQ(B.CreateFreeze(Again), B.CreateFreeze(First)));
    return Same;
  });
  return Trial;
}

} // namespace gemmify
