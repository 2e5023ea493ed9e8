//===- NestChecks.cpp - Side exits that a nest never takes ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

BasicBlock *findExitBeforeLatch(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  BasicBlock *BB = L.getExitingBlock();
  return BB && BB != L.getHeader() && Latch && Latch != BB &&
                 Latch->getSinglePredecessor() == BB &&
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

/// Loops that LLVM has made of one, with the checks that are left if a
/// condition holds and if not: that with the fewest is read.
bool CheckFinder::choose(const Loop &Innermost) {
  auto Exits = [](const Loop &L) {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    return Exiting.size();
  };
  for (BasicBlock *BB : Root.blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    const Loop &Around = *A.LI.getLoopFor(BB);
    if (!Br || !Br->isConditional() || Around.isLoopExiting(BB))
      continue;
    for (unsigned Side : {0u, 1u}) {
      const BasicBlockEdge To(BB, Br->getSuccessor(Side)),
          Other(BB, Br->getSuccessor(1 - Side));
      if (!A.DT.dominates(To, Innermost.getHeader()))
        continue;
      for (const Loop *L : Around)
        if (A.DT.dominates(Other, L->getHeader())) {
          if (Exits(*L) < Exits(Innermost))
            return false;
          Result.Choices.push_back({Br, Side});
          break;
        }
    }
  }
  return true;
}

bool CheckFinder::neverRuns(const BasicBlock &BB) const {
  return llvm::any_of(Result.Choices, [&](const NestCheck &Choice) {
    const BasicBlockEdge Other(Choice.Branch->getParent(),
                               Choice.Branch->getSuccessor(1 - Choice.Passing));
    return A.DT.dominates(Other, &BB);
  });
}

/// All other exits.
bool CheckFinder::collect() {
  for (BasicBlock *BB : Root.blocks()) {
    const Loop &L = *A.LI.getLoopFor(BB);
    if (!L.isLoopExiting(BB) || OwnExit[&L] == BB || neverRuns(*BB))
      continue;
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !Br->isConditional())
      return false;
    const unsigned Passing = L.contains(Br->getSuccessor(0)) ? 0 : 1;
    if (!L.contains(Br->getSuccessor(Passing)) ||
        Root.contains(Br->getSuccessor(1 - Passing)))
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
  const SCEV *Count = A.SE.getExitCount(&L, Exit);
  if (!isa<SCEVCouldNotCompute>(Count) &&
      A.SE.getTypeSizeInBits(Count->getType()) <= 64 &&
      isKnownOnce(Count, *L.getHeader()))
    Count = A.SE.getZeroExtendExpr(Count, wideType());
  else
    Count = countOrdered(L, *Exit);
  if (!Count)
    return false;
  const bool LeavesFirst = Exit == L.getHeader() && Exit != L.getLoopLatch();
  const SCEV *Last =
      LeavesFirst ? A.SE.getMinusSCEV(Count, A.SE.getOne(wideType())) : Count;
  Result.Repeats[&L] = {Count, Last};
  return true;
}

bool CheckFinder::count(const IndexForm &Form) {
  return llvm::all_of(Form.Steps,
                      [&](const IndexForm::Step &S) { return count(*S.L); });
}

/// How often \p L stays while a counter that may be narrower than its bound is
/// below it, or above it: exact if the counter does not wrap until then, which
/// its bounds say. Null for other tests.
const SCEV *CheckFinder::countOrdered(const Loop &L, const BasicBlock &Exit) {
  auto *Br = cast<BranchInst>(Exit.getTerminator());
  auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Cmp || !Cmp->isRelational() || &Exit != L.getLoopLatch())
    return nullptr;
  CmpInst::Predicate Stays = L.contains(Br->getSuccessor(0))
                                 ? Cmp->getPredicate()
                                 : Cmp->getInversePredicate();
  std::optional<IndexForm> X = formOf(*Cmp->getOperand(0), Exit),
                           Y = formOf(*Cmp->getOperand(1), Exit);
  if (!X || !Y)
    return nullptr;
  if (X->isFixed()) {
    std::swap(X, Y);
    Stays = CmpInst::getSwappedPredicate(Stays);
  }
  if (X->Steps.size() != 1 || X->Steps.front().L != &L || !Y->isFixed() ||
      !Tables.isFixed(X->Start) || !Tables.isFixed(Y->Start))
    return nullptr;
  const bool Signed = CmpInst::isSigned(Stays),
             Up = ICmpInst::isLT(Stays) || ICmpInst::isLE(Stays);
  const IndexForm Counter = Forms.widen(*X, Signed);
  const SCEV *Bound = Forms.widen(*Y, Signed).Start;
  const SCEV *Step = Counter.Steps.front().By;
  if (Up ? !Step->isOne() : !Step->isAllOnesValue())
    return nullptr;
  requireRange(Counter, Signed,
               A.SE.getTypeSizeInBits(Cmp->getOperand(0)->getType()));
  const SCEV *Distance = Up ? A.SE.getMinusSCEV(Bound, Counter.Start)
                            : A.SE.getMinusSCEV(Counter.Start, Bound);
  if (!CmpInst::isStrictPredicate(Stays))
    Distance = A.SE.getAddExpr(Distance, A.SE.getOne(wideType()));
  return A.SE.getSMaxExpr(Distance, A.SE.getZero(wideType()));
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

/// What \p V, which is used in \p At, is there.
std::optional<IndexForm> CheckFinder::formOf(Value &V, const BasicBlock &At) {
  if (!A.SE.isSCEVable(V.getType()))
    return std::nullopt;
  const SCEV *S = A.SE.getSCEVAtScope(&V, A.LI.getLoopFor(&At));
  // The last value of a loop may be one step further than its iterations.
  const bool IsLast = SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    return Rec && Root.contains(Rec->getLoop()) &&
           !Rec->getLoop()->contains(&At);
  });
  SaveAndRestore Here(Scope, &At);
  return IsLast ? std::nullopt : Forms.split(S);
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
  llvm::append_range(Result.Bounds, Forms.bounds());
  llvm::append_range(Result.Hoisted, Fixed.noted());
  llvm::append_range(Result.Tables, Tables.noted());
  Result.Reads = Tables.inOrder();
  return std::move(Result);
}

std::optional<NestChecks> findChecks(const Loop &Root, const Loop &Innermost,
                                     const NestAnalyses &A) {
  return CheckFinder(Root, A).run(Innermost);
}

} // namespace gemmify
