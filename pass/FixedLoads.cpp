//===- FixedLoads.cpp - Pointers and strides loaded in a nest -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedLoads.h"
#include "Guard.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

class Hoister {
public:
  Hoister(GemmNest &N, Legality &Legal, const NestAnalyses &A)
      : N(N), Legal(Legal), A(A), Expander(A.SE, "gemmify") {}

  BasicBlock *run() {
    BasicBlock *Loads = branchToNewBlock();
    IRBuilder<> B(Loads->getTerminator());
    for (AffineRef &R : N.FixedLoads)
      hoist(B, R);
    restate();
    return Loads;
  }

private:
  BasicBlock *branchToNewBlock() {
    BasicBlock *Before = N.Root->getLoopPreheader();
    BasicBlock *Original = SplitBlock(Before, Before->getTerminator(), &A.DT,
                                      &A.LI, nullptr, "gemmify.original");
    BasicBlock *Loads = BasicBlock::Create(
        Before->getContext(), "gemmify.fixed", Before->getParent(), Original);
    BranchInst::Create(Original, Loads);
    if (Loop *Around = N.Root->getParentLoop())
      Around->addBasicBlockToLoop(Loads, A.LI);
    Instruction *Old = Before->getTerminator();
    IRBuilder<> B(Old);
    Value *Runs = GuardEmitter(N, Legal, Expander, A.SE).runsCompletely(B);
    B.CreateCondBr(B.CreateFreeze(Runs), Loads, Original);
    Old->eraseFromParent();
    A.DT.applyUpdates({{DominatorTree::Insert, Before, Loads},
                       {DominatorTree::Insert, Loads, Original}});
    return Loads;
  }

  void hoist(IRBuilder<> &B, AffineRef &R) {
    auto *Old = cast<LoadInst>(R.Access);
    restate(R.Start);
    Value *Ptr =
        Expander.expandCodeFor(R.Start, R.Start->getType(), B.GetInsertPoint());
    LoadInst *New = B.CreateAlignedLoad(Old->getType(), Ptr, Old->getAlign());
    New->copyMetadata(*Old, {LLVMContext::MD_tbaa});
    New->setDebugLoc(Old->getDebugLoc());
    Hoisted[Old] = A.SE.getSCEV(New);
  }

  void restate(const SCEV *&S) {
    S = SCEVParameterRewriter::rewrite(S, A.SE, Hoisted);
  }

  void restate(AffineRef &R) {
    restate(R.Start);
    for (const SCEV *&Stride : R.Stride)
      restate(Stride);
  }

  void restate() {
    for (Slice *S : {&N.P, &N.Q, &N.Start, &N.Final})
      for (AffineRef &R : S->Loads)
        restate(R);
    restate(N.C);
    for (AffineRef &R : Legal.MustBeApart)
      restate(R);
    for (WrapCheck &W : N.WrapChecks) {
      restate(W.Start);
      for (const SCEV *&Coef : W.Coef)
        restate(Coef);
    }
  }

  GemmNest &N;
  Legality &Legal;
  const NestAnalyses &A;
  SCEVExpander Expander;
  ValueToSCEVMapTy Hoisted;
};

} // namespace

BasicBlock *hoistFixedLoads(GemmNest &N, Legality &Legal,
                            const NestAnalyses &A) {
  return N.FixedLoads.empty() ? nullptr : Hoister(N, Legal, A).run();
}

} // namespace gemmify
