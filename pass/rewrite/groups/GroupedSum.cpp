//===- GroupedSum.cpp - A sum of what groups sum --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedSum.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

namespace {

class Finder {
public:
  Finder(Loop &Innermost, const NestAnalyses &A)
      : Innermost(Innermost), A(A), SE(A.SE) {}

  std::optional<GroupedSum> run() {
    if (findLoops() && countGroups() && findPhis() && findStore() &&
        handsOn() && !mayFuseElsewhere(*Sum.Root))
      return std::move(Sum);
    return std::nullopt;
  }

private:
  /// Three loops around the innermost one, each with nothing but the next.
  bool findLoops() {
    Loop *L = &Innermost;
    for (unsigned Depth = 0; Depth != NumDims; ++Depth) {
      L = L->getParentLoop();
      if (!L || L->getSubLoops().size() != 1)
        return false;
      if (!Depth)
        Sum.Groups = L;
    }
    Sum.Root = L;
    return Innermost.isInnermost() && TrialNest::canCopy(*L) &&
           L->getExitingBlock() && L->getExitBlock() &&
           Sum.Groups->getExitBlock() &&
           Sum.Groups->getExitingBlock() == Sum.Groups->getLoopLatch();
  }

  bool countGroups() {
    const SCEV *Repeats = SE.getBackedgeTakenCount(Sum.Groups);
    if (isa<SCEVCouldNotCompute>(Repeats) ||
        !SE.isLoopInvariant(Repeats, Sum.Root) ||
        SE.getTypeSizeInBits(Repeats->getType()) > 64)
      return false;
    Type *I64 = Type::getInt64Ty(SE.getContext());
    Sum.Count =
        SE.getAddExpr(SE.getNoopOrZeroExtend(Repeats, I64), SE.getOne(I64));
    return true;
  }

  bool isCounter(PHINode &Phi) const {
    if (!SE.isSCEVable(Phi.getType()))
      return false;
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    return Rec && Rec->getLoop() == Sum.Groups && Rec->isAffine() &&
           SE.isLoopInvariant(Rec->getStepRecurrence(SE), Sum.Root);
  }

  bool findPhis() {
    for (PHINode &Phi : Sum.Groups->getHeader()->phis())
      if (isCounter(Phi))
        Sum.Counters.push_back(&Phi);
      else if (std::exchange(Sum.Value, &Phi))
        return false;
    const Type *Ty = Sum.Value ? Sum.Value->getType() : nullptr;
    return Ty && (Ty->isIntegerTy() || Ty->isFloatingPointTy());
  }

  bool findStore() {
    for (BasicBlock *BB : Sum.Root->blocks())
      for (Instruction &I : *BB) {
        if (!I.mayHaveSideEffects() || isa<AssumeInst>(I))
          continue;
        auto *Store = dyn_cast<StoreInst>(&I);
        if (!Store || !Store->isSimple() || std::exchange(Sum.Store, Store))
          return false;
      }
    return Sum.Store &&
           A.LI.getLoopFor(Sum.Store->getParent()) ==
               Sum.Groups->getParentLoop() &&
           Sum.Store->getValueOperand()->getType() == Sum.Value->getType();
  }

  /// What the last group gives is all that is used of the groups, and it is
  /// stored: on ways around them, whatever it is.
  bool handsOn() {
    Value *Next =
        Sum.Value->getIncomingValueForBlock(Sum.Groups->getLoopLatch());
    for (BasicBlock *BB : Sum.Groups->blocks())
      for (Instruction &I : *BB)
        for (User *U : I.users())
          if (&I != Next && !Sum.Groups->contains(cast<Instruction>(U)))
            return false;
    auto *Last = dyn_cast<Instruction>(Next);
    if (!Last || !Sum.Groups->contains(Last) ||
        !isStored(Sum.Store->getValueOperand(), Last))
      return false;
    Value *First =
        Sum.Value->getIncomingValueForBlock(Sum.Groups->getLoopPreheader());
    auto *Load = dyn_cast<LoadInst>(First);
    auto OnlyStarts = [&](const User *U) {
      return U == Sum.Value || llvm::is_contained(Joins, U);
    };
    if (Load && SE.getSCEV(Load->getPointerOperand()) ==
                    SE.getSCEV(Sum.Store->getPointerOperand())) {
      Sum.Before = Load;
      return Load->isSimple() && llvm::all_of(Load->users(), OnlyStarts) &&
             A.LI.getLoopFor(Load->getParent()) == Sum.Groups->getParentLoop();
    }
    return true;
  }

  /// Whether \p V is \p Last where the groups have run: phis where they end or
  /// where a way around them joins.
  bool isStored(Value *V, Instruction *Last) {
    while (V != Last) {
      auto *Phi = dyn_cast<PHINode>(V);
      if (!Phi || !Sum.Root->contains(Phi) || Sum.Groups->contains(Phi) ||
          A.LI.isLoopHeader(Phi->getParent()))
        return false;
      Joins.push_back(Phi);
      Value *Through = nullptr;
      for (const auto &[From, Each] :
           llvm::zip(Phi->blocks(), Phi->incoming_values()))
        if (A.DT.dominates(Sum.Groups->getHeader(), From)) {
          if (Through)
            return false;
          Through = Each;
        }
      if (!Through)
        return false;
      V = Through;
    }
    return true;
  }

  Loop &Innermost;
  const NestAnalyses &A;
  ScalarEvolution &SE;
  GroupedSum Sum;
  SmallVector<const PHINode *, 2> Joins; ///< Of what is stored.
};

} // namespace

std::optional<GroupedSum> findGroupedSum(Loop &Innermost,
                                         const NestAnalyses &A) {
  return Finder(Innermost, A).run();
}

} // namespace gemmify
