//===- ReadWithoutSkips.cpp - Nests that skip steps -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadWithoutSkips.h"
#include "LoadFirst.h"
#include "TestElements.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/rewrite/normalize/CopyLegality.h"
#include "pass/rewrite/normalize/DeadBlocks.h"

using namespace llvm;

namespace gemmify {

namespace {

/// When a trial without skips does the same as its nest.
class SkipGuard {
public:
  SkipGuard(const TrialNest &Trial, SmallVector<ElementTest, 1> Tests,
            const NestAnalyses &A)
      : Trial(Trial), Tests(std::move(Tests)), A(A),
        Expander(createExpander(A.SE)) {}

  /// Whether all tests look at operands of \p Copied.
  bool findElements(const GemmNest &Copied) {
    for (const ElementTest &Test : Tests) {
      std::optional<TestedElements> E = TestedElements::of(
          Test, Copied, [&](const Instruction &Copy, LoadInst &Load) {
            return readsSame(Copy, Load);
          });
      if (!E)
        return false;
      Elements.push_back(std::move(*E));
    }
    return true;
  }

  /// The copy's own fallback runs without the tests: nothing that it writes may
  /// change what they look at, so that all of the guard comes before it.
  bool admit(const GemmNest &Copied, AAResults &AA) {
    std::optional<Legality> OfCopy = examineCopy(Copied, Trial, AA, A.SE);
    if (!OfCopy || !Copied.Batch.isOne())
      return false;
    N = Copied;
    Legal = std::move(*OfCopy);
    return N.InvariantLoads.empty() || canLoadFirst();
  }

  /// What costs little: the size, or where loads wait for it, the first
  /// element.
  Value *emitFirst(IRBuilderBase &B) {
    GuardEmitter G(N, Legal, Expander, A.SE);
    if (N.InvariantLoads.empty())
      return emitIsLarge(B, G);
    Value *IsReached = B.getTrue();
    for (const NestGuard &Each : Before)
      IsReached = B.CreateAnd(IsReached, G.guardHolds(B, Each));
    return emitFirstPasses(B, Elements[0], G, IsReached);
  }

  Value *emit(IRBuilderBase &B) {
    SmallVector<AffineRef *, 2> More;
    for (TestedElements &E : Elements)
      for (AffineRef &R : E.Refs)
        More.push_back(&R);
    if (!N.InvariantLoads.empty())
      loadFirst(B, N, Legal, More, Expander, A.SE);
    GuardEmitter G(N, Legal, Expander, A.SE);
    Value *All = B.CreateFreeze(G.holds(B));
    if (!N.InvariantLoads.empty())
      All = B.CreateAnd(emitIsLarge(B, G), All);
    for (const TestedElements &E : Elements)
      All = emitAllPass(B, E, N, G, All);
    return All;
  }

private:
  /// Whether \p Copied, of the copy, reads the element that \p Load does. C may
  /// be written in between, which the guard excludes.
  bool readsSame(const Instruction &Copied, LoadInst &Load) const {
    auto *Other = dyn_cast_or_null<LoadInst>(Trial.find(Copied));
    return Other && Other->getType() == Load.getType() &&
           A.SE.getSCEV(Other->getPointerOperand()) ==
               A.SE.getSCEV(Load.getPointerOperand());
  }

  Value *emitIsLarge(IRBuilderBase &B, GuardEmitter &G) {
    return B.CreateFreeze(G.isLargeEnough(B, SharedTuning::MinTested));
  }

  /// Whether the nest reaches all of its loads of sizes and the like once the
  /// first element has passed, which it looks at first.
  bool canLoadFirst() {
    const ElementTest &First = Tests[0];
    SmallPtrSet<const BasicBlock *, 8> Run;
    auto IsKnown = [&](const AffineRef &R) {
      return A.SE.dominates(R.Start, &Trial.start());
    };
    auto IsReached = [&](const AffineRef &R) {
      return IsKnown(R) && Run.contains(R.Access->getParent());
    };
    if (N.Region || !looksFirstAt(*First.Branch->getParent(), Run))
      return false;
    Run.insert(
        cast<BasicBlock>(Trial[First.Branch->getSuccessor(First.Passing)]));
    return llvm::all_of(N.InvariantLoads, IsReached) &&
           llvm::all_of(Elements[0].Refs, IsKnown);
  }

  /// Whether the nest gets to \p Block, before any loop has ended, where the
  /// conditions in Before hold: collects them, and the blocks that \p Run.
  bool looksFirstAt(const BasicBlock &Block,
                    SmallPtrSetImpl<const BasicBlock *> &Run) {
    const BasicBlock *BB = N.Root->getHeader();
    while (Run.insert(BB).second && BB != Trial[&Block]) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      if (!Br)
        return false;
      unsigned Way = 0;
      if (Br->isConditional()) {
        const auto *G = llvm::find_if(
            N.Guards, [&](const NestGuard &G) { return G.At == BB; });
        auto *I = dyn_cast<Instruction>(Br->getCondition());
        if (G == N.Guards.end() || G->Test || (I && N.Root->contains(I)))
          return false;
        Before.push_back(*G);
        Way = G->Expected ? 0 : 1;
      }
      BB = Br->getSuccessor(Way);
    }
    return BB == Trial[&Block];
  }

  const TrialNest &Trial;
  const SmallVector<ElementTest, 1> Tests; ///< Of the nest itself.
  const NestAnalyses &A;
  SCEVExpander Expander;
  GemmNest N; ///< The copy.
  Legality Legal;
  SmallVector<TestedElements, 1> Elements;
  SmallVector<NestGuard, 1> Before; ///< The first look at an element.
};

} // namespace

static std::unique_ptr<TrialNest> readAt(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A) {
  if (!TrialNest::canCopy(Root))
    return nullptr;
  SmallVector<ElementTest, 1> Tests = findElementTests(Root, Innermost, A);
  if (Tests.empty() || mayFuseWithoutBranches(Root, A.LI))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".whole", A);
  for (const ElementTest &Test : Tests)
    takeAlways(*cast<BranchInst>((*Trial)[Test.Branch]), Test.Passing, A);
  Trial->forgetCopy();
  auto Guard = std::make_shared<SkipGuard>(*Trial, std::move(Tests), A);
  Trial->guardBy(Guard, Trial->copyOf(Innermost));
  const GemmNest *Whole = Trial->recognizeWhole();
  return Whole && Guard->findElements(*Whole) ? std::move(Trial) : nullptr;
}

std::unique_ptr<TrialNest> readWithoutSkips(Loop &Innermost,
                                            const NestAnalyses &A) {
  if (findSums(Innermost, A.SE).empty())
    return nullptr;
  return readOutermost(Innermost,
                       [&](Loop &Root) { return readAt(Root, Innermost, A); });
}

} // namespace gemmify
