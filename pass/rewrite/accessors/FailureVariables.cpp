//===- FailureVariables.cpp - What a check that fails is given ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureVariables.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

BlockSet findReturning(const Function &F) {
  BlockSet Found;
  SmallVector<const BasicBlock *, 8> Worklist;
  auto Add = [&](const BasicBlock *BB) {
    if (Found.insert(BB).second)
      Worklist.push_back(BB);
  };
  for (const BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Add(&BB);
  while (!Worklist.empty())
    for (const BasicBlock *Pred : predecessors(Worklist.pop_back_val()))
      Add(Pred);
  return Found;
}

/// How many bytes \p Var has, if they are few; it is there twice then.
static std::optional<uint64_t> fewBytes(const AllocaInst &Var) {
  constexpr uint64_t Most = 64;
  const std::optional<TypeSize> Size =
      Var.getAllocationSize(Var.getDataLayout());
  return Size && !Size->isScalable() && Size->getFixedValue() <= Most
             ? std::optional(Size->getFixedValue())
             : std::nullopt;
}

/// Whether blocks of \p Returning at most store to and load from where \p Ptr,
/// which points into a variable, leads. Notes in \p InFailures what others do.
static bool isKnown(Value &Ptr, const BlockSet &Returning,
                    SmallVectorImpl<Use *> &InFailures) {
  return llvm::all_of(Ptr.uses(), [&](Use &U) {
    auto &I = *cast<Instruction>(U.getUser());
    if (!Returning.contains(I.getParent())) {
      InFailures.push_back(&U);
      return !isa<PHINode>(I) || isa<AllocaInst>(Ptr);
    }
    if (isa<GetElementPtrInst>(I))
      return isKnown(I, Returning, InFailures);
    const auto *Store = dyn_cast<StoreInst>(&I);
    const auto *Load = dyn_cast<LoadInst>(&I);
    return I.isLifetimeStartOrEnd() || (Load && Load->isSimple()) ||
           (Store && Store->isSimple() && Store->getValueOperand() != &Ptr);
  });
}

/// How far \p Ptr is behind \p Var; empty where that is not known.
static std::optional<APInt> placeIn(const AllocaInst &Var, const Value &Ptr) {
  const DataLayout &DL = Var.getDataLayout();
  APInt At(DL.getIndexTypeSizeInBits(Var.getType()), 0);
  return Ptr.stripAndAccumulateConstantOffsets(
             DL, At, /*AllowNonInbounds=*/true) == &Var
             ? std::optional(At)
             : std::nullopt;
}

/// Whether all uses in \p InFailures are at known places of \p Var.
static bool areAtKnownPlaces(const AllocaInst &Var,
                             ArrayRef<Use *> InFailures) {
  return llvm::all_of(InFailures, [&](const Use *U) {
    return placeIn(Var, *U->get()).has_value();
  });
}

static bool isOnlyInFailures(const AllocaInst &Var, const BlockSet &Returning) {
  return llvm::none_of(Var.users(), [&](const User *U) {
    return Returning.contains(cast<Instruction>(U)->getParent());
  });
}

SmallVector<AllocaInst *, 4> findFailureVariables(Function &F,
                                                  const BlockSet &Returning) {
  SmallVector<AllocaInst *, 4> Found;
  if (!Returning.contains(&F.getEntryBlock()))
    return Found;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Var = dyn_cast<AllocaInst>(&I);
    SmallVector<Use *, 8> InFailures;
    if (Var && Var->isStaticAlloca() && !Var->isSwiftError() &&
        isKnown(*Var, Returning, InFailures) && !InFailures.empty() &&
        areAtKnownPlaces(*Var, InFailures) && fewBytes(*Var) &&
        !isOnlyInFailures(*Var, Returning))
      Found.push_back(Var);
  }
  return Found;
}

namespace {

/// Where the blocks that return lead to others.
struct FailureEntries {
  /// Only the former lead there.
  SmallVector<BasicBlock *, 8> Alone;
  /// Behind a landing pad that both lead to.
  BlockSet Shared;
};

} // namespace

static FailureEntries findEntries(Function &F, const BlockSet &Returning) {
  FailureEntries Entries;
  SmallVector<std::pair<BasicBlock *, SmallVector<BasicBlock *, 4>>, 4> Mixed;
  for (BasicBlock &BB : F) {
    SmallVector<BasicBlock *, 4> From;
    llvm::copy_if(predecessors(&BB), std::back_inserter(From),
                  [&](BasicBlock *Pred) { return Returning.contains(Pred); });
    if (Returning.contains(&BB) || From.empty())
      continue;
    if (From.size() == pred_size(&BB))
      Entries.Alone.push_back(&BB);
    else if (BB.isEHPad())
      for (const BasicBlock *Behind : depth_first(&BB))
        Entries.Shared.insert(Behind);
    else
      Mixed.emplace_back(&BB, std::move(From));
  }
  for (auto &[BB, From] : Mixed)
    Entries.Alone.push_back(SplitBlockPredecessors(BB, From, ".fails"));
  return Entries;
}

static void split(AllocaInst &Var, const FailureEntries &Entries,
                  const BlockSet &Returning) {
  SmallVector<Use *, 8> InFailures;
  isKnown(Var, Returning, InFailures);
  if (llvm::any_of(InFailures, [&](const Use *U) {
        const auto *Usr = cast<Instruction>(U->getUser());
        return Entries.Shared.contains(Usr->getParent()) &&
               !Usr->isLifetimeStartOrEnd();
      }))
    return;
  auto *Own = cast<AllocaInst>(Var.clone());
  Own->insertBefore(std::next(Var.getIterator()));
  Own->setName("gemmify.failure");
  for (Use *U : InFailures) {
    auto *Usr = cast<Instruction>(U->getUser());
    if (Usr->isLifetimeStartOrEnd()) {
      Usr->eraseFromParent();
      continue;
    }
    const APInt At = *placeIn(Var, *U->get());
    if (At.isZero()) {
      U->set(Own);
      continue;
    }
    IRBuilder<> B(Usr);
    U->set(B.CreatePtrAdd(Own, B.getInt(At)));
  }
  for (BasicBlock *BB : Entries.Alone) {
    IRBuilder<> B(BB, BB->getFirstInsertionPt());
    B.CreateMemCpy(Own, Own->getAlign(), &Var, Var.getAlign(), *fewBytes(Var));
  }
}

void splitFailureVariables(Function &F) {
  const BlockSet Returning = findReturning(F);
  const SmallVector<AllocaInst *, 4> Found = findFailureVariables(F, Returning);
  if (Found.empty())
    return;
  const FailureEntries Entries = findEntries(F, Returning);
  for (AllocaInst *Var : Found)
    split(*Var, Entries, Returning);
}

} // namespace gemmify
