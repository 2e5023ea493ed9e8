//===- TripCount.cpp - How often a loop of a nest runs --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripCount.h"

using namespace llvm;

namespace gemmify {

bool exitsFromHeader(const Loop &L) {
  return L.getExitingBlock() == L.getHeader() &&
         L.getLoopLatch() != L.getHeader();
}

static const BasicBlock *findDeadEnd(const BasicBlock *BB, unsigned Depth) {
  constexpr unsigned LongestWay = 4;
  if (Depth == LongestWay)
    return nullptr;
  if (isa<UnreachableInst, ResumeInst>(BB->getTerminator()) ||
      BB->getTerminatingDeoptimizeCall())
    return BB;
  // A call that throws does not get to where it would return to.
  const auto *Call = dyn_cast<InvokeInst>(BB->getTerminator());
  if (Call && isa<UnreachableInst>(*Call->getNormalDest()->getFirstNonPHIIt()))
    return BB;
  const BasicBlock *End = nullptr;
  for (const BasicBlock *Next : successors(BB)) {
    End = findDeadEnd(Next, Depth + 1);
    if (!End)
      return nullptr;
  }
  return End;
}

const BasicBlock *findDeadEnd(const BasicBlock *BB) {
  return findDeadEnd(BB, 0);
}

/// Whether \p V of \p L is computed from a number that is loaded from
/// another place in each iteration.
static bool dependsOnLoads(const Value &V, const Loop &L, unsigned Depth = 0) {
  constexpr unsigned Deepest = 6;
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I) || isa<PHINode>(I) || Depth == Deepest)
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(I))
    return !L.isLoopInvariant(Load->getPointerOperand());
  return llvm::any_of(I->operands(), [&](const Use &Op) {
    return dependsOnLoads(*Op, L, Depth + 1);
  });
}

/// Whether a branch of \p L to \p Exit depends so on what is loaded.
static bool isCheckOfLoads(const Loop &L, const BasicBlock &Exit) {
  return llvm::any_of(predecessors(&Exit), [&](const BasicBlock *BB) {
    const auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    return L.contains(BB) && Br && Br->isConditional() &&
           dependsOnLoads(*Br->getCondition(), L);
  });
}

Reason whyManyExits(const Loop &L, Reason Otherwise) {
  SmallVector<BasicBlock *, 4> Exits;
  L.getExitBlocks(Exits);
  bool Throws = false;
  for (const BasicBlock *Exit : Exits) {
    const BasicBlock *End = findDeadEnd(Exit);
    if (!End)
      continue;
    // No check calls what is not there: the default of a switch, for one.
    if (!isa<UnreachableInst>(*End->getFirstNonPHIIt())) {
      if (isCheckOfLoads(L, *Exit))
        return Reason::CheckOfLoads;
      Throws = true;
    }
    Otherwise = Reason::NoLoop;
  }
  return Throws ? Reason::CheckThrows : Otherwise;
}

namespace {

/// Counts how often the exit test of a rotated loop holds: for Counter =
/// {Start,+,Step}, the smallest i at which Start + i * Step fails it. Computed
/// as if numbers were unbounded; the conditions that it leaves say that they
/// did not wrap until then, so that the machine's counter had these values.
class ExitCounter {
public:
  ExitCounter(const Loop &L, AffineAccess &Access, ScalarEvolution &SE)
      : L(L), Access(Access), SE(SE) {}

  /// How often the loop is repeated, or null.
  const SCEV *run() {
    if (!findTest() || !widen())
      return nullptr;
    const SCEV *Count = nullptr;
    if (Stays == ICmpInst::ICMP_NE)
      Count = untilEqual();
    else if (ICmpInst::isRelational(Stays))
      Count = untilBeyond();
    if (Count) {
      for (const CounterCheck &Check : Checks)
        Access.require(Check);
      for (const Condition &C : Conditions)
        Access.require(C);
    }
    return Count;
  }

private:
  bool findTest();
  bool widen();
  const SCEV *divideExactly(const SCEV *Distance, const SCEV *By);
  const SCEV *untilEqual();
  const SCEV *untilBeyond();
  bool takeFirstIteration();
  void makeStrict();

