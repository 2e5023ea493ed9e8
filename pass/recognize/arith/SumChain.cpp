//===- SumChain.cpp - The steps of a sum in a loop body -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumChain.h"
#include "AddedProducts.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace gemmify {

namespace {

class SumFinder {
public:
  SumFinder(Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}

  SmallVector<SumChain, 1> run() {
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        visit(I);
    llvm::erase_if(Chains, [&](SumChain &C) { return !isComplete(C); });
    return std::move(Chains);
  }

private:
  void visit(Instruction &I) {
    SmallVector<Update, 4> Added =
        matchUpdates(I, [&](Value *V) { return startsSum(V) || endOf(V); });
    if (Added.empty())
      Added = matchAddedProducts(
          I, [&](Value *V) { return startsSum(V) || endOf(V); });
    if (Added.empty())
      return;
    SumChain *Chain = endOf(Added.front().Sum);
    if (!Chain)
      Chain = &Chains.emplace_back();
    Chain->Steps.append(Added.begin(), Added.end());
  }

  bool startsSum(Value *V) {
    if (auto *Phi = dyn_cast<PHINode>(V))
      return Phi->getParent() == L.getHeader();
    auto *Load = dyn_cast<LoadInst>(V);
    return Load && L.contains(Load);
  }

  /// The chain whose last step so far gives \p V.
  SumChain *endOf(Value *V) {
    auto *End = llvm::find_if(
        Chains, [&](SumChain &C) { return C.Steps.back().Result == V; });
    return End == Chains.end() ? nullptr : End;
  }

  /// Where the sum is stored when it is kept in memory.
  const SCEV *placeOf(const SumChain &C) {
    auto *Load = dyn_cast<LoadInst>(C.Steps.front().Sum);
    return Load ? SE.getSCEV(Load->getPointerOperand()) : nullptr;
  }

  bool isComplete(SumChain &C) {
    Instruction *Result = C.Steps.back().Result;
    const SCEV *Place = placeOf(C);
    for (User *Usr : Result->users()) {
      auto *Store = dyn_cast<StoreInst>(Usr);
      if (!Store || !L.contains(Store))
        continue;
      if (!Place || SE.getSCEV(Store->getPointerOperand()) == Place)
        C.Store = Store;
    }
    auto *Phi = dyn_cast<PHINode>(C.Steps.front().Sum);
    bool Carried =
        Phi ? Phi->getIncomingValueForBlock(L.getLoopLatch()) == Result
            : C.Store != nullptr;
    return Carried && onlyAddsUp(C);
  }

  /// What the earlier steps give goes to the next one, and to where the sum is
  /// kept at most.
  bool onlyAddsUp(SumChain &C) {
    const SCEV *Place =
        C.Store ? SE.getSCEV(C.Store->getPointerOperand()) : nullptr;
    Instruction *Last = C.Steps.back().Result;
    for (auto [Index, Step] : enumerate(C.Steps))
      for (User *Usr : Step.Result->users()) {
        if (Step.Result == Last || Usr == C.Steps[Index + 1].Result ||
            C.Steps[Index + 1].Result == Step.Result)
          continue;
        auto *Store = dyn_cast<StoreInst>(Usr);
        if (!Store || !Place || SE.getSCEV(Store->getPointerOperand()) != Place)
          return false;
        C.EarlierStores.push_back(Store);
      }
    return true;
  }

  Loop &L;
  ScalarEvolution &SE;
  SmallVector<SumChain, 1> Chains;
};

} // namespace

SmallVector<SumChain, 1> findSums(Loop &L, ScalarEvolution &SE) {
  if (!L.getLoopLatch())
    return {};
  return SumFinder(L, SE).run();
}

bool hasSums(Loop &L, ScalarEvolution &SE) {
  return llvm::any_of(L.getLoopsInPreorder(), [&](Loop *Each) {
    return Each->isInnermost() && !findSums(*Each, SE).empty();
  });
}

Value *afterLoop(const SumChain &Sum, const Loop &L) {
  if (Sum.Complete)
    return Sum.Complete;
  const Update U = Sum.whole();
  return exitsFromHeader(L) ? U.Sum : U.Result;
}

bool feedsLoopAround(Value &Sum, const Loop &L) {
  constexpr unsigned MostUsers = 16;
  const Loop &Around = *L.getParentLoop();
  SmallSetVector<const Value *, 8> Users;
  Users.insert(&Sum);
  auto IsPlainAdd = [](const Instruction &I) {
    return llvm::is_contained({Instruction::Add, Instruction::FAdd},
                              I.getOpcode());
  };
  auto IsSumItself = [&](const Value &V) {
    return &V == &Sum || isa<PHINode>(V);
  };
  for (unsigned At = 0; At != Users.size() && At != MostUsers; ++At)
    for (const User *U : Users[At]->users()) {
      const auto *I = cast<Instruction>(U);
      if (isa<PHINode>(I) && I->getParent() == Around.getHeader())
        return true;
      const bool IsTotal = IsPlainAdd(*I) && IsSumItself(*Users[At]);
      if (Around.contains(I) && !L.contains(I) && !IsTotal)
        Users.insert(I);
    }
  return false;
}

} // namespace gemmify
