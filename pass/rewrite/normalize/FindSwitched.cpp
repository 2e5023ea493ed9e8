//===- FindSwitched.cpp - Loops that LLVM has switched --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindSwitched.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace gemmify {

/// The only element of the own loop that is read on a condition. True if there
/// is none: then the loop always reads.
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
          Read = {Br, ToRead, &Phi, {Load}};
      }
      if (!Read.Element)
        return false;
    }
  if (!Read.Element)
    return L.getNumBlocks() == 1;
  // A wider zero is one as well.
  auto IsElement = [&](const Value *V) {
    while (isa<FPExtInst>(V))
      V = cast<FPExtInst>(V)->getOperand(0);
    return V == Read.Element;
  };
  if (IsElement(Own.Step.X.Root) == IsElement(Own.Step.Y.Root))
    return false;
  Factor = Own.Step.X.Root;
  OtherFactor = Own.Step.Y.Root;
  if (!IsElement(Factor))
    std::swap(Factor, OtherFactor);
  return true;
}

/// Whether \p BB may run where it does not, but for what is read there.
bool SwitchFinder::isRunAnyway(const BasicBlock &BB) const {
  return llvm::all_of(BB, [&](const Instruction &I) {
    return I.isTerminator() || isa<PHINode>(I) ||
           llvm::is_contained(Read.Parts, &I) ||
           (!I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I));
  });
}

/// The loop that \p BB leads to alone, or null.
Loop *SwitchFinder::leadsTo(BasicBlock *BB) const {
  Loop *Around = Own.Loops.front().L->getParentLoop();
  SmallPtrSet<BasicBlock *, 4> Seen;
  while (BB && Seen.insert(BB).second) {
    Loop *In = A.LI.getLoopFor(BB);
    if (In != Around) {
      while (In && In->getParentLoop() != Around)
        In = In->getParentLoop();
      return In && In->getHeader() == BB ? In : nullptr;
    }
    if (llvm::any_of(*BB,
                     [](Instruction &I) { return I.mayHaveSideEffects(); }))
      return nullptr;
    BB = BB->getSingleSuccessor();
  }
  return nullptr;
}

/// What \p Root is computed from in \p L up to phis, in its order: all of it,
/// or where \p OfLoads what depends on a load.
static SmallVector<Instruction *, 2> partsOf(Value *Root, const Loop &L,
                                             bool OfLoads) {
  SmallPtrSet<Instruction *, 8> Parts;
  SmallVector<Value *, 8> Work = {Root};
  while (!Work.empty())
    if (auto *I = dyn_cast<Instruction>(Work.pop_back_val());
        I && L.contains(I) && !isa<PHINode>(I) && Parts.insert(I).second)
      llvm::append_range(Work, I->operands());
  SmallVector<Instruction *, 2> Found;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Parts.contains(&I) && (!OfLoads || isa<LoadInst>(I) ||
                                 llvm::any_of(I.operands(), [&](Value *Op) {
                                   return llvm::is_contained(Found, Op);
                                 })))
        Found.push_back(&I);
  return Found;
}

/// Where sums are in memory, the innermost loop may repeat a factor that the
/// loop around it reads.
void SwitchFinder::findReadOutside() {
  Loop *Around = L.getParentLoop();
  Value *Ops[] = {Own.Step.X.Root, Own.Step.Y.Root};
  for (unsigned At : {0u, 1u}) {
    auto *Root = dyn_cast<Instruction>(Ops[At]);
    auto *Other = dyn_cast<Instruction>(Ops[1 - At]);
    if (!Root || A.LI.getLoopFor(Root->getParent()) != Around || !Other ||
        !L.contains(Other))
      continue;
    auto Parts = partsOf(Root, *Around, /*OfLoads=*/true);
    if (!llvm::is_contained(Parts, Root) ||
        !llvm::all_of(Parts, [&](const Instruction *I) {
          return I->getParent() == Root->getParent();
        }))
      continue;
    Read.Parts = Parts;
    Reader = Around;
    Factor = Root;
    OtherFactor = Other;
    return;
  }
}

