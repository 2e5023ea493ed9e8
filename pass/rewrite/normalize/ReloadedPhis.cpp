//===- ReloadedPhis.cpp - Phis of one value -------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReloadedPhis.h"

using namespace llvm;

namespace gemmify {

namespace {

class PhiCollector {
public:
  using EarlierLoad = function_ref<LoadInst *(const LoadInst &)>;
  PhiCollector(const Loop &Root, const NestAnalyses &A, EarlierLoad FindEarlier)
      : Root(Root), A(A), FindEarlier(FindEarlier) {}

  std::optional<ReloadedPhis> run(PHINode &Phi) {
    Found.Phis.insert(&Phi);
    unsigned Explained = 0;
    do {
      if (!Found.follow(Root))
        return std::nullopt;
      for (Use *In : Found.Outside)
        if (!isa<Constant>(In->get()))
          Found.Before.insert(In->get());
      for (; Explained != Found.Outside.size(); ++Explained)
        if (!explain(*Found.Outside[Explained]))
          return std::nullopt;
    } while (!Found.isFollowed());
    if (Found.Before.empty() && Found.Loads.empty())
      return std::nullopt;
    return std::move(Found);
  }

private:
  /// Whether \p In is what the phis are, perhaps with one more of them.
  bool explain(const Use &In) {
    if (!isa<Constant>(In.get()))
      return true;
    if (!isa<ConstantInt>(In.get()))
      return false;
    if (llvm::any_of(Found.Phis,
                     [&](const PHINode *Of) { return isKnownOnWay(In, *Of); }))
      return true;
    if (standsForFirst(In))
      return true;
    for (BasicBlock *BB : Root.blocks())
      for (PHINode &Other : BB->phis())
        if (isKnownOnWay(In, Other))
          return Found.Phis.insert(&Other);
    return false;
  }

  /// Whether \p Of is the constant \p In on the way that it is for.
  bool isKnownOnWay(const Use &In, const PHINode &Of) const {
    const auto &Phi = *cast<PHINode>(In.getUser());
    const BasicBlock *From = Phi.getIncomingBlock(In);
    return llvm::any_of(Of.users(), [&](const User *U) {
      const auto *Cmp = dyn_cast<ICmpInst>(U);
      return Cmp && Cmp->isEquality() && Cmp->getOperand(1) == In.get() &&
             isTakenFor(*Cmp, *From, *Phi.getParent());
    });
  }

  /// Whether both sides of \p Cmp are equal on the way \p From a block \p To
  /// another one.
  bool isTakenFor(const ICmpInst &Cmp, const BasicBlock &From,
                  const BasicBlock &To) const {
    return llvm::any_of(Cmp.users(), [&](const User *U) {
      const auto *Br = dyn_cast<BranchInst>(U);
      if (!Br || Br->getSuccessor(0) == Br->getSuccessor(1))
        return false;
      const BasicBlock *Equal =
          Br->getSuccessor(Cmp.getPredicate() == CmpInst::ICMP_EQ ? 0 : 1);
      return (Br->getParent() == &From && Equal == &To) ||
             A.DT.dominates(BasicBlockEdge(Br->getParent(), Equal), &From);
    });
  }

  /// Whether the constant \p In cannot be told from what stands in the other
  /// phis: all that it comes to is compared with zero, which neither is.
  bool standsForFirst(const Use &In) const {
    SmallSetVector<const PHINode *, 4> Reached;
    Reached.insert(cast<PHINode>(In.getUser()));
    for (unsigned At = 0; At != Reached.size(); ++At)
      for (const User *U : Reached[At]->users())
        if (const auto *Phi = dyn_cast<PHINode>(U))
          Reached.insert(Phi);
        else if (!isComparedWithZero(*U))
          return false;
    Value *First = firstValue();
    if (!First)
      return false;
    const SCEV *Is = A.SE.getSCEV(First);
    const auto &To = *cast<PHINode>(In.getUser());
    return !cast<ConstantInt>(In)->isZero() &&
           llvm::all_of(Reached,
                        [&](const PHINode *Phi) {
                          return Found.Phis.contains(
                              const_cast<PHINode *>(Phi));
                        }) &&
           A.SE.isBasicBlockEntryGuardedByCond(To.getIncomingBlock(In),
                                               CmpInst::ICMP_NE, Is,
                                               A.SE.getZero(Is->getType()));
  }

  /// What the phis are, as it is known before the nest, or null.
  Value *firstValue() const {
    if (!Found.Before.empty())
      return Found.Before.front();
    return Found.Loads.empty() ? nullptr : FindEarlier(*Found.Loads.front());
  }

  static bool isComparedWithZero(const User &Usr) {
    const auto *Cmp = dyn_cast<ICmpInst>(&Usr);
    const auto *With =
        Cmp ? dyn_cast<ConstantInt>(Cmp->getOperand(1)) : nullptr;
    return With && With->isZero() && Cmp->isEquality();
  }

  const Loop &Root;
  const NestAnalyses &A;
  EarlierLoad FindEarlier;
  ReloadedPhis Found;
};

} // namespace

std::optional<ReloadedPhis>
findReloadedPhis(PHINode &Phi, const Loop &Root, const NestAnalyses &A,
                 function_ref<LoadInst *(const LoadInst &)> FindEarlier) {
  return Root.getLoopPreheader() ? PhiCollector(Root, A, FindEarlier).run(Phi)
                                 : std::nullopt;
}

} // namespace gemmify
