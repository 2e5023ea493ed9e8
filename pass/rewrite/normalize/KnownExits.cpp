//===- KnownExits.cpp - Loops that end by what is known -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownExits.h"
#include "DeadBlocks.h"
#include "EarlyExits.h"
#include "EqualBlocks.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace gemmify {

namespace {

/// What a comparison says on the way to a block, whoever asks.
class KnownAnswer {
public:
  KnownAnswer(const ICmpInst &Of, const DominatorTree &DT) : Of(Of), DT(DT) {}

  /// On the way from \p From to \p To; empty if that is not known.
  std::optional<bool> onEdge(const BasicBlock &From, const BasicBlock &To);
  /// Whether what is compared is known first in \p BB, or is not known there.
  bool isDefined(const BasicBlock &BB) const;

private:
  std::optional<bool> in(const BasicBlock &BB);

  const ICmpInst &Of;
  const DominatorTree &DT;
  SmallDenseMap<const BasicBlock *, std::optional<bool>> Known;
};

/// A loop's last question, and the comparison that has the answer.
struct KnownExit {
  BranchInst *Br;
  ICmpInst *Cmp;
};

} // namespace

bool KnownAnswer::isDefined(const BasicBlock &BB) const {
  return llvm::any_of(Of.operands(), [&](const Use &Op) {
    const auto *I = dyn_cast<Instruction>(Op);
    return I && !DT.properlyDominates(I->getParent(), &BB);
  });
}

std::optional<bool> KnownAnswer::onEdge(const BasicBlock &From,
                                        const BasicBlock &To) {
  const auto *Br = dyn_cast<BranchInst>(From.getTerminator());
  if (Br && Br->isConditional() && Br->getSuccessor(0) != Br->getSuccessor(1))
    if (const auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
        Cmp && Cmp->isIdenticalTo(&Of))
      return Br->getSuccessor(0) == &To;
  return in(From);
}

/// The same on all ways to \p BB. A loop with that header changes nothing.
std::optional<bool> KnownAnswer::in(const BasicBlock &BB) {
  constexpr unsigned MostBlocks = 64;
  if (auto Found = Known.find(&BB); Found != Known.end())
    return Found->second;
  Known[&BB] = std::nullopt;
  if (Known.size() > MostBlocks || isDefined(BB))
    return std::nullopt;
  std::optional<bool> All;
  for (const BasicBlock *Before : predecessors(&BB)) {
    if (DT.dominates(&BB, Before))
      continue;
    const std::optional<bool> Each = onEdge(*Before, BB);
    if (!Each || (All && All != Each))
      return std::nullopt;
    All = Each;
  }
  return Known[&BB] = All;
}

/// Whether \p Cmp has the answer that \p Phi is, on all ways to that.
static bool isAnswer(const ICmpInst &Cmp, const PHINode &Phi,
                     const DominatorTree &DT) {
  KnownAnswer Answer(Cmp, DT);
  if (Answer.isDefined(*Phi.getParent()))
    return false;
  for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
    const auto *Is = dyn_cast<ConstantInt>(Phi.getIncomingValue(I));
    if (!Is || Answer.onEdge(*Phi.getIncomingBlock(I), *Phi.getParent()) !=
                   std::optional(Is->isOne()))
      return false;
  }
  return true;
}

/// The comparison in \p L that has the answer of \p Phi, or null.
static ICmpInst *findAnswer(const PHINode &Phi, const Loop &L,
                            const DominatorTree &DT) {
  for (BasicBlock *BB : L.blocks())
    if (auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
        Br && Br->isConditional())
      if (auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
          Cmp && isAnswer(*Cmp, Phi, DT))
        return Cmp;
  return nullptr;
}

static SmallVector<KnownExit, 2> findKnownExits(const Loop &Root,
                                                const NestAnalyses &A) {
  SmallVector<KnownExit, 2> Exits;
  for (const Loop *L : Root.getLoopsInPreorder()) {
    BasicBlock *Exiting = L->getExitingBlock();
    auto *Br =
        Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
    auto *Phi = Br && Br->isConditional()
                    ? dyn_cast<PHINode>(Br->getCondition())
                    : nullptr;
    if (!Phi || A.LI.getLoopFor(Phi->getParent()) != L ||
        Phi->getParent() == L->getHeader())
      continue;
    if (ICmpInst *Cmp = findAnswer(*Phi, *L, A.DT))
      Exits.push_back({Br, Cmp});
  }
  return Exits;
}

std::unique_ptr<TrialNest> readKnownExits(Loop &Innermost,
                                          const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    if (!TrialNest::isOneNest(*Root) || !TrialNest::canCopy(*Root) ||
        (!findEqualBlocks(*Root, A) && !findEarlyExit(*Root, A) &&
         findKnownExits(*Root, A).empty()))
      continue;
    auto Trial = std::make_unique<TrialNest>(*Root, ".asks", A);
    while (std::optional<EqualBlocks> Two = findEqualBlocks(Trial->copy(), A)) {
      joinBlocks(*Two, A);
      dropSamePhis(Trial->copy(), /*FromOutside=*/false);
    }
    while (std::optional<EarlyExit> Exit = findEarlyExit(Trial->copy(), A))
      leaveLast(*Exit, A);
    for (const KnownExit &Exit : findKnownExits(Trial->copy(), A)) {
      Instruction *Again = Exit.Cmp->clone();
      Again->insertBefore(Exit.Br->getIterator());
      Exit.Br->setCondition(Again);
    }
    Trial->forgetCopy();
    Trial->readAgain();
    Trial->readInAnyCase(Trial->copyOf(Innermost));
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