/// The multiplication by the factor, before which nothing needs it.
bool SwitchFinder::findMultiply() {
  auto *Root = dyn_cast<Instruction>(Factor);
  if (!Root || !Reader->contains(Root))
    return false;
  if (!readsOutside())
    Read.Parts = partsOf(Root, L, /*OfLoads=*/true);
  for (Instruction *I : Read.Parts) {
    for (User *U : I->users())
      if (I != Root && !llvm::is_contained(Read.Parts, U))
        return false;
    auto *Load = dyn_cast<LoadInst>(I);
    if (Load ? !Load->isSimple()
             : I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
      return false;
  }
  if (!llvm::is_contained(Read.Parts, Root) || !Root->hasOneUse())
    return false;
  Multiply = cast<Instruction>(*Root->user_begin());
  return L.contains(Multiply) && !isa<PHINode>(Multiply);
}

/// What each iteration of the own loop reads, and that it does nothing else
/// that another loop would not.
bool SwitchFinder::findFactors() {
  if (!OtherFactor || (!Read.Branch && !findMultiply()))
    return false;
  OtherParts = partsOf(OtherFactor, L, /*OfLoads=*/false);
  auto IsRead = [&](const Instruction &I) {
    return (Read.Branch && I.getParent() == Read.Parts.front()->getParent()) ||
           llvm::is_contained(Read.Parts, &I) ||
           (isa<LoadInst>(I) && llvm::is_contained(OtherParts, &I) &&
            A.DT.dominates(I.getParent(), L.getLoopLatch()));
  };
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (!IsRead(I) && &I != Own.Store && &I != Own.Load &&
          !I.isTerminator() && !isa<PHINode>(I) &&
          (I.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&I)))
        return false;
  return llvm::none_of(Read.Parts, [&](const Instruction *I) {
    return llvm::is_contained(OtherParts, I);
  });
}

/// Whether \p X promises no more than \p Y.
template <typename Access>
static bool promisesAlike(const Access &X, const Access &Y) {
  return X.getAlign() <= Y.getAlign() && X.getAAMetadata() == Y.getAAMetadata();
}

/// Whether \p Other stores its sum where the own loop does, as often: each
/// iteration reads its factor before, as the sum needs it.
bool SwitchFinder::storesAlike(const SumNest &Other,
                               SumNestMatch &Match) const {
  if (!Own.Store != !Other.Store || !Own.Load != !Other.Load)
    return false;
  if (!Own.Store)
    return true;
  Value *To = Own.Store->getPointerOperand(),
        *OtherTo = Other.Store->getPointerOperand();
  if (!promisesAlike(*Own.Store, *Other.Store))
    return false;
  return Own.Load ? promisesAlike(*Own.Load, *Other.Load) &&
                        Match.isSame(OtherTo, To)
                  : To == OtherTo;
}

/// Whether \p Other multiplies zeros by what the own loop multiplies by.
bool SwitchFinder::factorsAlike(const SumNest &Other, SumNestMatch &Match) {
  Value *Zero = Other.Step.X.Root, *Times = Other.Step.Y.Root;
  if (!isa<ConstantFP>(Zero))
    std::swap(Zero, Times);
  const auto *Number = dyn_cast<ConstantFP>(Zero);
  // What is subtracted may have become the product with -0.
  const Ring &X = Own.Step.Elem, &Y = Other.Step.Elem;
  if (!Number || !Number->isZero() || !X.roundsAs(Y) ||
      X.Subtract != (Y.Subtract != Number->isNegative()))
    return false;
  if (OtherFactor)
    return Match.isSame(Times, OtherFactor);
  Factor = Own.Step.X.Root;
  OtherFactor = Own.Step.Y.Root;
  if (Match.isSame(Times, OtherFactor))
    return true;
  std::swap(Factor, OtherFactor);
  return Match.isSame(Times, OtherFactor);
}

/// Whether \p Other does what the own loops do where they read no element.
bool SwitchFinder::addsZeros(const SumNest &Other) {
  SumNestMatch Match(Other, Own, A, Early);
  if (Other.start() != Own.start() || !storesAlike(Other, Match) ||
      !Match.runsAlike() || !factorsAlike(Other, Match))
    return false;
  llvm::append_range(Narrow, Match.narrow());
  return true;
}

/// Where the way from the exit of \p Of meets others; null where something else
/// happens on it.
static BasicBlock *joinBehind(const SumNest &Of) {
  BasicBlock *BB = Of.Loops.front().L->getExitBlock();
  while (BB && BB->getSinglePredecessor()) {
    if (&*BB->getFirstNonPHIIt() != BB->getTerminator())
      return nullptr;
    BB = BB->getSingleSuccessor();
  }
  return BB;
}

