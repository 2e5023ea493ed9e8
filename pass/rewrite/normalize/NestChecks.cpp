//===- NestChecks.cpp - Side exits that a nest never takes ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

BasicBlock *findExitBeforeLatch(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  BasicBlock *BB = L.getExitingBlock();
  return BB && isa<BranchInst>(BB->getTerminator()) && BB != L.getHeader() &&
                 Latch && Latch != BB && Latch->getSinglePredecessor() == BB &&
                 llvm::none_of(
                     *Latch,
                     [](const Instruction &I) { return I.mayWriteToMemory(); })
             ? BB
             : nullptr;
}

/// Where \p L ends when nothing is wrong, or null.
static const BasicBlock *findOwnExit(const Loop &L) {
  auto IsCheck = [&](const BasicBlock *To) {
    return !L.contains(To) && findDeadEnd(To);
  };
  for (const BasicBlock *BB : {L.getLoopLatch(), L.getHeader()}) {
    const auto *Br = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
    if (Br && Br->isConditional() && L.isLoopExiting(BB) &&
        llvm::none_of(successors(BB), IsCheck))
      return BB;
  }
  return nullptr;
}

bool CheckFinder::findOwnExits(bool BeforeLatch) {
  for (const Loop *L : Root.getLoopsInPreorder()) {
    const BasicBlock *&Exit = OwnExit[L] = findOwnExit(*L);
    if (!Exit && BeforeLatch)
      Exit = findExitBeforeLatch(*L);
    if (!Exit)
      return false;
  }
  return true;
}

/// Whether \p F accepts each branch in a loop's body of which one way alone
/// leads to \p Innermost, with that as the passing one.
bool CheckFinder::allBranchesTo(const Loop &Innermost,
                                function_ref<bool(const NestCheck &)> F) const {
  for (BasicBlock *BB : Root.blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !Br->isConditional() || A.LI.getLoopFor(BB)->isLoopExiting(BB))
      continue;
    for (unsigned Side : {0u, 1u})
      if (A.DT.dominates(BasicBlockEdge(BB, Br->getSuccessor(Side)),
                         Innermost.getHeader()) &&
          !F({Br, Side}))
        return false;
  }
  return true;
}

/// Loops that LLVM has made of one, with the checks that are left if a
/// condition holds and if not: that with the fewest is read, unless it has lost
/// its sum.
bool CheckFinder::choose(const Loop &Innermost) {
  auto Exits = [](const Loop &L) {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    return Exiting.size();
  };
  return allBranchesTo(Innermost, [&](const NestCheck &To) {
    const BasicBlockEdge Other = To.otherWay();
    for (Loop *L : *A.LI.getLoopFor(Other.getStart()))
      if (A.DT.dominates(Other, L->getHeader())) {
        if (Exits(*L) < Exits(Innermost) && hasSums(*L, A.SE))
          return false;
        Result.Choices.push_back(To);
        break;
      }
    return true;
  });
}

bool CheckFinder::neverRuns(const BasicBlock &BB) const {
  return llvm::any_of(Result.Choices, [&](const NestCheck &Choice) {
    return A.DT.dominates(Choice.otherWay(), &BB);
  });
}

/// Notes all other exits. False where one is no branch that can be a check.
bool CheckFinder::collect() {
  for (BasicBlock *BB : Root.blocks()) {
    const Loop &L = *A.LI.getLoopFor(BB);
    if (!L.isLoopExiting(BB) || OwnExit[&L] == BB)
      continue;
    // A copy can close the exit of a branch only, of one that never runs, too.
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !Br->isConditional())
      return false;
    if (neverRuns(*BB))
      continue;
    const unsigned Passing = L.contains(Br->getSuccessor(0)) ? 0 : 1;
    if (!L.contains(Br->getSuccessor(Passing)))
      return false;
    Result.Checks.push_back({Br, Passing});
  }
  SmallVector<BasicBlock *, 8> Exits;
  Root.getUniqueExitBlocks(Exits);
  llvm::copy_if(Exits, std::back_inserter(Result.Closed), [&](BasicBlock *To) {
    return !llvm::is_contained(successors(OwnExit[&Root]), To);
  });
  // A loop must not end by leaving one around it.
  for (const Loop *L : Root.getLoopsInPreorder())
    for (const BasicBlock *To : successors(OwnExit[L]))
      if (!L->contains(To) && L != &Root && !L->getParentLoop()->contains(To))
        return false;
  return true;
}

