//===- FindSwitched.cpp - Loops that LLVM has switched --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindSwitched.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

/// \p V, or what single ways bring to it.
static Value *behindPhis(Value *V) {
  while (auto *Phi = dyn_cast<PHINode>(V)) {
    if (Phi->getNumIncomingValues() != 1)
      break;
    V = Phi->getIncomingValue(0);
  }
  return V;
}

/// Whether \p I stores \p Sum to one place in each iteration of \p Of: LLVM
/// leaves the sum in memory where the result may be an operand.
static bool storesSum(const Instruction &I, const Value &Sum, const Loop &Of,
                      const DominatorTree &DT) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && Store->isSimple() && Store->getValueOperand() == &Sum &&
         Of.isLoopInvariant(Store->getPointerOperand()) &&
         DT.dominates(Store->getParent(), Of.getLoopLatch());
}

/// The sum of \p Of, if nothing else happens in it and is used after it.
std::optional<SumLoop> SwitchFinder::readSum(Loop &Of) const {
  SumLoop Found;
  Found.L = &Of;
  if (!Of.isInnermost() || !Of.isLoopSimplifyForm() ||
      Of.getExitingBlock() != Of.getLoopLatch())
    return std::nullopt;
  for (PHINode &Phi : Of.getHeader()->phis()) {
    const auto *Rec = SE.isSCEVable(Phi.getType())
                          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                          : nullptr;
    if (Rec && Rec->getLoop() == &Of && Rec->isAffine())
      continue;
    if (Found.Sum)
      return std::nullopt;
    Found.Sum = &Phi;
  }
  if (!Found.Sum)
    return std::nullopt;
  auto *Next = dyn_cast<Instruction>(
      Found.Sum->getIncomingValueForBlock(Of.getLoopLatch()));
  std::optional<Update> Step =
      Next ? matchUpdate(*Next, [&](Value *V) { return V == Found.Sum; })
           : std::nullopt;
  if (!Step || !Next->getType()->isFloatingPointTy())
    return std::nullopt;
  Found.Step = *Step;
  for (BasicBlock *BB : Of.blocks())
    for (Instruction &I : *BB) {
      if (!Found.Store && storesSum(I, *Next, Of, A.DT))
        Found.Store = cast<StoreInst>(&I);
      else if (I.mayHaveSideEffects() ||
               (I.mayReadFromMemory() && !isa<LoadInst>(I)))
        return std::nullopt;
      for (User *U : I.users())
        if (!Of.contains(cast<Instruction>(U)) && &I != Next)
          return std::nullopt;
    }
  return Found;
}

/// The only element of the own loop that is read on a condition.
bool SwitchFinder::findRead() {
  for (BasicBlock *BB : L.blocks())
    for (PHINode &Phi : BB->phis()) {
      if (BB == L.getHeader())
        continue;
      if (Read.Element || Phi.getNumIncomingValues() != 2)
        return false;
      for (unsigned At : {0u, 1u}) {
        auto *Load = dyn_cast<LoadInst>(Phi.getIncomingValue(At));
        auto *Zero = dyn_cast<Constant>(Phi.getIncomingValue(1 - At));
        BasicBlock *Within = Phi.getIncomingBlock(At),
                   *From = Phi.getIncomingBlock(1 - At);
        auto *Br = dyn_cast<BranchInst>(From->getTerminator());
        if (!Load || !Zero || !Zero->isNullValue() ||
            Load->getParent() != Within || !Load->isSimple() || !Br ||
            !Br->isConditional() || Within->getSinglePredecessor() != From ||
            Within->getSingleSuccessor() != BB)
          continue;
        const unsigned ToRead = Br->getSuccessor(0) == Within ? 0 : 1;
        if (Br->getSuccessor(1 - ToRead) == BB)
          Read = {Br, ToRead, Load, &Phi, Zero};
      }
      if (!Read.Element)
        return false;
    }
  return Read.Element &&
         (Own.Step.X.Root == Read.Element) != (Own.Step.Y.Root == Read.Element);
}

/// Whether \p BB may run where it does not.
bool SwitchFinder::isRunAnyway(const BasicBlock &BB) const {
  return llvm::all_of(BB, [](const Instruction &I) {
    return I.isTerminator() || isa<PHINode>(I) ||
           (!I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I));
  });
}

/// The innermost loop that \p BB leads to alone, or null.
Loop *SwitchFinder::leadsTo(BasicBlock *BB) const {
  Loop *Around = L.getParentLoop();
  SmallPtrSet<BasicBlock *, 4> Seen;
  while (BB && Seen.insert(BB).second) {
    Loop *In = A.LI.getLoopFor(BB);
    if (In != Around)
      return In && In->getParentLoop() == Around && In->getHeader() == BB
                 ? In
                 : nullptr;
    if (llvm::any_of(*BB,
                     [](Instruction &I) { return I.mayHaveSideEffects(); }))
      return nullptr;
    BB = BB->getSingleSuccessor();
  }
  return nullptr;
}

/// Whether \p X, in each iteration of its loop, reads what \p Y does in the
/// same one of its own.
bool SwitchFinder::isSame(LoadInst &X, const Loop &OfX, LoadInst &Y,
                          const Loop &OfY) const {
  auto At = [&](LoadInst &Load, const Loop &Of) {
    const auto *Rec =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load.getPointerOperand()));
    return Rec && Rec->getLoop() == &Of && Rec->isAffine() ? Rec : nullptr;
  };
  const SCEVAddRecExpr *AtX = At(X, OfX), *AtY = At(Y, OfY);
  return AtX && AtY && X.isSimple() && Y.isSimple() &&
         X.getType() == Y.getType() && AtX->getStart() == AtY->getStart() &&
         AtX->getStepRecurrence(SE) == AtY->getStepRecurrence(SE) &&
         X.getAlign() >= Y.getAlign();
}

