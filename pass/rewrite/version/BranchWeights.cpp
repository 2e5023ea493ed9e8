//===- BranchWeights.cpp - How likely a kernel is to be called ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchWeights.h"
#include "ScalarVersion.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

namespace {

class Weigher {
public:
  Weigher(const GemmNest &N, const BlockingPlan &Plan, const TestBlocks &At,
          ScalarEvolution &SE)
      : N(N), Plan(Plan), At(At), SE(SE) {}

  void weigh();

private:
  std::optional<bool> isLargeInProfile() const;
  bool saysThatLoopsRun(Value *Condition, bool Holds) const;
  void weighGuards();

  const GemmNest &N;
  const BlockingPlan &Plan;
  const TestBlocks &At;
  ScalarEvolution &SE;
};

/// How many steps \p L has in the profile.
static std::optional<unsigned> profiledSteps(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  return Latch && hasBranchWeightMD(*Latch->getTerminator())
             ? getLoopEstimatedTripCount(&L)
             : std::nullopt;
}

/// Whether the profile has products that are large enough on average; empty
/// when it says nothing about the nest.
std::optional<bool> Weigher::isLargeInProfile() const {
  uint64_t Work = 1;
  for (const LoopIndex &Each : N.Index)
    for (Loop *L : Each.Loops) {
      std::optional<unsigned> Steps = profiledSteps(*L);
      if (!Steps)
        return std::nullopt;
      Work = SaturatingMultiply<uint64_t>(Work, *Steps);
    }
  return Work >= Plan.MinWork;
}

/// Whether \p Condition, if it \p Holds, says no more than that loops of the
/// nest run.
bool Weigher::saysThatLoopsRun(Value *Condition, bool Holds) const {
  Value *X, *Y;
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(X), m_Value(Y)))
            : match(Condition, m_LogicalOr(m_Value(X), m_Value(Y))))
    return saysThatLoopsRun(X, Holds) && saysThatLoopsRun(Y, Holds);
  CmpPredicate Pred;
  const APInt *Bound;
  if (!match(Condition, m_ICmp(Pred, m_Value(X), m_APInt(Bound))))
    return false;
  const CmpInst::Predicate Is =
      Holds ? CmpInst::Predicate(Pred) : CmpInst::getInversePredicate(Pred);
  const bool IsAboveZero = Bound->isZero()
                               ? Is == CmpInst::ICMP_NE || ICmpInst::isGT(Is)
                               : Bound->isOne() && ICmpInst::isGE(Is);
  const SCEV *Size = SE.getSCEV(X);
  return IsAboveZero && llvm::any_of(N.trips(), [&](const SCEV *Trip) {
           auto *Extended = dyn_cast<SCEVIntegralCastExpr>(Trip);
           return Size == (Extended ? Extended->getOperand() : Trip);
         });
}

/// Says that the loops run, to branches in front of the nest that ask whether
/// they do. Targets evaluate conditions one after the other where one of them
/// is likely to tell, which makes up for our own tests. What is after the
/// other branch must not become cold by it: for LLVM that is 2 %.
void Weigher::weighGuards() {
  constexpr uint32_t Likely = 31;
  for (BasicBlock *BB = At.Entry, *Pred; (Pred = BB->getSinglePredecessor());
       BB = Pred) {
    auto *Br = dyn_cast<BranchInst>(Pred->getTerminator());
    if (!Br)
      return;
    if (Br->isUnconditional())
      continue;
    const bool IsFirst = Br->getSuccessor(0) == BB;
    if (!saysThatLoopsRun(Br->getCondition(), IsFirst) ||
        hasBranchWeightMD(*Br))
      return;
    setBranchWeights(*Br, {IsFirst ? Likely : 1, IsFirst ? 1 : Likely},
                     /*IsExpected=*/false);
  }
}

/// In a function with a profile, branches without weights would count as taken
/// every other time. In others, registers are for the values that the source's
/// loops use: large products can do without them.
void Weigher::weigh() {
  auto Weigh = [](BasicBlock *BB, bool IsLikely) {
    auto *Br = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
    if (Br && Br->isConditional() && !isa<Constant>(Br->getCondition()))
      setBranchWeights(*Br, {IsLikely ? 127u : 1u, IsLikely ? 1u : 127u},
                       /*IsExpected=*/false);
  };
  std::optional<bool> IsLarge = isLargeInProfile();
  Weigh(At.Entry, IsLarge.value_or(false));
  if (!IsLarge) {
    weighGuards();
    // Enough to let the source's loops follow without a jump, which the small
    // ones can afford; little enough to leave both their registers.
    if (At.Few)
      setBranchWeights(*At.Few->getTerminator(), {1, 3}, /*IsExpected=*/false);
    return;
  }
  Weigh(At.Short, false);
  Weigh(At.Slender, false);
  const uint64_t Steps = profiledSteps(innerLoop(N)).value_or(0);
  Weigh(At.Few, Steps < fewSteps(N, Plan.Tune.Scalar).Always);
  Weigh(At.Across, Steps < fewSteps(N, Plan.Tune.Scalar).Across);
  for (BasicBlock *BB : {At.Check, At.Columns, At.Call})
    Weigh(BB, true);
}

} // namespace

void weighBranches(const GemmNest &N, const BlockingPlan &Plan,
                   const TestBlocks &At, ScalarEvolution &SE) {
  Weigher(N, Plan, At, SE).weigh();
}

} // namespace gemmify
