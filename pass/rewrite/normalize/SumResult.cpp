//===- SumResult.cpp - What is used of a sum behind its loop --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumResult.h"
#include "SplitParts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

/// The one instruction of \p L that is used behind it, or a phi of the loop
/// around that alone does so. Null if there are more, apart from \p Others.
static Instruction *onlyResult(const Loop &L, const LoopInfo &LI,
                               const SmallPtrSetImpl<const Value *> &Others) {
  Instruction *Found = nullptr;
  PHINode *Phi = nullptr;
  bool IsPhi = true;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      for (User *U : I.users()) {
        if (L.contains(cast<Instruction>(U)) || Others.contains(&I))
          continue;
        if (Found && Found != &I)
          return nullptr;
        Found = &I;
        auto *Of = dyn_cast<PHINode>(U);
        IsPhi &= Of && (!Phi || Phi == Of) &&
                 LI.getLoopFor(Of->getParent()) == L.getParentLoop();
        Phi = Of;
      }
  return Found && IsPhi ? Phi : Found;
}

/// Whether a sum may be said to be \p V where its loop did not run: what it
/// would have started with, or nothing that counts, as there is no such way.
static bool isStart(const Value *V, const Value *Start) {
  return V == Start || isa<PoisonValue>(V);
}

/// \p Phi, or the one after it where ways past the loop join, which bring \p
/// Start.
static PHINode *joined(PHINode *Phi, const Value *Start, const Loop &In,
                       const LoopInfo &LI) {
  auto *Next = Phi->hasOneUse() && Phi->getNumIncomingValues() == 1
                   ? dyn_cast<PHINode>(Phi->user_back())
                   : nullptr;
  const bool Joins = Next && LI.getLoopFor(Next->getParent()) == &In &&
                     Next->getParent() != In.getHeader() &&
                     llvm::all_of(Next->incoming_values(), [&](const Use &V) {
                       return V == Phi || isStart(V, Start);
                     });
  return Joins ? Next : Phi;
}

/// The floating-point numbers that \p L carries.
static SmallVector<PHINode *, 2> numbersOf(const Loop &L) {
  SmallVector<PHINode *, 2> Found;
  for (PHINode &Phi : L.getHeader()->phis())
    if (isElement(Phi.getType()))
      Found.push_back(&Phi);
  return Found;
}

/// The result of \p Phi, in \p Innermost, where \p Used, of that loop or
/// behind it, is all that is used.
static std::optional<SumResult> resultOf(PHINode &Phi, Instruction &Used,
                                         const Loop &Innermost,
                                         const LoopInfo &LI) {
  const Loop &Around = *Innermost.getParentLoop();
  const Value *Start =
      Phi.getIncomingValueForBlock(Innermost.getLoopPreheader());
  const Value *Next = Phi.getIncomingValueForBlock(Innermost.getLoopLatch());
  SumResult Sum{&Phi, &Used, Innermost.getUniqueExitBlock()};
  if (auto *Use = dyn_cast<PHINode>(&Used); Use && Use != &Phi) {
    PHINode *Result = joined(Use, Start, Around, LI);
    if (!llvm::all_of(Use->incoming_values(), [&](const llvm::Use &V) {
          return V == Next || (isStart(V, Start) && Use == Result);
        }))
      return std::nullopt;
    Sum.Value = Result;
    Sum.Behind = Result->getParent();
  } else if (Sum.Value != Next) {
    return std::nullopt;
  }
  if (LI.getLoopFor(Sum.Behind) != &Around || Sum.Behind == Around.getHeader())
    return std::nullopt;
  return Sum;
}

std::optional<SumResult> findSumResult(const Loop &Innermost,
                                       const LoopInfo &LI) {
  const SmallVector<PHINode *, 2> Phis = numbersOf(Innermost);
  const SmallPtrSet<const Value *, 1> NoOthers;
  Instruction *Used =
      Phis.size() == 1 ? onlyResult(Innermost, LI, NoOthers) : nullptr;
  return Used ? resultOf(*Phis.front(), *Used, Innermost, LI) : std::nullopt;
}

/// Whether \p L computes nothing from \p Phi but what that is next.
static bool isApart(const PHINode &Phi, const Loop &L) {
  SmallSetVector<const Instruction *, 8> Made;
  Made.insert(&Phi);
  for (unsigned At = 0; At != Made.size(); ++At)
    for (const User *U : Made[At]->users()) {
      const auto *I = cast<Instruction>(U);
      if (!L.contains(I) || I == &Phi)
        continue;
      if (isa<PHINode>(I) || I->mayHaveSideEffects() || I->isTerminator())
        return false;
      Made.insert(I);
    }
  return true;
}

SmallVector<SumResult, 1> findSumResults(const Loop &Innermost,
                                         const LoopInfo &LI) {
  SmallVector<SumResult, 1> Sums;
  const SmallVector<PHINode *, 2> Phis = numbersOf(Innermost);
  const BasicBlock *Latch = Innermost.getLoopLatch();
  SmallPtrSet<const Value *, 2> Last;
  for (const PHINode *Phi : Phis)
    Last.insert(Phi->getIncomingValueForBlock(Latch));
  if (Last.size() != Phis.size())
    return {};
  for (PHINode *Phi : Phis) {
    const Value *Next = Phi->getIncomingValueForBlock(Latch);
    Last.erase(Next);
    Instruction *Used = onlyResult(Innermost, LI, Last);
    Last.insert(Next);
    std::optional<SumResult> Sum = Used && isApart(*Phi, Innermost)
                                       ? resultOf(*Phi, *Used, Innermost, LI)
                                       : std::nullopt;
    if (!Sum)
      return {};
    Sums.push_back(*Sum);
  }
  return Sums;
}

} // namespace gemmify
