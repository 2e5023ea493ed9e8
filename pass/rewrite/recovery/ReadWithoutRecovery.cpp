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
#include "intrinsic/Tuning.h"
#include "pass/rewrite/normalize/DeadBlocks.h"
#include "pass/rewrite/normalize/FixedValues.h"
#include "pass/rewrite/skips/LoadFirst.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

namespace {

/// When a trial without recovery does the same as its nest.
class RecoveryGuard {
public:
  RecoveryGuard(const TrialNest &Trial, Magnitudes Bounds,
                const NestAnalyses &A)
      : Trial(Trial), Bounds(std::move(Bounds)), A(A),
        Expander(A.SE, "gemmify") {}

  /// Whether all that has a bound can be compared with it before the nest.
  bool findElements(const GemmNest &Copied) {
    Elements = boundElements(Bounds.Loads, Bounds.Exponent, Copied, A.SE);
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
    if (Copied.Root != &Trial.copy() || Copied.Rest ||
        !Copied.Besides.empty() || !Copied.RowLoads.empty() ||
        !Copied.EqualRows.empty() || Copied.isTiled() || !Copied.Batch.isOne())
      return false;
    const FixedValues Fixed(Trial.copy(), A);
    if (!all_of(Copied.InvariantLoads, [&](const AffineRef &R) {
          auto *Load = dyn_cast<LoadInst>(R.Access);
          return Load && Fixed.canLoadBefore(*Load) &&
                 A.SE.dominates(R.Start, &Trial.start());
        }))
      return false;
    N = Copied;
    Legal = examine(N, AA, A.SE);
    return Legal.Impossible == Reason::None && Legal.RowsApart.empty() &&
           !Legal.Expansion;
  }

  /// What costs little: the size, and what the nest loads in any case.
  Value *emitFirst(IRBuilderBase &B) {
    SmallVector<AffineRef *, 8> More;
    for (BoundedElements &E : Elements)
      for (AffineRef &R : E.Tested.Refs)
        More.push_back(&R);
    if (!N.InvariantLoads.empty())
      loadFirst(B, N, Legal, More, Expander, A.SE);
    GuardEmitter G(N, Legal, Expander, A.SE);
    return B.CreateFreeze(G.isLargeEnough(B, SharedTuning::MinTested));
  }

  Value *emit(IRBuilderBase &B) {
    GuardEmitter G(N, Legal, Expander, A.SE);
    Value *All = B.CreateFreeze(G.holds(B));
    if (!Bounds.Sums.empty())
      All =
          B.CreateAnd(All, B.CreateICmpULE(G.expand(B, N.Index[DimK].Trip),
                                           B.getInt64(Magnitudes::MostSteps)));
    for (Value *V : Bounds.Fixed)
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
  SmallVector<BoundedElements, 4> Elements;
};

} // namespace

/// Loads both parts of an element one by one, where they are one vector.
static void splitLoad(LoadInst &Load) {
  SmallVector<ExtractElementInst *, 4> Parts;
  for (User *U : Load.users()) {
    auto *Part = dyn_cast<ExtractElementInst>(U);
    auto *Index =
        Part ? dyn_cast<ConstantInt>(Part->getIndexOperand()) : nullptr;
    if (!Index || Index->uge(2))
      return;
    Parts.push_back(Part);
  }
  IRBuilder<> B(&Load);
  Type *Ty = Load.getType()->getScalarType();
  const uint64_t Bytes = Load.getDataLayout().getTypeStoreSize(Ty);
  Value *At = Load.getPointerOperand();
  Value *Loaded[] = {
      B.CreateAlignedLoad(Ty, At, Load.getAlign()),
      B.CreateAlignedLoad(Ty, B.CreatePtrAdd(At, B.getInt64(Bytes)),
                          commonAlignment(Load.getAlign(), Bytes))};
  for (ExtractElementInst *Part : Parts) {
    const auto *Index = cast<ConstantInt>(Part->getIndexOperand());
    Part->replaceAllUsesWith(Loaded[Index->getZExtValue()]);
    Part->eraseFromParent();
  }
  Load.eraseFromParent();
}

/// The same of stores.
static void splitStore(StoreInst &Store) {
  Value *Parts[2];
  Value *Stored = Store.getValueOperand();
  if (!match(Stored,
             m_InsertElt(m_InsertElt(m_Undef(), m_Value(Parts[0]), m_Zero()),
                         m_Value(Parts[1]), m_One())))
    return;
  IRBuilder<> B(&Store);
  const uint64_t Bytes = Store.getDataLayout().getTypeStoreSize(
      Stored->getType()->getScalarType());
  Value *At = Store.getPointerOperand();
  B.CreateAlignedStore(Parts[0], At, Store.getAlign());
  B.CreateAlignedStore(Parts[1], B.CreatePtrAdd(At, B.getInt64(Bytes)),
                       commonAlignment(Store.getAlign(), Bytes));
  Store.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Stored);
}

/// Compilers move a complex `float` as one vector of two.
static void splitVectors(const Loop &Copy) {
  auto IsOfParts = [](const Type *T) {
    const auto *Vector = dyn_cast<FixedVectorType>(T);
    return Vector && Vector->getNumElements() == 2 &&
           Vector->getElementType()->isFloatingPointTy();
  };
  SmallVector<Instruction *, 4> Accesses;
  for (BasicBlock *BB : Copy.blocks())
    for (Instruction &I : *BB)
      if ((isa<LoadInst>(I) || isa<StoreInst>(I)) && !I.isVolatile() &&
          !I.isAtomic() && IsOfParts(getLoadStoreType(&I)))
        Accesses.push_back(&I);
  for (Instruction *I : Accesses)
    if (auto *Load = dyn_cast<LoadInst>(I))
      splitLoad(*Load);
    else
      splitStore(*cast<StoreInst>(I));
}

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
  if (!TrialNest::canCopy(Root))
    return nullptr;
  SmallVector<RecoveryBranch, 2> Branches = findRecoveryBranches(Root, A);
  if (Branches.empty())
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
  dropDeadBlocks(MayBeDead, A);
  joinBlocks(Trial->copy(), A);
  splitVectors(Trial->copy());
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
  Trial->readAt(Trial->copyOf(Innermost),
                [Guard](IRBuilderBase &B) { return Guard->emit(B); });
  Trial->askFirst([Guard](IRBuilderBase &B) { return Guard->emitFirst(B); });
  Trial->admitIf([Guard](const GemmNest &N, AAResults &AA) {
    return Guard->admit(N, AA);
  });
  Recognition R = recognizeGemm(Trial->innermost(), A);
  if (!R.Nest || R.Nest->Root != &Trial->copy() ||
      !Guard->findElements(*R.Nest))
    return nullptr;
  return Trial;
}

std::unique_ptr<TrialNest> readWithoutRecovery(Loop &Innermost,
                                               const NestAnalyses &A) {
  if (!Innermost.isInnermost())
    return nullptr;
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims))
    if (std::unique_ptr<TrialNest> Trial = readAt(*Root, Innermost, A))
      return Trial;
  return nullptr;
}

} // namespace gemmify
