//===- SwitchedLoop.cpp - Loops that LLVM has made of one -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchedLoop.h"
#include "DeadBlocks.h"
#include "FindSwitched.h"
#include "ThawedNest.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

/// Asks the conditions before the loop in the loop, in the copy.
static void askInside(const SwitchFinder &Found, const TrialNest &Trial,
                      const NestAnalyses &A) {
  auto *Br = cast<BranchInst>(Trial[Found.Read.Branch]);
  IRBuilder<> B(Br);
  const bool ReadsIfTrue = Found.Read.ToRead == 0;
  Value *Reads = Br->getCondition();
  if (!ReadsIfTrue)
    Reads = B.CreateNot(Reads);
  for (const SwitchBranch &Each : Found.Branches) {
    Value *Holds = cast<BranchInst>(Trial[Each.Branch])->getCondition();
    if (Each.Onward != 0)
      Holds = B.CreateNot(Holds);
    Reads = B.CreateLogicalAnd(Holds, Reads);
  }
  Br->setCondition(ReadsIfTrue ? Reads : B.CreateNot(Reads));
  // What one loop promises of what it accesses says nothing of the others'.
  for (Instruction *I : {cast<Instruction>(Found.OtherFactor),
                         cast_or_null<Instruction>(Found.store())})
    if (I)
      cast<Instruction>(Trial[I])->dropUnknownNonDebugMetadata(
          {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
           LLVMContext::MD_noalias});
  SmallVector<BasicBlock *, 2> MayBeDead;
  for (const SwitchBranch &Each : Found.Branches)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>(Trial[Each.Branch]), Each.Onward, A));
  dropDeadBlocks(MayBeDead, A);
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

std::unique_ptr<TrialNest> readSwitched(Loop &Innermost,
                                        const NestAnalyses &A) {
  SwitchFinder Found(Innermost, A);
  if (Innermost.getLoopDepth() < NumDims || !Found.run())
    return nullptr;
  Loop *Root = nullptr;
  for (Loop *L = Innermost.getParentLoop(); L; L = L->getParentLoop())
    if (TrialNest::canCopy(*L))
      Root = L;
  if (!Root)
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Root, ".switched", A);
  askInside(Found, *Trial, A);
  auto Frozen = [&](Value &V) -> Value * {
    auto *Freeze = new FreezeInst(&V, "gemmify.frozen");
    Trial->prepare(*Freeze);
    return Freeze;
  };
  A.SE.forgetTopmostLoop(&Trial->copy());
  A.SE.forgetBlockAndLoopDispositions();
  if (!thawNest(Trial->copy(), Trial->start(), A.DT, Frozen))
    return nullptr;
  auto Asked = std::make_shared<LargeEnough>(A.SE);
  Trial->admitIf([Asked](const GemmNest &N, AAResults &) {
    Asked->note(N);
    return true;
  });
  Trial->readAt(Trial->copyOf(Innermost),
                [Asked](IRBuilderBase &B) { return Asked->emit(B); });
  return Trial;
}

} // namespace gemmify
