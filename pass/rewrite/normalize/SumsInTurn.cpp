//===- SumsInTurn.cpp - A sum over several loops, one after another -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumsInTurn.h"
#include "EarlierValues.h"
#include "SumResult.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "pass/rewrite/guard/NestAlias.h"
#include "pass/rewrite/guard/ResidualGuard.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopIterator.h"

using namespace llvm;

namespace gemmify {

namespace {

/// The first sum of several, and where the value is stored that they make.
class FirstSum {
public:
  FirstSum(Loop &Innermost, const NestAnalyses &A)
      : Inner(Innermost), Body(*Innermost.getParentLoop()), A(A),
        Earlier(A.DT) {}

  /// Whether there is one.
  bool find();
  /// Stores the sum in the copy of \p Trial, and loads it. Returns the store.
  StoreInst &storeFirst(const TrialNest &Trial) const;
  /// What runs between the two stores and accesses memory.
  ArrayRef<Instruction *> between() const { return Between; }

private:
  bool findStore();
  bool collectBetween();
  bool takeNote(Instruction &I);

  Loop &Inner, &Body;
  const NestAnalyses &A;
  SumResult Sum;
  StoreInst *Last = nullptr;
  SmallVector<Instruction *, 8> Between;
  EarlierValues Earlier; ///< What has to come before the first store.
};

/// When a copy with two stores does the same. See TrialNest::guardBy.
class TurnGuard {
public:
  TurnGuard(const TrialNest &Trial, StoreInst &First,
            ArrayRef<Instruction *> Between, const NestAnalyses &A)
      : Trial(Trial), First(First), Between(Between), A(A),
        Expander(createExpander(A.SE)) {}

  bool admit(const GemmNest &Copied, AAResults &AA);
  Value *emitFirst(IRBuilderBase &B);
  Value *emit(IRBuilderBase &B);

private:
  bool isKnownBefore();

  const TrialNest &Trial;
  StoreInst &First;
  const SmallVector<Instruction *, 8> Between;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GemmNest N;
  Legality Legal;
  bool IsKnown = false; ///< See isKnownBefore.
};

} // namespace

/// A store behind the sum of what is computed from it, to an element of its
/// type.
bool FirstSum::findStore() {
  constexpr unsigned MostUsers = 64;
  SmallSetVector<Instruction *, 16> Work;
  Work.insert(Sum.Value);
  for (unsigned At = 0; At != Work.size(); ++At) {
    if (At == MostUsers)
      return false;
    for (User *U : Work[At]->users()) {
      auto *I = cast<Instruction>(U);
      if (!Body.contains(I) || I->getParent() == Body.getHeader())
        continue;
      auto *Store = dyn_cast<StoreInst>(I);
      if (!Store) {
        Work.insert(I);
        continue;
      }
      if (Last && Last != Store)
        return false;
      Last = Store;
    }
  }
  return Last && Last->isSimple() && Last->getPointerAddressSpace() == 0 &&
         Last->getValueOperand()->getType() == Sum.Value->getType() &&
         A.LI.getLoopFor(Last->getParent()) == &Body;
}

/// Whether \p I may come between the stores.
bool FirstSum::takeNote(Instruction &I) {
  if (!goesOn(I))
    return false;
  if (!I.mayReadOrWriteMemory() || computesAndSetsErrno(I))
    return true;
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!(Load && Load->isSimple()) && !(Store && Store->isSimple()))
    return false;
  Between.push_back(&I);
  return true;
}

/// Whether each iteration that comes to the sum comes to the last store,
/// through a loop at least, and what is on the way.
bool FirstSum::collectBetween() {
  // What goes round without being a loop may not end.
  LoopBlocksRPO Order(&Body);
  Order.perform(&A.LI);
  if (containsIrreducibleCFG<const BasicBlock *>(Order, A.LI))
    return false;
  SmallSetVector<BasicBlock *, 16> Work;
  Work.insert(Sum.Behind);
  bool HasLoop = false;
  for (unsigned At = 0; At != Work.size(); ++At) {
    BasicBlock *BB = Work[At];
    const Loop *In = A.LI.getLoopFor(BB);
    if (!Body.contains(BB) || BB == Body.getHeader() || In == &Inner)
      return false;
    if (In != &Body && In->getHeader() == BB) {
      HasLoop = true;
      if (isa<SCEVCouldNotCompute>(A.SE.getBackedgeTakenCount(In)))
        return false;
    }
    for (Instruction &I : *BB)
      if (&I == Last)
        break;
      else if (!takeNote(I))
        return false;
    if (BB != Last->getParent())
      Work.insert(succ_begin(BB), succ_end(BB));
  }
  return HasLoop;
}

bool FirstSum::find() {
  if (!Inner.isLoopSimplifyForm() || !Inner.getUniqueExitBlock() ||
      !Body.getLoopLatch())
    return false;
  std::optional<SumResult> Found = findSumResult(Inner, A.LI);
  if (!Found || !Found->Phi->getType()->isFloatingPointTy())
    return false;
  Sum = *Found;
  const bool IsOfLoop = !isa<PHINode>(Sum.Value);
  if (IsOfLoop && llvm::any_of(Sum.Value->users(), [&](const User *U) {
        return isa<PHINode>(U) &&
               cast<Instruction>(U)->getParent() == Sum.Behind;
      }))
    return false;
  return findStore() && collectBetween() &&
         Earlier.add(*Last->getPointerOperand(),
                     *Sum.Behind->getFirstInsertionPt());
}