  const SCEV *asInteger(const SCEV *S) {
    return S->getType()->isPointerTy() ? SE.getLosslessPtrToIntExpr(S) : S;
  }
  bool isOurs(const SCEV *S) const {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    return Rec && Rec->getLoop() == &L;
  }
  const Loop &L;
  AffineAccess &Access;
  ScalarEvolution &SE;
  ICmpInst::Predicate Stays = ICmpInst::BAD_ICMP_PREDICATE;
  const SCEV *Counter = nullptr; ///< What is compared in iteration i ...
  const SCEV *Bound = nullptr;   ///< ... with this.
  const SCEV *Start = nullptr;
  const SCEV *Step = nullptr;
  SmallVector<CounterCheck, 2> Checks;
  SmallVector<Condition, 2> Conditions;
};

} // namespace

bool ExitCounter::findTest() {
  auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition())
                                        : nullptr;
  if (!Cmp)
    return false;
  Stays = L.contains(Br->getSuccessor(0)) ? Cmp->getPredicate()
                                          : Cmp->getInversePredicate();
  Counter = asInteger(Access.valueOf(*Cmp->getOperand(0), &L));
  Bound = asInteger(Access.valueOf(*Cmp->getOperand(1), &L));
  auto Counts = [&](const SCEV *S) {
    const auto *Ext = dyn_cast<SCEVIntegralCastExpr>(S);
    return isOurs(Ext ? Ext->getOperand() : S);
  };
  if (!Counts(Counter)) {
    std::swap(Counter, Bound);
    Stays = ICmpInst::getSwappedPredicate(Stays);
  }
  return Counts(Counter);
}

/// A counter that is extended before it is compared must not wrap either.
bool ExitCounter::widen() {
  const auto *Ext = dyn_cast<SCEVIntegralCastExpr>(Counter);
  const auto *Rec = cast<SCEVAddRecExpr>(Ext ? Ext->getOperand() : Counter);
  Start = Rec->getStart();
  Step = Rec->getStepRecurrence(SE);
  if (!Access.isFixed(Step))
    return false;
  if (!Ext)
    return true;
  assert(!isa<SCEVTruncateExpr>(Ext) && "of a recurrence");
  if (!Access.isFixed(Start))
    return false;
  bool Signed = isa<SCEVSignExtendExpr>(Ext);
  Checks.push_back({&L, Start, Step, Signed});
  Step = extendCoefficient(SE, Step, Signed, Ext->getType());
  Start = Signed ? SE.getSignExtendExpr(Start, Ext->getType())
                 : SE.getZeroExtendExpr(Start, Ext->getType());
  return true;
}

/// \p Distance / \p By, on the condition that nothing remains.
const SCEV *ExitCounter::divideExactly(const SCEV *Distance, const SCEV *By) {
  if (By->isOne())
    return Distance;
  const SCEV *Count = SE.getUDivExpr(Distance, By);
  const auto *Constant = dyn_cast<SCEVConstant>(By);
  if (Constant && Constant->getAPInt().isPowerOf2() &&
      SE.getMinTrailingZeros(Distance) >= Constant->getAPInt().logBase2())
    return Count;
  Conditions.push_back({ICmpInst::ICMP_EQ, SE.getMulExpr(Count, By), Distance});
  return Count;
}

/// Start + i * Step = Bound has the solution (Bound - Start) / Step when that
/// is exact, and none that is smaller, modulo 2^n either.
const SCEV *ExitCounter::untilEqual() {
  const SCEV *Distance = SE.getMinusSCEV(Bound, Start);
  const SCEV *By = Step;
  if (SE.isKnownNegative(By)) {
    Distance = SE.getNegativeSCEV(Distance);
    By = SE.getNegativeSCEV(By);
  }
  if (!Access.isFixedOrEqual(Distance))
    return nullptr;
  return divideExactly(Distance, By);
}

/// Turns <= and >= into < and >.
void ExitCounter::makeStrict() {
  if (ICmpInst::isStrictPredicate(Stays))
    return;
  bool Up = ICmpInst::isLE(Stays), Signed = ICmpInst::isSigned(Stays);
  unsigned Bits = SE.getTypeSizeInBits(Bound->getType());
  APInt Limit =
      Up ? (Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits))
         : (Signed ? APInt::getSignedMinValue(Bits) : APInt::getMinValue(Bits));
  Conditions.push_back({ICmpInst::ICMP_NE, Bound, SE.getConstant(Limit)});
  Bound = SE.getAddExpr(Bound, Up ? SE.getOne(Bound->getType())
                                  : SE.getMinusOne(Bound->getType()));
  Stays = ICmpInst::getStrictPredicate(Stays);
}

