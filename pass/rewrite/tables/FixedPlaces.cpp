//===- FixedPlaces.cpp - What a nest finds in one place all along ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedPlaces.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/rewrite/normalize/DeadBlocks.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

class Taker {
public:
  Taker(TrialNest &Trial, Loop &Inner, const NestAnalyses &A)
      : Trial(Trial), A(A), Copy(Trial.copy()), Inner(Inner),
        At(Trial.start().getTerminator()), Rows(Copy, Inner, A) {}

  bool run() {
    for (BasicBlock *BB : Trial.source().blocks())
      for (Instruction &I : *BB)
        if (auto *Load = dyn_cast<LoadInst>(&I); Load && findsNumber(*Load)) {
          Loads.push_back({Trial[Load], Load});
          Rows.note(*cast<LoadInst>(Trial[Load]), *Load);
        }
    // What is loaded decides branches, behind which more is loaded always.
    for (bool Changed = true; Changed && !Failed;) {
      takeLoads();
      Changed = Rows.take(*At);
      If = nullptr;
      takePhis();
      Changed |= takeWays();
    }
    Found.Numbers = std::move(Rows.Numbers);
    Found.Firsts = std::move(Rows.Firsts);
    return !Failed;
  }

  FixedPlaces Found;

private:
  /// Where one is found may have been loaded from another one.
  void takeLoads() {
    for (bool Changed = true; std::exchange(Changed, false);)
      for (auto &[Copied, InRoot] : Loads) {
        auto *Load = dyn_cast_or_null<LoadInst>(Copied);
        if (!Load || !Copy.contains(Load) || !take(*Load, *InRoot))
          continue;
        Copied = nullptr;
        Changed = true;
      }
    takeNumbers();
  }

  /// Takes what is computed of that alone, too: sizes of vectors are quotients
  /// of pointers.
  void takeNumbers() {
    const SmallVector<BasicBlock *, 16> Blocks(Copy.blocks());
    bool Changed = false;
    for (BasicBlock *BB : Blocks)
      for (Instruction &I : make_early_inc_range(*BB))
        if (!isa<PHINode, FPMathOperator>(I) && !I.isTerminator() &&
            !I.mayReadOrWriteMemory() && Copy.hasLoopInvariantOperands(&I))
          Copy.makeLoopInvariant(&I, Changed, At);
  }

  /// Has the nest run as it is where \p Cond, at the end of the last block in
  /// front of the copy, does not hold.
  void require(IRBuilderBase &B, Value *Cond) {
    Cond = B.CreateFreeze(Cond);
    If = If ? B.CreateAnd(If, Cond) : Cond;
  }

  /// LLVM leaves phis of what is loaded again and what was loaded before.
  void takePhis() {
    auto IsTaken = [&](const Value *V) {
      return llvm::any_of(
          Found.Places, [&](const EarlyLoad &Each) { return Each.Load == V; });
    };
    IRBuilder<> B(At);
    B.SetCurrentDebugLocation(Trial.root().getStartLoc());
    for (BasicBlock *BB : Copy.blocks())
      for (PHINode &Phi : make_early_inc_range(BB->phis())) {
        Value *Place = nullptr;
        SmallSetVector<Value *, 2> Others;
        for (Value *V : Phi.incoming_values()) {
          if (!Place && IsTaken(V))
            Place = V;
          else if (V != &Phi && V != Place)
            Others.insert(V);
        }
        if (!Place || !llvm::all_of(Others, [&](Value *V) {
              return Copy.isLoopInvariant(V);
            }))
          continue;
        for (Value *V : Others)
          require(B, B.CreateICmpEQ(V, Place));
        Phi.replaceAllUsesWith(Place);
        Phi.eraseFromParent();
      }
  }