/// Counts by the loop's own exit, as if it were the only one that is taken:
/// SCEV relies on nothing then that only holds if no other one is.
bool CheckFinder::count(const Loop &L) {
  if (Result.Repeats.contains(&L))
    return true;
  const BasicBlock *Exit = OwnExit.lookup(&L);
  const SCEV *Known = A.SE.getExitCount(&L, Exit), *Count = nullptr;
  CheckedLoop Of;
  if (!isa<SCEVCouldNotCompute>(Known) &&
      A.SE.getTypeSizeInBits(Known->getType()) <= 64)
    Count = isKnownOnce(Known, *L.getHeader())
                ? A.SE.getZeroExtendExpr(Known, wideType())
                : countInTriangle(L, Known, Of);
  if (!Count)
    Count = countOrdered(L, *Exit, Of);
  if (!Count)
    return false;
  const bool LeavesFirst = Exit == L.getHeader() && Exit != L.getLoopLatch();
  Of.Repeats = Count;
  Of.Last =
      LeavesFirst ? A.SE.getMinusSCEV(Count, A.SE.getOne(wideType())) : Count;
  Result.Repeats[&L] = Of;
  return true;
}

/// \p Count as a number of 64 bits that moves by one with a loop around \p L.
const SCEV *CheckFinder::countInTriangle(const Loop &L, const SCEV *Count,
                                         CheckedLoop &Of) {
  const BasicBlock &Before = *L.getLoopPreheader();
  SaveAndRestore Here(Scope, &Before);
  const std::optional<IndexForm> Form = Forms.split(Count);
  if (!Form || Form->isFixed() || !Tables.isFixed(Form->Start))
    return nullptr;
  const bool IsGuarded = A.SE.isLoopEntryGuardedByCond(
      &L, CmpInst::ICMP_SGE, Count, A.SE.getZero(Count->getType()));
  const IndexForm Wide = Forms.widen(*Form, /*Signed=*/true);
  if (!moveInTriangle(L, Wide, IsGuarded, Of))
    return nullptr;
  // Read as a signed number.
  requireRange(Wide, /*Signed=*/true, A.SE.getTypeSizeInBits(Count->getType()));
  return Wide.Start;
}

/// Notes with which loop around \p L its number of repeats moves, if by one.
/// Where that would be negative the loop is not entered, as it \p IsGuarded, or
/// as a bound says.
bool CheckFinder::moveInTriangle(const Loop &L, const IndexForm &Repeats,
                                 bool IsGuarded, CheckedLoop &Of) {
  if (Repeats.Steps.size() != 1)
    return false;
  const IndexForm::Step &Step = Repeats.Steps.front();
  const auto *By = dyn_cast<SCEVConstant>(Step.By);
  if (!By || !Step.L->contains(&L) || Step.L == &L ||
      !(By->getAPInt().isOne() || By->getAPInt().isAllOnes()))
    return false;
  const APInt Most =
      APInt::getOneBitSet(IndexForms::Wide, CheckedLoop::MostRepeatsBits);
  Forms.require({Repeats, nullptr,
                 IsGuarded ? -Most : APInt::getZero(IndexForms::Wide), Most});
  Of.Around = Step.L;
  Of.Grows = By->getAPInt().isOne();
  return true;
}

bool CheckFinder::count(const IndexForm &Form) {
  return llvm::all_of(Form.Steps,
                      [&](const IndexForm::Step &S) { return count(*S.L); });
}

