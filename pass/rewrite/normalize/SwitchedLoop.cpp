//===- SwitchedLoop.cpp - Loops that LLVM has made of one -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchedLoop.h"
#include "DeadBlocks.h"
#include "FindSwitched.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

/// Whether the copy enters its loops, as asked where \p B is.
static Value *entersLoops(IRBuilderBase &B, const SwitchFinder &Found,
                          const TrialNest &Trial, Value *Reads) {
  for (const SwitchBranch &Each : Found.Branches) {
    Value *Holds = cast<BranchInst>(Trial[Each.Branch])->getCondition();
    if (Each.Onward != 0)
      Holds = B.CreateNot(Holds);
    Reads = Reads ? B.CreateLogicalAnd(Holds, Reads) : Holds;
  }
  return Reads;
}

/// Has the copy of a loop that always reads do so where the conditions hold.
static void readOnCondition(const SwitchFinder &Found, const TrialNest &Trial,
                            const NestAnalyses &A) {
  auto *Multiply = cast<Instruction>(Trial[&Found.step()]);
  auto *At = cast<Instruction>(
      Found.readsOutside() ? Trial[Found.Read.Parts.back()] : Multiply);
  IRBuilder<> B(At);
  Value *Reads = entersLoops(B, Found, Trial, nullptr);
  BasicBlock *Always = At->getParent();
  DomTreeUpdater DTU(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *End =
      SplitBlockAndInsertIfThen(Reads, At->getIterator(),
                                /*Unreachable=*/false, nullptr, &DTU, &A.LI);
  for (const Instruction *Part : Found.Read.Parts)
    cast<Instruction>(Trial[Part])
        ->moveBeforePreserving(*End->getParent(), End->getIterator());
  auto *Factor = cast<Instruction>(Trial[Found.Read.Parts.back()]);
  PHINode *Element = PHINode::Create(Factor->getType(), 2, "gemmify.element",
                                     End->getSuccessor(0)->begin());
  Multiply->replaceUsesOfWith(Factor, Element);
  Element->addIncoming(Factor, End->getParent());
  Element->addIncoming(Constant::getNullValue(Factor->getType()), Always);
}

/// Drops what \p I promises of its operands; what a sum may do as the source
/// allows it stays.
static void dropPromisesOf(Instruction &I) {
  const bool Rounds = isa<FPMathOperator>(I);
  const FastMathFlags Kept = Rounds ? I.getFastMathFlags() : FastMathFlags();
  I.dropPoisonGeneratingAnnotations();
  if (Rounds)
    I.setFastMathFlags(Kept);
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return;
  const Intrinsic::ID Id = Call->getIntrinsicID();
  if (Id == Intrinsic::abs || Id == Intrinsic::ctlz || Id == Intrinsic::cttz)
    Call->setArgOperand(1, ConstantInt::getFalse(I.getContext()));
}

/// What \p V is computed from behind the conditions promises something of the
/// iterations that the source runs there, counters included.
static void dropPromises(Value *V, const SwitchFinder &Found,
                         const TrialNest &Trial,
                         SmallPtrSetImpl<Value *> &Done) {
  SmallVector<Value *, 8> Work = {V};
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Found.isSwitched(I->getParent()) || !Done.insert(I).second)
      continue;
    if (auto *Copy = dyn_cast_or_null<Instruction>(Trial[I]);
        Copy && !isa<PHINode>(Copy))
      dropPromisesOf(*Copy);
    llvm::append_range(Work, I->operands());
  }
}

/// Asks the conditions before the loops in the innermost one, in the copy.
/// False if then a loop never ends.
static bool askInside(const SwitchFinder &Found, const TrialNest &Trial,
                      const NestAnalyses &A) {
  if (Found.Read.Branch) {
    auto *Br = cast<BranchInst>(Trial[Found.Read.Branch]);
    IRBuilder<> B(Br);
    const bool ReadsIfTrue = Found.Read.ToRead == 0;
    Value *Reads = Br->getCondition();
    if (!ReadsIfTrue)
      Reads = B.CreateNot(Reads);
    Reads = entersLoops(B, Found, Trial, Reads);
    Br->setCondition(ReadsIfTrue ? Reads : B.CreateNot(Reads));
  } else {
    readOnCondition(Found, Trial, A);
  }
  // What one loop promises of what it accesses says nothing of the others'.
  SmallPtrSet<Value *, 8> Done;
  auto DropMetadata = [](Value *V) {
    cast<Instruction>(V)->dropUnknownNonDebugMetadata(
        {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
         LLVMContext::MD_noalias});
  };
  for (Instruction *I : Found.OtherParts) {
    dropPromises(I, Found, Trial, Done);
    DropMetadata(Trial[I]);
  }
  for (const SumLoop &Each : Found.loops())
    dropPromises(Each.L->getLoopLatch()->getTerminator(), Found, Trial, Done);
  if (StoreInst *Store = Found.store()) {
    dropPromises(Store->getPointerOperand(), Found, Trial, Done);
    DropMetadata(Trial[Store]);
  }
  if (LoadInst *Load = Found.load())
    DropMetadata(Trial[Load]);
  SmallVector<BasicBlock *, 2> MayBeDead;
  for (const SwitchBranch &Each : Found.Branches)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>(Trial[Each.Branch]), Each.Onward, A));
  return dropDeadBlocks(MayBeDead, Trial.copy(),
                        Trial.copyOf(*Found.loops().back().L), A);
}

