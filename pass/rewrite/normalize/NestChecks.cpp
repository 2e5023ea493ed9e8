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

/// Whether \p To is where \p L leads when something is wrong.
static bool isCheckOf(const Loop &L, const BasicBlock *To) {
  return !L.contains(To) && findDeadEnd(To);
}

BasicBlock *findExitBeforeLatch(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  auto *BB = const_cast<BasicBlock *>(Latch && !L.isLoopExiting(Latch)
                                          ? Latch->getSinglePredecessor()
                                          : nullptr);
  return BB && isa<BranchInst>(BB->getTerminator()) && BB != L.getHeader() &&
                 L.isLoopExiting(BB) &&
                 llvm::none_of(
                     successors(BB),
                     [&](const BasicBlock *To) { return isCheckOf(L, To); }) &&
                 llvm::none_of(
                     *Latch,
                     [](const Instruction &I) { return I.mayWriteToMemory(); })
             ? BB
             : nullptr;
}

/// Where \p L ends when nothing is wrong, or null.
static const BasicBlock *findOwnExit(const Loop &L) {
  for (const BasicBlock *BB : {L.getLoopLatch(), L.getHeader()}) {
    const auto *Br = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
    if (Br && Br->isConditional() && L.isLoopExiting(BB) &&
        llvm::none_of(successors(BB),
                      [&](const BasicBlock *To) { return isCheckOf(L, To); }))
      return BB;
  }
  return findExitBeforeLatch(L);
}

bool CheckFinder::findOwnExits() {
  for (const Loop *L : Root.getLoopsInPreorder())
    if (!(OwnExit[L] = findOwnExit(*L)))
      return false;
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

/// Whether the sum's loop may have become a memset behind \p Edge.
bool CheckFinder::leadsToMemSet(const BasicBlockEdge &Edge) const {
  return llvm::any_of(Root.blocks(), [&](const BasicBlock *BB) {
    return A.DT.dominates(Edge, BB) &&
           llvm::any_of(*BB, llvm::IsaPred<MemSetInst>);
  });
}

/// Whether all that is done behind \p Edge is to ask whether a check fails, as
/// LLVM leaves it of a loop whose check always does, if it is entered.
bool CheckFinder::leadsToChecksOnly(const BasicBlockEdge &Edge) const {
  bool Fails = false;
  for (const BasicBlock *BB : Root.blocks()) {
    if (!A.DT.dominates(Edge, BB))
      continue;
    if (llvm::any_of(
            *BB, [](const Instruction &I) { return I.mayHaveSideEffects(); }))
      return false;
    Fails |= llvm::any_of(successors(BB), [&](const BasicBlock *To) {
      return isCheckOf(*A.LI.getLoopFor(BB), To);
    });
  }
  return Fails;
}

/// Whether \p Cond asks a phi of a number that the nest loads again.
bool CheckFinder::asksReloaded(Value &Cond) {
  const auto *Cmp = dyn_cast<ICmpInst>(&Cond);
  return Cmp && isa<PHINode>(Cmp->getOperand(0)) && Fixed.contains(Cond);
}

/// Loops that LLVM has made of one, with the checks that are left if a
/// condition holds and if not: that with the fewest is read, unless it has lost
/// its sum. Such a loop may have become a memset, or nothing but the check.
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
        return true;
      }
    if (leadsToMemSet(Other) || leadsToChecksOnly(Other) || asksForPiece(To) ||
        asksReloaded(*To.Branch->getCondition()))
      Result.Choices.push_back(To);
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
    if (!Br)
      return false;
    if (neverRuns(*BB))
      continue;
    // One way leads out, so the other one stays: or this would be no block of
    // L.
    const unsigned Passing = L.contains(Br->getSuccessor(0)) ? 0 : 1;
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

/// Whether \p S needs the last value of a loop that \p At is not in, which may
/// be one step further than its iterations.
bool CheckFinder::isLast(const SCEV *S, const BasicBlock &At) const {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *I =
        Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
    const Loop *Of = Rec ? Rec->getLoop()
                     : I && isa<FreezeInst, ExtractValueInst, PHINode>(I)
                         ? A.LI.getLoopFor(I->getParent())
                         : nullptr;
    return Of && Root.contains(Of) && !Of->contains(&At);
  });
}