/// Where a loop around moves both sides alike, as pointers to a row and to its
/// end are, they are as far apart in all of its iterations, unless one wraps.
bool ExitCounter::takeFirstIteration() {
  const auto *From = dyn_cast<SCEVAddRecExpr>(Start);
  const auto *To = dyn_cast<SCEVAddRecExpr>(Bound);
  if (!From || !To || !ICmpInst::isStrictPredicate(Stays))
    return false;
  const Loop *Around = From->getLoop();
  const SCEV *By = From->getStepRecurrence(SE);
  if (To->getLoop() != Around || To->getStepRecurrence(SE) != By ||
      Around == &L || !Around->contains(&L) || !Access.countsAlone(*Around) ||
      !Access.isFixed(By))
    return false;
  Start = From->getStart();
  Bound = To->getStart();
  for (const SCEV *Side : {Start, Bound})
    Checks.push_back({Around, Side, By, ICmpInst::isSigned(Stays)});
  return true;
}

const SCEV *ExitCounter::untilBeyond() {
  const bool Moves = takeFirstIteration();
  if (!Access.isFixed(Start) || !Access.isFixedOrEqual(Bound))
    return nullptr;
  makeStrict();
  bool Up = ICmpInst::isLT(Stays), Signed = ICmpInst::isSigned(Stays);
  const SCEV *By = Up ? Step : SE.getNegativeSCEV(Step);
  if (SE.isKnownNonPositive(By))
    return nullptr;
  if (!SE.isKnownPositive(By))
    Conditions.push_back({ICmpInst::ICMP_SGT, By, SE.getZero(By->getType())});
  const SCEV *High = Up ? Bound : Start, *Low = Up ? Start : Bound;
  High = Signed ? SE.getSMaxExpr(High, Low) : SE.getUMaxExpr(High, Low);
  const SCEV *Distance = SE.getMinusSCEV(High, Low);
  if (By->isOne())
    return Distance;
  if (Moves)
    return divideExactly(Distance, By);
  Checks.push_back({&L, Start, Step, Signed});
  return SE.getUDivCeilSCEV(Distance, By);
}

/// How often the exit test of \p L holds, or null.
static const SCEV *countRepeats(const Loop &L, AffineAccess &Access,
                                ScalarEvolution &SE) {
  const SCEV *Known = SE.getBackedgeTakenCount(&L);
  bool IsKnown = !isa<SCEVCouldNotCompute>(Known);
  if (IsKnown)
    Known = Access.normalize(Known);
  if (!exitsFromHeader(L) && (!IsKnown || !Access.isFixed(Known)))
    if (const SCEV *Own = ExitCounter(L, Access, SE).run())
      return Own;
  return IsKnown ? Known : nullptr;
}

const SCEV *countBodies(const Loop &L, AffineAccess &Access,
                        ScalarEvolution &SE, Reason &Why) {
  if (!L.isLoopSimplifyForm() || !L.getExitingBlock()) {
    Why = whyManyExits(L, Reason::ManyExits);
    return nullptr;
  }
  if (!L.isLoopExiting(L.getLoopLatch()) && !exitsFromHeader(L)) {
    Why = Reason::LeftFromMiddle;
    return nullptr;
  }
  const SCEV *Repeats = countRepeats(L, Access, SE);
  if (!Repeats) {
    Why = Reason::UnknownCount;
    return nullptr;
  }
  if (SE.getTypeSizeInBits(Repeats->getType()) > 64) {
    Why = Reason::WideCounter;
    return nullptr;
  }
  Type *I64 = Type::getInt64Ty(SE.getContext());
  if (exitsFromHeader(L))
    return SE.getNoopOrZeroExtend(Repeats, I64);
  return SE.getTripCountFromExitCount(Repeats, I64, &L);
}

const SCEV *bodyCount(const Loop &L, AffineAccess &Access, ScalarEvolution &SE,
                      Reason &Why) {
  const SCEV *Count = countBodies(L, Access, SE, Why);
  return Count && Access.isFixed(Count) ? Count : nullptr;
}

} // namespace gemmify