StoreInst &FirstSum::storeFirst(const TrialNest &Trial) const {
  auto *Value = cast<Instruction>(Trial[Sum.Value]);
  auto *Store = cast<StoreInst>(Trial[Last]);
  auto *Behind = cast<BasicBlock>(Trial[Sum.Behind]);
  auto *First = cast<StoreInst>(Store->clone());
  First->setOperand(0, Value);
  First->insertBefore(Behind->getFirstInsertionPt());
  // Ways past the sum come to the other store as well, whose address stays.
  First->setOperand(1, Earlier.copy(Trial, *First, First->getPointerOperand()));
  // The scope of an inlined function may begin between both stores.
  AAMDNodes Facts = First->getAAMetadata();
  Facts.Scope = Facts.NoAlias = nullptr;
  First->setAAMetadata(Facts);
  IRBuilder<> B(First->getNextNode());
  B.SetCurrentDebugLocation(First->getDebugLoc());
  LoadInst *Load =
      B.CreateAlignedLoad(Value->getType(), First->getPointerOperand(),
                          First->getAlign(), "gemmify.so.far");
  Load->setAAMetadata(Facts);
  const Loop &Copy = Trial.copyOf(Inner);
  Value->replaceUsesWithIf(Load, [&](const Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    return User != First && !Copy.contains(User);
  });
  return *First;
}

/// Whether what N and the tests are computed from is known before the copy.
bool TurnGuard::isKnownBefore() {
  bool Known = true;
  auto Note = [&](const SCEV *S) {
    Known &= A.SE.isLoopInvariant(S, &Trial.copy());
  };
  N.forEachExpression(Note);
  Legal.forEachExpression(Note);
  return Known;
}

bool TurnGuard::admit(const GemmNest &Copied, AAResults &AA) {
  if (Copied.C.Access != &First)
    return false;
  N = Copied;
  N.Guards.clear(); // Where a loop does not run, elements are the same.
  NestAlias Alias(N, AA);
  const AccessedPointer Element{&First, First.getPointerOperand(),
                                /*Writes=*/true};
  const std::optional<NestAccess> OfElement = describeAccess(Element, N, A);
  for (Instruction *I : Between) {
    auto *Copy = cast<Instruction>(Trial[I]);
    const AccessedPointer Other{Copy, getLoadStorePointerOperand(Copy),
                                isa<StoreInst>(Copy)};
    if (Alias.neverAliases(First, *Element.Ptr, *Copy, *Other.Ptr))
      continue;
    std::optional<NestAccess> OfOther = describeAccess(Other, N, A);
    if (!OfElement || !OfOther || N.Root != &Trial.copy() ||
        A.SE.getMinusSCEV(OfElement->Ref.Start, OfOther->Ref.Start)->isZero())
      return false;
    AccessPair P{*OfElement, std::move(*OfOther)};
    P.Moved = true;
    P.TakeTurns = takeTurns(P.Product, P.Rest, A.SE);
    Legal.Pairs.push_back(std::move(P));
  }
  IsKnown = isKnownBefore();
  return IsKnown || Legal.Pairs.empty();
}

/// Small sums are not split off, and one more store and load take time.
Value *TurnGuard::emitFirst(IRBuilderBase &B) {
  if (!IsKnown)
    return B.getTrue();
  GuardEmitter G(N, Legal, Expander, A.SE);
  return G.isLargeEnough(B, SharedTuning::MinTurnWork);
}

Value *TurnGuard::emit(IRBuilderBase &B) {
  if (Legal.Pairs.empty())
    return B.getTrue();
  GuardEmitter G(N, Legal, Expander, A.SE);
  Value *Holds = ResidualGuard(G, Legal).holds(B);
  return isa<Constant>(Holds) ? Holds : B.CreateFreeze(Holds);
}

std::unique_ptr<TrialNest> readSumsInTurnAt(Loop &Root, Loop &Innermost,
                                            const NestAnalyses &A) {
  FirstSum Sum(Innermost, A);
  if (!TrialNest::isOneNest(Root) || !Sum.find() || !TrialNest::canCopy(Root))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".turns", A);
  StoreInst &First = Sum.storeFirst(*Trial);
  Trial->forgetCopy();
  auto Guard = std::make_shared<TurnGuard>(*Trial, First, Sum.between(), A);
  Trial->guardBy(Guard, Trial->copyOf(Innermost));
  return Trial;
}

std::unique_ptr<TrialNest> readSumsInTurn(Loop &Innermost,
                                          const NestAnalyses &A) {
  return readOutermost(Innermost, [&](Loop &Root) {
    std::unique_ptr<TrialNest> Trial = readSumsInTurnAt(Root, Innermost, A);
    return Trial && Trial->recognizeWhole() ? std::move(Trial) : nullptr;
  });
}

} // namespace gemmify