/// How often \p L stays while a counter that may be narrower than its bound, or
/// that moves by any fixed step, is below it, or above it: exact if the counter
/// does not wrap until then, which its bounds say. Null for other tests.
const SCEV *CheckFinder::countOrdered(const Loop &L, const BasicBlock &Exit,
                                      CheckedLoop &Of) {
  auto *Br = cast<BranchInst>(Exit.getTerminator());
  auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Cmp || !Cmp->isRelational() || &Exit != L.getLoopLatch())
    return nullptr;
  CmpInst::Predicate Stays = L.contains(Br->getSuccessor(0))
                                 ? Cmp->getPredicate()
                                 : Cmp->getInversePredicate();
  Value *Counts = Cmp->getOperand(0), *Until = Cmp->getOperand(1);
  std::optional<IndexForm> X = formOf(*Counts, Exit), Y = formOf(*Until, Exit);
  if (!X || !Y || !isFixed(*X) || !isFixed(*Y))
    return nullptr;
  if (!X->stepOf(L)) {
    std::swap(X, Y);
    std::swap(Counts, Until);
    Stays = CmpInst::getSwappedPredicate(Stays);
  }
  if (!X->stepOf(L) || Y->stepOf(L))
    return nullptr;
  const bool Signed = CmpInst::isSigned(Stays),
             Up = ICmpInst::isLT(Stays) || ICmpInst::isLE(Stays);
  const unsigned Bits = A.SE.getTypeSizeInBits(Cmp->getOperand(0)->getType());
  const IndexForm Counter = Forms.widen(*X, Signed),
                  Bound = Forms.widen(*Y, Signed);
  requireRange(Counter, Signed, Bits);
  if (!Bound.isFixed())
    requireRange(Bound, Signed, Bits);
  const IndexForm Step{Counter.stepOf(L), {}},
      Start = Forms.subtract(Counter,
                             {A.SE.getZero(wideType()), {{&L, Step.Start}}});
  IndexForm Distance =
      Up ? Forms.subtract(Bound, Start) : Forms.subtract(Start, Bound);
  if (!CmpInst::isStrictPredicate(Stays))
    Distance = Forms.add(Distance, {A.SE.getOne(wideType()), {}});
  const SCEV *By = Up ? Step.Start : A.SE.getNegativeSCEV(Step.Start);
  if (Distance.isFixed())
    return countSteps(Distance.Start, By);
  // It is entered where an iteration before the first one would have stayed: or
  // that one is out of the type's range, and the distance is not negative.
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(A.SE.getSCEVAtScope(Counts, &L));
  const bool IsGuarded =
      Rec && Rec->getLoop() == &L && Rec->isAffine() &&
      A.SE.isLoopEntryGuardedByCond(
          &L, Stays,
          A.SE.getMinusSCEV(Rec->getStart(), Rec->getStepRecurrence(A.SE)),
          A.SE.getSCEVAtScope(Until, &L));
  if (!By->isOne() || !moveInTriangle(L, Distance, IsGuarded, Of))
    return nullptr;
  // In rows without iterations, too, or the loop would be entered there.
  requireRange(Start, Signed, Bits);
  return Distance.Start;
}

/// How many steps of \p By from zero are below \p Distance. A step has to lead
/// there, which is a bound.
const SCEV *CheckFinder::countSteps(const SCEV *Distance, const SCEV *By) {
  ScalarEvolution &SE = A.SE;
  const SCEV *Zero = SE.getZero(wideType()), *One = SE.getOne(wideType());
  if (By->isOne())
    return SE.getSMaxExpr(Distance, Zero);
  if (SE.isKnownNonPositive(By))
    return nullptr;
  Forms.require({{By, {}}, nullptr, APInt(IndexForms::Wide, 1), std::nullopt});
  // In a counter's type: so is its start, which is not below zero then.
  const SCEV *Most = SE.getConstant(IndexForms::highest(64, /*Signed=*/false));
  const SCEV *Before =
      SE.getSMinExpr(SE.getMinusSCEV(SE.getSMaxExpr(Distance, One), One), Most);
  return SE.getAddExpr(SE.getUDivExpr(Before, SE.getSMaxExpr(By, One)),
                       SE.getSMinExpr(SE.getSMaxExpr(Distance, Zero), One));
}