/// What all sums go on as, if they do as one; null where they are in memory.
std::optional<PHINode *>
SwitchFinder::joinAlike(ArrayRef<SumNest> These) const {
  BasicBlock *Join = joinBehind(Own);
  if (!Join || A.LI.getLoopFor(Join) != Own.Loops.front().L->getParentLoop() ||
      !llvm::all_of(
          These, [&](const SumNest &Each) { return joinBehind(Each) == Join; }))
    return std::nullopt;
  PHINode *Sum = nullptr;
  for (PHINode &Phi : Join->phis()) {
    if (std::exchange(Sum, &Phi) || Own.Load ||
        Phi.getNumIncomingValues() != These.size() + 1)
      return std::nullopt;
    for (Value *V : Phi.incoming_values()) {
      Value *In = behindPhis(V);
      if (In != Own.result() && llvm::none_of(These, [&](const SumNest &O) {
            return O.result() == In;
          }))
        return std::nullopt;
    }
  }
  if (pred_size(Join) != These.size() + 1 || (!Sum && !Own.Load))
    return std::nullopt;
  return Sum;
}

/// The conditions from the loop around to the own loop, each of which leads to
/// another loop otherwise: what their sums go on as, see joinAlike. None where
/// something else is around the own loop.
std::optional<PHINode *> SwitchFinder::findBranches() {
  const Loop &Within = *Own.Loops.front().L, &Around = *Within.getParentLoop();
  SmallVector<SumNest, 2> These;
  SmallVector<SwitchBranch, 2> Ways;
  SmallPtrSet<const Loop *, 2> Found;
  for (const BasicBlock *BB = Within.getLoopPreheader();
       BB != Around.getHeader();) {
    const BasicBlock *From = BB->getSinglePredecessor();
    if (!From || A.LI.getLoopFor(From) != &Around || !isRunAnyway(*BB))
      break;
    auto *Br =
        dyn_cast<BranchInst>(const_cast<Instruction *>(From->getTerminator()));
    if (!Br)
      break;
    Between.insert(BB);
    BB = From;
    if (Br->isUnconditional())
      continue;
    const unsigned Onward =
        A.DT.dominates(BasicBlockEdge(From, Br->getSuccessor(0)),
                       Within.getLoopPreheader())
            ? 0
            : 1;
    Loop *Other = leadsTo(Br->getSuccessor(1 - Onward));
    if (!Other || Other == &Within)
      return std::nullopt;
    Ways.push_back({Br, Onward});
    if (!Found.insert(Other).second)
      continue; // Several conditions lead there.
    std::optional<SumNest> Nest = readSumNest(*Other, A);
    if (!Nest || !addsZeros(*Nest))
      return std::nullopt;
    These.push_back(*Nest);
  }
  if (Around.getSubLoops().size() != These.size() + 1)
    return std::nullopt;
  std::optional<PHINode *> Sum = joinAlike(These);
  if (Sum) {
    Others.append(These);
    Branches.append(Ways);
    Outermost = Own.Loops.front().L;
  }
  return Sum;
}

/// Takes the loop around into the own nest, where it does nothing but go on
/// with \p Sum, if it is carried.
bool SwitchFinder::goOutward(const Value *Sum, const BasicBlock &Always) {
  Loop &Around = *Own.Loops.front().L->getParentLoop();
  if (!Around.getLoopLatch() || !A.DT.dominates(&Always, Around.getLoopLatch()))
    return false;
  std::optional<SumLoop> Next = readSumLoop(Around, SE);
  if (!Next || Own.start() != Next->Sum || Next->Next != Sum ||
      !llvm::all_of(Around.blocks(), [&](const BasicBlock *BB) {
        return A.LI.getLoopFor(BB) != &Around || isRunAnyway(*BB);
      }))
    return false;
  Own.Loops.insert(Own.Loops.begin(), *Next);
  return true;
}

bool SwitchFinder::run() {
  std::optional<SumNest> Sum = readSum(L, A);
  if (!Sum)
    return false;
  Own = *Sum;
  if (!findRead())
    return false;
  if (Own.Load && !Read.Branch)
    findReadOutside();
  while (const Loop *Around = Own.Loops.front().L->getParentLoop()) {
    std::optional<Value *> Next = Own.result();
    const BasicBlock *Always = Own.Loops.front().L->getHeader();
    if (Around->getSubLoops().size() != 1) {
      Next = findBranches();
      Always = joinBehind(Own);
    }
    if (!Next || !goOutward(*Next, *Always))
      break;
  }
  // The conditions are asked where the factor is read.
  return Outermost && Outermost->contains(Reader) && findFactors();
}

} // namespace gemmify