/// What \p S is in \p At.
std::optional<IndexForm> CheckFinder::splitAt(const SCEV *S,
                                              const BasicBlock &At) {
  SaveAndRestore Here(Scope, &At);
  return isLast(S, At) ? std::nullopt : Forms.split(S);
}

/// What \p V, which is used in \p At, is there, or as what it is \p Frozen.
std::optional<IndexForm> CheckFinder::formOf(Value &V, const BasicBlock &At,
                                             const FreezeInst *Frozen) {
  if (!A.SE.isSCEVable(V.getType()))
    return std::nullopt;
  const SCEV *S = A.SE.getSCEVAtScope(&V, A.LI.getLoopFor(&At));
  if (!Frozen)
    return splitAt(S, At);
  SaveAndRestore Here(Scope, &At);
  return isLast(S, At) ? std::nullopt : Forms.splitFrozen(V, *Frozen);
}

std::optional<NestChecks> CheckFinder::run(const Loop &Innermost,
                                           bool OfChunks) {
  if (!findOwnExits() || !choose(Innermost) || !collect())
    return std::nullopt;
  notePieces();
  if (OfChunks != (Result.Checks.empty() && Result.Closed.empty()))
    return std::nullopt;
  for (const NestCheck &Check :
       concat<const NestCheck>(Result.Choices, Result.Checks))
    if (!require(*Check.Branch->getCondition(), Check.Passing == 0,
                 *Check.Branch->getParent()))
      return std::nullopt;
  std::optional<NestChecks> Checks = finish(Innermost);
  return Checks && OfChunks && Checks->Minima.empty() ? std::nullopt
                                                      : std::move(Checks);
}

/// Of the numbers that a phi is one of.
void CheckFinder::requireSame() {
  auto Widened = [&](Value *V) {
    return Forms.widen({A.SE.getSCEV(V), {}}, /*Signed=*/false);
  };
  const APInt Zero = APInt::getZero(IndexForms::Wide);
  for (auto [X, Y] : Fixed.same())
    Forms.require(
        {Forms.subtract(Widened(X), Widened(Y)), nullptr, Zero, Zero});
}

std::optional<NestChecks> CheckFinder::finish(const Loop &Innermost) {
  for (const Loop *L = &Innermost; Root.contains(L); L = L->getParentLoop())
    count(*L, /*ByRows=*/false);
  if (!countAll())
    return std::nullopt;
  noteMinima();
  Fixed.noteAlike();
  if (!countAll() || !keepApart())
    return std::nullopt;
  const size_t Apart = loads();
  if (!countAll() || loads() != Apart || !moveWithOne() || !isInOneTriangle())
    return std::nullopt;
  llvm::append_range(Result.Hoisted, Fixed.noted());
  for (LoadInst *Load : Fixed.loads())
    if (LoadInst *Earlier = Fixed.findEarlier(*Load);
        Earlier && !Earlier->hasPoisonGeneratingMetadata() &&
        A.LI.getLoopFor(Earlier->getParent()) == Root.getParentLoop())
      Result.Earlier.push_back({Load, Earlier});
  Result.Phis = Fixed.phis();
  llvm::append_range(Result.Tables, Tables.noted());
  Result.Reads = Tables.inOrder();
  return takeBounds();
}

/// A walk is along a loop that always runs equally often; a loop in a triangle
/// is in one only.
bool CheckFinder::isInOneTriangle() const {
  const auto Moving = llvm::count_if(
      Result.Repeats, [](const auto &Of) { return Of.second.Around; });
  return Moving <= (Tables.noted().empty() ? 1 : 0);
}

/// The result, with all bounds. Empty where they are too many.
std::optional<NestChecks> CheckFinder::takeBounds() {
  requireSame();
  // The test is one piece of straight code.
  constexpr size_t MostBounds = 96;
  if (Forms.bounds().size() > MostBounds)
    return std::nullopt;
  llvm::append_range(Result.Bounds, Forms.bounds());
  Result.NeedThawing = Forms.needThawing();
  return std::move(Result);
}

std::optional<NestChecks> findChecks(const Loop &Root, const Loop &Innermost,
                                     bool OfChunks, const NestAnalyses &A) {
  return CheckFinder(Root, A).run(Innermost, OfChunks);
}

} // namespace gemmify