namespace {

/// Whether a product is worth to be taken out of its loops, which are faster
/// than those of the copy: there is a loop for each condition.
class LargeEnough {
public:
  explicit LargeEnough(ScalarEvolution &SE) : Expander(createExpander(SE)) {}

  void note(const GemmNest &N) {
    Trip = N.trips();
    auto IsCarried = [](const Counter &C) {
      return C.isCarried(DimI) || C.isCarried(DimJ) || C.isCarried(DimK);
    };
    Uses = llvm::any_of(N.P.Counters, IsCarried) ? N.Index[DimJ].Trip
                                                 : N.Index[DimI].Trip;
  }

  /// i1, where the nest begins.
  Value *emit(IRBuilderBase &B) {
    Value *Work = B.getInt64(1);
    for (const SCEV *Size : Trip) {
      if (!Expander.isSafeToExpandAt(Size, &*B.GetInsertPoint()))
        return B.getTrue();
      Work = B.CreateMul(Work, expand(B, Size));
    }
    Value *IsUsed = B.CreateICmpUGE(
        expand(B, Uses), B.getInt64(2 * ReuseTuning().MinGatheredReuse));
    Value *IsLarge = B.CreateICmpUGE(Work, B.getInt64(SharedTuning::MinPadded));
    return B.CreateAnd(IsUsed, IsLarge);
  }

private:
  Value *expand(IRBuilderBase &B, const SCEV *S) {
    return B.CreateFreeze(
        Expander.expandCodeFor(S, S->getType(), B.GetInsertPoint()));
  }

  SCEVExpander Expander;
  PerDim<const SCEV *> Trip = {};
  const SCEV *Uses = nullptr;
};

} // namespace

static std::unique_ptr<TrialNest> readAs(SwitchFinder &Found, Loop &Innermost,
                                         const NestAnalyses &A) {
  if (Innermost.getLoopDepth() < NumDims || !Found.run())
    return nullptr;
  Loop *Root = nullptr;
  for (Loop *L = Innermost.getParentLoop(); L; L = L->getParentLoop())
    if (TrialNest::canCopy(*L))
      Root = L;
  if (!Root)
    return nullptr;
  auto Narrow = std::make_shared<NarrowNumbers>(A.SE);
  for (const NarrowNumber &Each : Found.narrow())
    if (!Narrow->add(Each, *Root))
      return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Root, ".switched", A);
  for (const SumNest &Other : Found.others())
    for (const SumLoop &Each : Other.Loops)
      Trial->needRolled(*Each.L);
  if (!askInside(Found, *Trial, A))
    return nullptr;
  if (!Trial->thaw())
    return nullptr;
  auto Asked = std::make_shared<LargeEnough>(A.SE);
  Trial->admitIf([Asked](const GemmNest &N, AAResults &) {
    Asked->note(N);
    return true;
  });
  Trial->readAt(Trial->copyOf(Innermost), [Asked, Narrow](IRBuilderBase &B) {
    Value *IsNarrow = Narrow->emit(B);
    return B.CreateAnd(IsNarrow, Asked->emit(B));
  });
  return Trial;
}

std::unique_ptr<TrialNest> readSwitched(Loop &Innermost,
                                        const NestAnalyses &A) {
  SwitchFinder Found(Innermost, A);
  return readAs(Found, Innermost, A);
}

/// The loop that reads, if \p Innermost adds zeros instead of it; else itself.
static Loop &readerFor(Loop &Innermost, const NestAnalyses &A) {
  const std::optional<SumNest> Sum = readSum(Innermost, A);
  if (!Sum ||
      !(isa<ConstantFP>(Sum->Step.X.Root) || isa<ConstantFP>(Sum->Step.Y.Root)))
    return Innermost;
  auto Adds = [&](const SumNest &Other) {
    return Other.Loops.back().L == &Innermost;
  };
  for (Loop *Around = Innermost.getParentLoop();
       Around && TrialNest::isOneNest(*Around);
       Around = Around->getParentLoop())
    for (Loop *Each : Around->getLoopsInPreorder()) {
      SwitchFinder Found(*Each, A, /*Early=*/true);
      if (Each != &Innermost && Each->isInnermost() && Found.run() &&
          llvm::any_of(Found.others(), Adds))
        return *Each;
    }
  return Innermost;
}

std::unique_ptr<TrialNest> foreseeSwitched(Loop &Innermost,
                                           const NestAnalyses &A) {
  Loop &Reader = readerFor(Innermost, A);
  SwitchFinder Found(Reader, A, /*Early=*/true);
  std::unique_ptr<TrialNest> Trial = readAs(Found, Reader, A);
  if (Trial)
    for (Loop *L = &Reader; L != Trial->root().getParentLoop();
         L = L->getParentLoop())
      Trial->needRolled(*L);
  return Trial;
}

} // namespace gemmify
