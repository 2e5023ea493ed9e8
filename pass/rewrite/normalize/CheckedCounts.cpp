//===- CheckedCounts.cpp - How often loops with checks repeat -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Counts by the loop's own exit, as if it were the only one that is taken:
/// SCEV relies on nothing then that only holds if no other one is.
bool CheckFinder::count(const Loop &L, bool ByRows) {
  if (Result.Repeats.contains(&L))
    return true;
  const BasicBlock *Exit = OwnExit.lookup(&L);
  const SCEV *Known = A.SE.getExitCount(&L, Exit), *Count = nullptr;
  CheckedLoop Of;
  if (!isa<SCEVCouldNotCompute>(Known) &&
      A.SE.getTypeSizeInBits(Known->getType()) <= 64)
    Count = isKnownOnce(Known, *L.getHeader()) ||
                    (ByRows && countByRows(L, Known, Of))
                ? A.SE.getZeroExtendExpr(Known, wideType())
                : countInTriangle(L, Known, Of);
  if (!Count)
    Count = countOrdered(L, *Exit, ByRows, Of);
  if (!Count)
    Count = countPieces(L);
  if (!Count)
    return false;
  const bool LeavesFirst = Exit == L.getHeader() && Exit != L.getLoopLatch();
  Of.Repeats = Count;
  Of.Last =
      LeavesFirst ? A.SE.getMinusSCEV(Count, A.SE.getOne(wideType())) : Count;
  Result.Repeats[&L] = Of;
  return true;
}

/// Notes the parts of \p Count, the number of repeats of \p L, that have to be
/// the same in all rows. False where one moves with the loop itself.
bool CheckFinder::noteRows(const Loop &L, const SCEV *Count) {
  const Loop *Moves = Tables.movesWith(Count);
  if (!Moves)
    return true;
  if (!Tables.movesWithOne(Count))
    return llvm::all_of(Count->operands(),
                        [&](const SCEV *Op) { return noteRows(L, Op); });
  if (Moves == &L || !Moves->contains(&L))
    return false;
  if (!llvm::is_contained(Result.EqualRows, Count))
    Result.EqualRows.push_back(Count);
  return true;
}

/// Whether \p L repeats \p Count times, which is the same in all rows if these
/// are equally long.
bool CheckFinder::countByRows(const Loop &L, const SCEV *Count,
                              CheckedLoop &Of) {
  const BasicBlock &Header = *L.getHeader();
  auto Split = [&](const SCEV *S) { return splitAt(S, Header); };
  if (!Tables.containsParts(Count, Header, Split) || !noteRows(L, Count))
    return false;
  Of.OfRows = true;
  return true;
}

/// \p Count as a number of 64 bits that moves by one with a loop around \p L,
/// or does not move as minima in it do not.
const SCEV *CheckFinder::countInTriangle(const Loop &L, const SCEV *Count,
                                         CheckedLoop &Of) {
  const BasicBlock &Before = *L.getLoopPreheader();
  const std::optional<IndexForm> Form = splitAt(Count, Before);
  if (!Form || !Tables.isFixed(Form->Start))
    return nullptr;
  if (Form->isFixed())
    return A.SE.getZeroExtendExpr(Form->Start, wideType());
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
  if (!By || !Step.L->contains(&L) ||
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
                                      bool ByRows, CheckedLoop &Of) {
  auto *Br = cast<BranchInst>(Exit.getTerminator());
  auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Cmp || !Cmp->isRelational() || &Exit != L.getLoopLatch())
    return nullptr;
  CmpInst::Predicate Stays = L.contains(Br->getSuccessor(0))
                                 ? Cmp->getPredicate()
                                 : Cmp->getInversePredicate();
  Value *Counts = Cmp->getOperand(0), *Until = Cmp->getOperand(1);
  std::optional<IndexForm> X = formOf(*Counts, Exit), Y = formOf(*Until, Exit);
  if (!X || !Y || !(ByRows || (isFixed(*X) && isFixed(*Y))))
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
  Of.OfRows = !isFixed(Distance);
  if (!Tables.isFixed(By) || (Of.OfRows && !noteRows(L, Distance.Start)))
    return nullptr;
  if (Distance.isFixed())
    return countSteps(Distance.Start, By);
  if (Of.OfRows)
    return nullptr;
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

} // namespace gemmify
