//===- FixedLoads.cpp - Pointers and strides loaded in a nest -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedLoads.h"
#include "Guard.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

class Hoister {
public:
  Hoister(GemmNest &N, Legality &Legal, const NestAnalyses &A)
      : N(N), Legal(Legal), A(A), Expander(A.SE, "gemmify"),
        Guard(N, Legal, Expander, A.SE) {}

  BasicBlock *run() {
    Current = N.Root->getLoopPreheader();
    Original = SplitBlock(Current, Current->getTerminator(), &A.DT, &A.LI,
                          nullptr, "gemmify.original");
    for (AffineRef &R : N.FixedLoads) {
      establishWhatLeadsTo(*R.Access->getParent());
      hoist(R);
    }
    restateAddresses();
    return Current;
  }

private:
  /// Makes Current branch to a new block when \p Cond holds, else to the nest.
  void appendBlock(Value *Cond) {
    BasicBlock *Next = BasicBlock::Create(
        Current->getContext(), "gemmify.fixed", Current->getParent(), Original);
    BranchInst::Create(Original, Next);
    if (Loop *Around = N.Root->getParentLoop())
      Around->addBasicBlockToLoop(Next, A.LI);
    Instruction *Old = Current->getTerminator();
    IRBuilder<>(Old).CreateCondBr(Cond, Next, Original);
    Old->eraseFromParent();
    A.DT.applyUpdates({{DominatorTree::Insert, Current, Next},
                       {DominatorTree::Insert, Next, Original}});
    Current = Next;
  }

  /// The nest reads in \p BB only when the guards before it hold and the loops
  /// around it run. All that these depend on has been loaded: it comes earlier.
  void establishWhatLeadsTo(const BasicBlock &BB) {
    IRBuilder<> B(Current->getTerminator());
    Value *All = B.getTrue();
    for (const NestGuard &G : N.Guards)
      if (A.DT.properlyDominates(G.At, &BB) && Established.insert(&G).second)
        All = B.CreateAnd(All, Guard.guardHolds(B, G));
    for (LoopDim D : {DimI, DimJ, DimK})
      if (Loop *L = N.Loops[D].back();
          L->contains(&BB) && Established.insert(L).second) {
        restate(N.Trip[D]);
        All = B.CreateAnd(All, Guard.loopRuns(B, D));
      }
    if (!isa<Constant>(All))
      appendBlock(B.CreateFreeze(All));
  }

  void hoist(AffineRef &R) {
    IRBuilder<> B(Current->getTerminator());
    auto *Old = cast<LoadInst>(R.Access);
    restate(R.Start);
    Value *Ptr =
        Expander.expandCodeFor(R.Start, R.Start->getType(), B.GetInsertPoint());
    LoadInst *New = B.CreateAlignedLoad(Old->getType(), Ptr, Old->getAlign());
    New->copyMetadata(*Old, {LLVMContext::MD_tbaa});
    New->setDebugLoc(Old->getDebugLoc());
    Hoisted[Old] = A.SE.getSCEV(New);
    N.LoadedBefore[Old] = New;
  }

  void restate(const SCEV *&S) {
    S = SCEVParameterRewriter::rewrite(S, A.SE, Hoisted);
  }

  void restate(AffineRef &R) {
    restate(R.Start);
    for (const SCEV *&Stride : R.Stride)
      restate(Stride);
    for (const SCEV *&Row : R.Row)
      if (Row)
        restate(Row);
  }

  void restateAddresses() {
    for (const SCEV *&Trip : N.Trip)
      restate(Trip);
    for (Slice *S : {&N.P, &N.Q, &N.Start, &N.Final}) {
      for (AffineRef &R : S->Loads)
        restate(R);
      for (Counter &C : S->Counters) {
        restate(C.Start);
        for (const SCEV *&Step : C.Step)
          restate(Step);
      }
    }
    restate(N.C);
    for (AffineRef &R : N.RowLoads)
      restate(R);
    for (AffineRef &R : Legal.MustBeApart)
      restate(R);
    for (AffineRef &R : Legal.RowsApart)
      restate(R);
    for (std::optional<Tiling> &T : N.Tiled)
      if (T)
        for (const SCEV **Each : {&T->Tiles, &T->TileSize, &T->Points})
          restate(*Each);
    for (RowWrapCheck &W : N.RowWrapChecks)
      for (LoopDim D : {DimI, DimJ, DimK}) {
        restate(W.Coef[D]);
        if (W.Row[D])
          restate(W.Row[D]);
      }
    restate(N.WrapChecks);
    for (AccessPair &P : Legal.Pairs)
      for (NestAccess *Access : {&P.Product, &P.Rest}) {
        restate(Access->Ref);
        restate(Access->WrapChecks);
        for (const SCEV *&Trip : Access->Trip)
          restate(Trip);
      }
  }

  void restate(MutableArrayRef<WrapCheck> Checks) {
    for (WrapCheck &W : Checks) {
      restate(W.Start);
      for (const SCEV *&Coef : W.Coef)
        restate(Coef);
      for (auto *Optional : {&W.TileCoef, &W.Trip})
        for (const SCEV *&Each : *Optional)
          if (Each)
            restate(Each);
    }
    for (Condition &C : N.Conditions) {
      restate(C.X);
      restate(C.Y);
    }
  }

  GemmNest &N;
  Legality &Legal;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GuardEmitter Guard;
  ValueToSCEVMapTy Hoisted;
  SmallPtrSet<const void *, 8> Established; ///< Guards and loops.
  BasicBlock *Current = nullptr;            ///< Where code is added.
  BasicBlock *Original = nullptr;
};

} // namespace

BasicBlock *hoistFixedLoads(GemmNest &N, Legality &Legal,
                            const NestAnalyses &A) {
  return N.FixedLoads.empty() ? nullptr : Hoister(N, Legal, A).run();
}

} // namespace gemmify
