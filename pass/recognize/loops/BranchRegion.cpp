//===- BranchRegion.cpp - Ways that part and meet again -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchRegion.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace gemmify {

namespace {

class ForkFinder {
public:
  ForkFinder(BranchInst &Br, Loop &L, const Loop &Innermost, const LoopInfo &LI,
             function_ref<bool(Value *)> IsFixed)
      : Br(Br), L(L), Innermost(Innermost), LI(LI), IsFixed(IsFixed) {}

  /// The ways to the product, when it is still to come, or to the next
  /// iteration.
  std::optional<BranchRegion> run() {
    if (!L.getLoopLatch())
      return std::nullopt;
    if (&L != &Innermost)
      collectWaysTo(*Innermost.getHeader());
    if (!OnWay.contains(Br.getParent())) {
      OnWay.clear();
      collectWaysTo(*L.getLoopLatch());
    }
    return chooseJoin() && sortBlocks() && excludeOtherWays()
               ? std::optional(std::move(Result))
               : std::nullopt;
  }

private:
  /// All blocks of the body from which \p To is reached in one iteration.
  void collectWaysTo(BasicBlock &To) {
    Target = &To;
    OnWay.insert(&To);
    for (unsigned At = 0; At != OnWay.size(); ++At)
      if (OnWay[At] != L.getHeader())
        for (BasicBlock *Pred : predecessors(OnWay[At]))
          if (L.contains(Pred))
            OnWay.insert(Pred);
  }

  using Region = SmallSetVector<BasicBlock *, 8>;

  /// What is reached from the branch without going through \p Join.
  Region reachedBefore(const BasicBlock &Join) const {
    Region Reached;
    auto Add = [&](BasicBlock *BB) {
      if (BB != &Join && BB != L.getHeader() && OnWay.contains(BB))
        Reached.insert(BB);
    };
    llvm::for_each(Br.successors(), Add);
    for (unsigned At = 0; At != Reached.size(); ++At)
      llvm::for_each(successors(Reached[At]), Add);
    return Reached;
  }

  /// The nearest block that all ways go through.
  bool chooseJoin() {
    for (BasicBlock *BB : OnWay) {
      if (LI.getLoopFor(BB) != &L || BB == L.getHeader() ||
          BB == Br.getParent())
        continue;
      Region Between = reachedBefore(*BB);
      if (Between.contains(Target) || Between.contains(Br.getParent()))
        continue;
      if (!Result.Join || Between.size() < Result.Between.size()) {
        Result.Join = BB;
        Result.Between.assign(Between.begin(), Between.end());
      }
    }
    return Result.Join;
  }

  /// Whether all of \p Blocks that run before \p BB have run when \p Done have.
  /// A loop that is left on the way has run as a whole.
  bool isNext(BasicBlock &BB, const Region &Blocks, const Region &Done) const {
    auto IsOpen = [&](BasicBlock *Other) {
      return Blocks.contains(Other) && !Done.contains(Other);
    };
    return llvm::all_of(predecessors(&BB), [&](BasicBlock *Pred) {
      if (LI.isLoopHeader(&BB) && LI.getLoopFor(&BB)->contains(Pred))
        return true;
      const Loop *Left = nullptr;
      for (const Loop *Each = LI.getLoopFor(Pred); Each && !Each->contains(&BB);
           Each = Each->getParentLoop())
        Left = Each;
      return !IsOpen(Pred) && (!Left || llvm::none_of(Left->blocks(), IsOpen));
    });
  }

  /// Brings the blocks of the region into an order in which they run. False
  /// where there is none.
  bool sortBlocks() {
    const Region Blocks(Result.Between.begin(), Result.Between.end());
    Region Done;
    while (Done.size() != Blocks.size()) {
      auto Next = llvm::find_if(Blocks, [&](BasicBlock *BB) {
        return !Done.contains(BB) && isNext(*BB, Blocks, Done);
      });
      if (Next == Blocks.end())
        return false;
      Done.insert(*Next);
    }
    Result.Between.assign(Done.begin(), Done.end());
    return true;
  }

  /// A way to somewhere else in the body is one that is never taken.
  bool excludeOtherWays() {
    auto IsOther = [&](BasicBlock *Succ) { return !OnWay.contains(Succ); };
    if (llvm::any_of(Br.successors(), IsOther))
      return false;
    for (BasicBlock *BB : Result.Between) {
      if (llvm::none_of(successors(BB), IsOther))
        continue;
      // One more leads on: there are two.
      auto *Way = dyn_cast<BranchInst>(BB->getTerminator());
      if (!Way || LI.getLoopFor(BB) != &L ||
          !L.contains(Way->getSuccessor(0)) ||
          !L.contains(Way->getSuccessor(1)) || !IsFixed(Way->getCondition()))
        return false;
      Result.Guards.push_back({Way->getCondition(),
                               !IsOther(Way->getSuccessor(0)), BB,
                               std::nullopt});
    }
    return true;
  }

  BranchInst &Br;
  Loop &L;
  const Loop &Innermost;
  const LoopInfo &LI;
  function_ref<bool(Value *)> IsFixed;
  BasicBlock *Target = nullptr;
  SetVector<BasicBlock *> OnWay;
  BranchRegion Result;
};

} // namespace

std::optional<BranchRegion>
findBranchRegion(BranchInst &Br, Loop &L, const Loop &Innermost,
                 const LoopInfo &LI, function_ref<bool(Value *)> IsFixed) {
  return ForkFinder(Br, L, Innermost, LI, IsFixed).run();
}

} // namespace gemmify