/// Counting may add bounds, and tables to look through.
bool CheckFinder::countAll() {
  unsigned Bound = 0, Way = 0, Value = 0;
  while (true) {
    if (Bound != Forms.bounds().size()) {
      const IndexForm Form = Forms.bounds()[Bound++].Form;
      if (!count(Form))
        return false;
    } else if (Way != Tables.ways().size()) {
      const auto [Br, Side] = Tables.ways()[Way++];
      if (!require(*Br->getCondition(), Side == 0, *Br->getParent()))
        return false;
    } else if (Value != Tables.noted().size()) {
      const Instruction *I = Tables.noted()[Value++].I;
      for (const Loop *L = A.LI.getLoopFor(I->getParent()); Root.contains(L);
           L = L->getParentLoop())
        if (!count(*L))
          return false;
    } else {
      return true;
    }
  }
}

/// What \p V, which is used in \p At, is there, or as what it is \p Frozen.
std::optional<IndexForm> CheckFinder::formOf(Value &V, const BasicBlock &At,
                                             const FreezeInst *Frozen) {
  if (!A.SE.isSCEVable(V.getType()))
    return std::nullopt;
  const SCEV *S = A.SE.getSCEVAtScope(&V, A.LI.getLoopFor(&At));
  // The last value of a loop may be one step further than its iterations.
  const bool IsLast = SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *I =
        Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
    const Loop *Of = Rec ? Rec->getLoop()
                     : I && isa<FreezeInst, ExtractValueInst>(I)
                         ? A.LI.getLoopFor(I->getParent())
                         : nullptr;
    return Of && Root.contains(Of) && !Of->contains(&At);
  });
  SaveAndRestore Here(Scope, &At);
  if (IsLast)
    return std::nullopt;
  return Frozen ? Forms.splitFrozen(V, *Frozen) : Forms.split(S);
}

std::optional<NestChecks> CheckFinder::run(const Loop &Innermost) {
  if (!findOwnExits(/*BeforeLatch=*/false) || !choose(Innermost) ||
      !collect() || Result.Checks.empty())
    return std::nullopt;
  for (const NestCheck &Check :
       concat<const NestCheck>(Result.Choices, Result.Checks))
    if (!require(*Check.Branch->getCondition(), Check.Passing == 0,
                 *Check.Branch->getParent()))
      return std::nullopt;
  return finish(Innermost);
}

std::optional<NestChecks> CheckFinder::finish(const Loop &Innermost) {
  for (const Loop *L = &Innermost; Root.contains(L); L = L->getParentLoop())
    count(*L);
  if (!countAll() || !keepApart())
    return std::nullopt;
  const size_t Apart = loads();
  if (!countAll() || loads() != Apart || !moveWithOne())
    return std::nullopt;
  // A walk is along a loop that always runs equally often; a loop in a triangle
  // is in one only.
  const auto Moving = llvm::count_if(
      Result.Repeats, [](const auto &Of) { return Of.second.Around; });
  if (Moving > (Tables.noted().empty() ? 1 : 0))
    return std::nullopt;
  // The test is one piece of straight code.
  constexpr size_t MostBounds = 96;
  if (Forms.bounds().size() > MostBounds)
    return std::nullopt;
  llvm::append_range(Result.Bounds, Forms.bounds());
  llvm::append_range(Result.Hoisted, Fixed.noted());
  llvm::append_range(Result.Tables, Tables.noted());
  Result.Reads = Tables.inOrder();
  Result.NeedThawing = Forms.needThawing();
  return std::move(Result);
}

std::optional<NestChecks> findChecks(const Loop &Root, const Loop &Innermost,
                                     const NestAnalyses &A) {
  return CheckFinder(Root, A).run(Innermost);
}

} // namespace gemmify