/// The load of \p U's factor other than \p Factor, or null.
static LoadInst *factorBeside(const Update &U, const Value *Factor) {
  if (U.X.Root == Factor)
    return dyn_cast<LoadInst>(U.Y.Root);
  return U.Y.Root == Factor ? dyn_cast<LoadInst>(U.X.Root) : nullptr;
}

/// What each iteration of the own loop reads, and that it does nothing else
/// that another loop would not.
bool SwitchFinder::findFactor() {
  OtherFactor = factorBeside(Own.Step, Read.Element);
  if (!OtherFactor || !L.contains(OtherFactor) ||
      !A.DT.dominates(OtherFactor->getParent(), L.getLoopLatch()))
    return false;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (BB != Read.Read->getParent() && &I != OtherFactor &&
          &I != Own.Store && !I.isTerminator() && !isa<PHINode>(I) &&
          (I.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&I)))
        return false;
  return true;
}

/// Whether \p Other stores its sum where the own loop does, as often: each
/// iteration reads its factor before, as the sum needs it.
bool SwitchFinder::storesAlike(const SumLoop &Other) const {
  if (!Own.Store || !Other.Store)
    return !Own.Store && !Other.Store;
  return Own.Store->getPointerOperand() == Other.Store->getPointerOperand() &&
         Own.Store->getAlign() <= Other.Store->getAlign() &&
         Own.Store->getAAMetadata() == Other.Store->getAAMetadata();
}

/// Whether \p Other does what the own loop does where it reads no element.
bool SwitchFinder::addsZeros(Loop &Other) const {
  std::optional<SumLoop> Sum = readSum(Other);
  const SCEV *Repeats = SE.getBackedgeTakenCount(&L);
  // Those of a few steps are unrolled, each in its own way.
  if (!Sum || isa<SCEVCouldNotCompute, SCEVConstant>(Repeats) ||
      Repeats != SE.getBackedgeTakenCount(&Other) ||
      Sum->start() != Own.start() || !storesAlike(*Sum))
    return false;
  const auto *Zero = dyn_cast<ConstantFP>(Sum->Step.X.Root);
  if (!Zero)
    Zero = dyn_cast<ConstantFP>(Sum->Step.Y.Root);
  if (!Zero || !Zero->isZero())
    return false;
  // What is subtracted may have become the product with -0.
  const Ring &X = Own.Step.Elem, &Y = Sum->Step.Elem;
  if (!X.roundsAs(Y) || X.Subtract != (Y.Subtract != Zero->isNegative()))
    return false;
  LoadInst *Factor = factorBeside(Sum->Step, Zero);
  return Factor && isSame(*Factor, Other, *OtherFactor, L);
}

/// Where the way from the exit of \p Of meets others; null where something else
/// happens on it.
static BasicBlock *joinBehind(const Loop &Of) {
  BasicBlock *BB = Of.getExitBlock();
  while (BB && BB->getSinglePredecessor()) {
    if (&*BB->getFirstNonPHIIt() != BB->getTerminator())
      return nullptr;
    BB = BB->getSingleSuccessor();
  }
  return BB;
}

/// Whether all sums go on as one.
bool SwitchFinder::joinAlike() const {
  const BasicBlock *Join = joinBehind(L);
  if (!Join || A.LI.getLoopFor(Join) != L.getParentLoop() ||
      !llvm::all_of(Others, [&](const SumLoop &Each) {
        return joinBehind(*Each.L) == Join;
      }))
    return false;
  unsigned Ways = 0;
  for (const PHINode &Phi : Join->phis()) {
    Ways = Phi.getNumIncomingValues();
    for (Value *V : Phi.incoming_values()) {
      Value *In = behindPhis(V);
      if (In != Own.Step.Result && llvm::none_of(Others, [&](const SumLoop &O) {
            return O.Step.Result == In;
          }))
        return false;
    }
  }
  return Ways == Others.size() + 1 && pred_size(Join) == Ways;
}

/// The conditions from the loop around to the own loop, each of which leads to
/// another loop otherwise.
bool SwitchFinder::findBranches() {
  Loop &Around = *L.getParentLoop();
  const BasicBlock *BB = L.getLoopPreheader();
  SmallPtrSet<const Loop *, 2> Found;
  for (; BB != Around.getHeader() || Branches.empty();) {
    const BasicBlock *From = BB->getSinglePredecessor();
    if (!From || A.LI.getLoopFor(From) != &Around || !isRunAnyway(*BB))
      break;
    auto *Br =
        dyn_cast<BranchInst>(const_cast<Instruction *>(From->getTerminator()));
    if (!Br)
      break;
    BB = From;
    if (Br->isUnconditional())
      continue;
    const unsigned Onward =
        A.DT.dominates(BasicBlockEdge(From, Br->getSuccessor(0)),
                       L.getLoopPreheader())
            ? 0
            : 1;
    Loop *Other = leadsTo(Br->getSuccessor(1 - Onward));
    if (!Other || Other == &L || !Found.insert(Other).second ||
        !addsZeros(*Other))
      return false;
    Others.push_back(*readSum(*Other));
    Branches.push_back({Br, Onward});
    if (BB == Around.getHeader())
      break;
  }
  return !Branches.empty() &&
         Around.getSubLoops().size() == Branches.size() + 1;
}

bool SwitchFinder::run() {
  if (!L.getParentLoop() || L.getParentLoop()->getSubLoops().size() < 2)
    return false;
  std::optional<SumLoop> Sum = readSum(L);
  if (!Sum)
    return false;
  Own = *Sum;
  return findRead() && findFactor() && findBranches() && joinAlike();
}

} // namespace gemmify