  /// Takes the ways to the innermost loop at branches that do not change.
  /// Whether something was taken.
  bool takeWays() {
    SmallVector<BasicBlock *, 4> MayBeDead;
    const SmallVector<BasicBlock *, 16> Blocks(Copy.blocks());
    IRBuilder<> B(At);
    B.SetCurrentDebugLocation(Trial.root().getStartLoc());
    for (BasicBlock *BB : Blocks) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      const std::optional<unsigned> Onward = Br ? wayOn(*Br) : std::nullopt;
      if (!Onward)
        continue;
      Value *Cond = Br->getCondition();
      B.SetInsertPoint(At);
      require(B, *Onward == 0 ? Cond : B.CreateNot(Cond));
      Br->setCondition(B.getInt1(*Onward == 0));
      MayBeDead.push_back(takeAlways(*Br, *Onward, A));
    }
    if (!If)
      return false;
    leaveUnless();
    HasAsked = true;
    Failed |= mayFuseWithoutBranches(Trial.root(), A.LI) ||
              !dropOtherWays(MayBeDead, Copy, Inner, A);
    return !Failed;
  }

  /// The successor of \p Br through which alone the innermost loop is entered,
  /// if its condition does not change; that is in front of the copy then.
  std::optional<unsigned> wayOn(BranchInst &Br) {
    const BasicBlock *BB = Br.getParent();
    if (!Br.isConditional() || isa<Constant>(Br.getCondition()) ||
        A.LI.getLoopFor(BB)->isLoopExiting(BB))
      return std::nullopt;
    for (unsigned Way : {0, 1}) {
      const BasicBlock *To = Br.getSuccessor(Way);
      bool Changed = false;
      if (To->getSinglePredecessor() == BB &&
          A.DT.dominates(To, Inner.getHeader()) &&
          Copy.makeLoopInvariant(Br.getCondition(), Changed, At))
        return Way;
    }
    return std::nullopt;
  }

  void leaveUnless() {
    BasicBlock *BB = At->getParent(),
               *Original = Trial.root().getLoopPreheader();
    BasicBlock *On = SplitBlock(BB, At->getIterator(), &A.DT, &A.LI, nullptr,
                                "gemmify.ways");
    At = On->getTerminator();
    Instruction *Jump = BB->getTerminator();
    IRBuilder<> B(Jump);
    B.SetCurrentDebugLocation(Trial.root().getStartLoc());
    B.CreateCondBr(If, On, Original);
    Jump->eraseFromParent();
    A.DT.insertEdge(BB, Original);
  }

  bool take(LoadInst &Load, LoadInst &InRoot) {
    bool Changed = false;
    Value *Place = Load.getPointerOperand();
    if (!Copy.makeLoopInvariant(Place, Changed, At))
      return false;
    const bool IsThere = isDereferenceableAndAlignedPointer(
        Place, Load.getType(), Load.getAlign(), A.SE.getDataLayout(), At,
        nullptr, &A.DT);
    // Numbers of later rows may lead elsewhere.
    if (!IsThere && (!isAlwaysLoaded(Load, Copy, A.DT) ||
                     !(Rows.Firsts.empty() || comesFirst(Load, Inner, A.DT))))
      return false;
    LoadInst *Before = nullptr;
    for (const EarlyLoad &Each : Found.Places)
      if (Each.Load->getPointerOperand() == Place &&
          Each.Load->getType() == Load.getType())
        Before = Each.Load;
    const bool DependsOnTaken =
        !Found.Places.empty() || !Rows.Firsts.empty() || HasAsked;
    const bool IsLate = !IsThere && !Before && DependsOnTaken &&
                        !isBeforeStores(Load, Copy, A.DT);
    if (!Before) {
      IRBuilder<> B(At);
      Before = B.CreateAlignedLoad(Load.getType(), Place, Load.getAlign(),
                                   "gemmify.fixed");
      Before->setDebugLoc(Load.getDebugLoc());
    }
    Found.Places.push_back({Before, &InRoot, IsLate});
    Load.replaceAllUsesWith(Before);
    Load.eraseFromParent();
    return true;
  }

  TrialNest &Trial;
  const NestAnalyses &A;
  Loop &Copy, &Inner;
  Instruction *At; ///< Where what is taken out goes to.
  RowNumbers Rows;
  SmallVector<std::pair<WeakTrackingVH, LoadInst *>, 16> Loads;
  Value *If = nullptr;
  bool HasAsked = false; ///< Branches of the nest, in front of the copy.
  bool Failed = false;
};

} // namespace

std::optional<FixedPlaces> takeFixedPlaces(TrialNest &Trial, Loop &Inner,
                                           const NestAnalyses &A) {
  Taker Places(Trial, Inner, A);
  if (!Places.run())
    return std::nullopt;
  Trial.forgetCopy();
  return std::move(Places.Found);
}

} // namespace gemmify
