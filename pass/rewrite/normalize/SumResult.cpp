//===- SumResult.cpp - What is used of a sum behind its loop --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumResult.h"
#include "SplitParts.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

/// The one instruction of \p L that is used behind it, or a phi of the loop
/// around that alone does so. Null if there are more.
static Instruction *onlyResult(const Loop &L, const LoopInfo &LI) {
  Instruction *Found = nullptr;
  PHINode *Phi = nullptr;
  bool IsPhi = true;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      for (User *U : I.users()) {
        if (L.contains(cast<Instruction>(U)))
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
                       return V == Phi || V == Start;
                     });
  return Joins ? Next : Phi;
}

/// The only floating-point number that \p L carries; null if there are more.
static PHINode *sumOf(const Loop &L) {
  PHINode *Found = nullptr;
  for (PHINode &Phi : L.getHeader()->phis())
    if (isElement(Phi.getType())) {
      if (Found)
        return nullptr;
      Found = &Phi;
    }
  return Found;
}

std::optional<SumResult> findSumResult(const Loop &Innermost,
                                       const LoopInfo &LI) {
  SumResult Sum;
  const Loop &Around = *Innermost.getParentLoop();
  Sum.Phi = sumOf(Innermost);
  Sum.Value = Sum.Phi ? onlyResult(Innermost, LI) : nullptr;
  if (!Sum.Value)
    return std::nullopt;
  const Value *Start =
      Sum.Phi->getIncomingValueForBlock(Innermost.getLoopPreheader());
  const Value *Next =
      Sum.Phi->getIncomingValueForBlock(Innermost.getLoopLatch());
  Sum.Behind = Innermost.getUniqueExitBlock();
  if (auto *Use = dyn_cast<PHINode>(Sum.Value); Use && Use != Sum.Phi) {
    PHINode *Result = joined(Use, Start, Around, LI);
    if (!llvm::all_of(Use->incoming_values(), [&](const llvm::Use &V) {
          return V == Next || (V == Start && Use == Result);
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

} // namespace gemmify
