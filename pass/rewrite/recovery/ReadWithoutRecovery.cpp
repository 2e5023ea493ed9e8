//===- ReadWithoutRecovery.cpp - Complex products of Annex G --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadWithoutRecovery.h"
#include "BoundedElements.h"
#include "Magnitudes.h"
#include "RecoveryBranches.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/rewrite/normalize/CopyLegality.h"
#include "pass/rewrite/normalize/DeadBlocks.h"
#include "pass/rewrite/normalize/FixedValues.h"
#include "pass/rewrite/normalize/SplitParts.h"
#include "pass/rewrite/skips/LoadFirst.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

/// When a trial without recovery does the same as its nest.
class RecoveryGuard {
public:
  RecoveryGuard(const TrialNest &Trial, Magnitudes Bounds,
                const NestAnalyses &A)
      : Trial(Trial), Bounds(std::move(Bounds)), A(A),
        Expander(createExpander(A.SE)) {}

  /// Whether all that has a bound can be compared with it before the nest.
  bool findElements(const GemmNest &Copied) {
    SmallVector<LoadInst *, 8> Moving;
    for (LoadInst *Load : Bounds.Loads)
      (Copied.isFixedLoad(Load) ? FixedLoads : Moving).push_back(Load);
    Elements = boundElements(Moving, Bounds.Exponent, Copied, A.SE);
    auto CountsSteps = [&](const Loop *L) {
      return is_contained(Copied.Index[DimK].Loops, L);
    };
    return !Elements.empty() && all_of(Bounds.Sums, CountsSteps) &&
           all_of(Bounds.Fixed, [&](Value *V) {
             auto *I = dyn_cast<Instruction>(V);
             return !I || A.DT.dominates(I, &Trial.start());
           });
  }

  /// The copy's own fallback does not ask either: nothing that it writes may
  /// change what was compared, so that all of the guard comes before that.
  bool admit(const GemmNest &Copied, AAResults &AA) {
    std::optional<Legality> OfCopy = examineCopy(Copied, Trial, AA, A.SE);
    if (!OfCopy || !Copied.Batch.isOne())
      return false;
    const FixedValues Fixed(Trial.copy(), A);
    if (!all_of(Copied.InvariantLoads, [&](const AffineRef &R) {
          auto *Load = dyn_cast<LoadInst>(R.Access);
          return Load && Fixed.canLoadBefore(*Load) &&
                 A.SE.dominates(R.Start, &Trial.start());
        }))
      return false;
    N = Copied;
    Legal = std::move(*OfCopy);
    return true;
  }

  /// What costs little: the size, and what the nest loads in any case.
  Value *emitFirst(IRBuilderBase &B) {
    SmallVector<AffineRef *, 8> More;
    for (BoundedElements &E : Elements)
      for (AffineRef &R : E.Tested.Refs)
        More.push_back(&R);
    if (!N.InvariantLoads.empty())
      loadFirst(
          B, N, Legal, More, [](const AffineRef &) { return true; }, Expander,
          A.SE);
    GuardEmitter G(N, Legal, Expander, A.SE);
    return B.CreateFreeze(G.isLargeEnough(B, SharedTuning::MinTested));
  }

  Value *emit(IRBuilderBase &B) {
    GuardEmitter G(N, Legal, Expander, A.SE);
    Value *All = G.holds(B);
    if (G.canBeInterleaved())
      All = G.isApartByColumns(B);
    All = B.CreateFreeze(All);
    if (!Bounds.Sums.empty())
      All =
          B.CreateAnd(All, B.CreateICmpULE(G.expand(B, N.Index[DimK].Trip),
                                           B.getInt64(Magnitudes::MostSteps)));
    SmallVector<Value *, 4> Fixed(Bounds.Fixed);
    for (const LoadInst *Load : FixedLoads)
      Fixed.push_back(N.LoadedBefore.lookup(Load));
    for (Value *V : Fixed)
      All = B.CreateAnd(All,
                        B.CreateFreeze(emitIsBounded(B, V, Bounds.Exponent)));
    for (const BoundedElements &E : Elements)
      All = emitAreBounded(B, E, N, G, All);
    return All;
  }

private:
  const TrialNest &Trial;
  const Magnitudes Bounds;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GemmNest N; ///< The copy.
  Legality Legal;
  SmallVector<LoadInst *, 8> FixedLoads; ///< Those of Bounds that do not move.
  SmallVector<BoundedElements, 4> Elements;
};

} // namespace

/// Makes one block of those that nothing but a branch has separated.
static void joinBlocks(const Loop &Copy, const NestAnalyses &A) {
  DomTreeUpdater DTU(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  const SmallVector<BasicBlock *, 16> Blocks(Copy.blocks());
  for (BasicBlock *BB : Blocks)
    if (BB != Copy.getHeader())
      MergeBlockIntoPredecessor(BB, &DTU, &A.LI);
}

static std::unique_ptr<TrialNest> readAt(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A) {
  const SmallVector<RecoveryBranch, 2> Branches = findRecoveryBranches(Root, A);
  if (Branches.empty() || mayFuseWithoutBranches(Root, A.LI) ||
      !TrialNest::canCopy(Root))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".finite", A);
  SmallVector<WeakTrackingVH, 4> Numbers;
  SmallVector<BasicBlock *, 4> MayBeDead;
  for (const RecoveryBranch &Each : Branches) {
    for (Value *V : Each.Numbers)
      Numbers.push_back(isa<Instruction>(V) && (*Trial)[V] ? (*Trial)[V] : V);
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>((*Trial)[Each.Branch]), Each.Passing, A));
  }
  if (!dropDeadBlocks(MayBeDead, Trial->copy(), Trial->copyOf(Innermost), A))
    return nullptr;
  joinBlocks(Trial->copy(), A);
  splitParts(Trial->copy().getBlocks(), Trial->start());
  Trial->forgetCopy();
  SmallVector<Value *, 4> Finite;
  for (const WeakTrackingVH &V : Numbers)
    if (Value *Each = V)
      Finite.push_back(Each);
  std::optional<Magnitudes> Bounds =
      boundMagnitudes(Finite, Trial->copy(), A.LI);
  if (!Bounds || Finite.size() != Numbers.size())
    return nullptr;
  auto Guard = std::make_shared<RecoveryGuard>(*Trial, std::move(*Bounds), A);
  Trial->guardBy(Guard, Trial->copyOf(Innermost));
  const GemmNest *Whole = Trial->recognizeWhole();
  return Whole && Guard->findElements(*Whole) ? std::move(Trial) : nullptr;
}

std::unique_ptr<TrialNest> readWithoutRecovery(Loop &Innermost,
                                               const NestAnalyses &A) {
  return readOutermost(Innermost,
                       [&](Loop &Root) { return readAt(Root, Innermost, A); });
}

} // namespace gemmify
