//===- TableValues.cpp - What a nest looks up for its checks --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableValues.h"
#include "NestChecks.h"
#include "pass/recognize/arith/ExpressionParts.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace gemmify {

const TableValue *TableValues::find(const Value &V) const {
  const auto *It =
      llvm::find_if(Noted, [&](const TableValue &T) { return T.I == &V; });
  return It == Noted.end() ? nullptr : It;
}

/// Makes \p Moves the loop that something moves with that does so with both.
bool TableValues::join(const Loop *&Moves, const Loop *L) const {
  if (!Moves)
    Moves = L;
  return !L || Moves == L;
}

const Loop *TableValues::movesWith(const SCEV *S) const {
  const Loop *Moves = nullptr;
  SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const TableValue *T = Unknown ? find(*Unknown->getValue()) : nullptr;
    return T && (Moves = T->Moves);
  });
  return Moves;
}

/// Whether each iteration of \p L that is completed has come to \p BB, unless a
/// check fails or a branch that the nest has to take goes round it.
bool TableValues::runsInLoop(const BasicBlock &BB, const Loop &L) {
  // The last iteration does not come to what is behind the exit.
  if (&BB == L.getLoopLatch() && findExitBeforeLatch(L))
    return false;
  const BasicBlock *At = &BB;
  while (!A.DT.dominates(At, L.getLoopLatch())) {
    BasicBlock *From = A.DT.getNode(At)->getIDom()->getBlock();
    // A loop that is entered ends.
    const Loop *Inner = A.LI.getLoopFor(From);
    while (Inner != &L && L.contains(Inner) && Inner->getParentLoop() != &L)
      Inner = Inner->getParentLoop();
    if (Inner != &L) {
      if (!L.contains(Inner) || !(At = Inner->getLoopPreheader()))
        return false;
      continue;
    }
    auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    if (!Br || !llvm::is_contained(successors(From), At))
      return false;
    if (Br->isConditional()) {
      const unsigned Side = Br->getSuccessor(0) == At ? 0 : 1;
      const BasicBlock *Other = Br->getSuccessor(1 - Side);
      if (Other == At)
        return false;
      if (Root.contains(Other))
        Ways.push_back({Br, Side});
    }
    At = From;
  }
  return true;
}

/// The same for the iterations of all loops that \p BB is in.
bool TableValues::runsAlways(const BasicBlock &BB) {
  const BasicBlock *At = &BB;
  for (const Loop *L = A.LI.getLoopFor(&BB);; L = L->getParentLoop()) {
    if (!runsInLoop(*At, *L))
      return false;
    if (L == &Root)
      return true;
    At = L->getLoopPreheader();
  }
}

bool TableValues::noteParts(const SCEV *S, Splitter Split, unsigned Depth) {
  return forEachPart(
      S, [](const SCEV *) { return false; },
      [&](const SCEV *Part) {
        if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
          return !Root.contains(Rec->getLoop()) && Rec->isAffine();
        const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
        return !Unknown || note(*Unknown->getValue(), Split, Depth + 1);
      });
}

/// Its address moves with one loop, around it.
bool TableValues::noteLoad(LoadInst &Load, TableValue &T, Splitter Split,
                           unsigned Depth) {
  if (!Load.isSimple() || Load.getPointerAddressSpace() != 0 ||
      !runsAlways(*Load.getParent()))
    return false;
  const Loop *Around = A.LI.getLoopFor(Load.getParent());
  const SCEV *Ptr = A.SE.getSCEVAtScope(Load.getPointerOperand(), Around);
  const auto *Base = dyn_cast<SCEVUnknown>(A.SE.getPointerBase(Ptr));
  if (!Base || !note(*Base->getValue(), Split, Depth + 1))
    return false;
  const SCEV *Distance = A.SE.getMinusSCEV(Ptr, Base);
  std::optional<IndexForm> Offset = Split(Distance);
  if (!Offset || !noteParts(Offset->Start, Split, Depth))
    return false;
  T.Base = Base->getValue();
  T.Offset = *Offset;
  for (const IndexForm::Step &S : Offset->Steps)
    if (!S.L->contains(&Load) || !noteParts(S.By, Split, Depth) ||
        movesWith(S.By) || !join(T.Moves, S.L))
      return false;
  return join(T.Moves, movesWith(Base)) &&
         join(T.Moves, movesWith(Offset->Start)) &&
         (!T.Moves || T.Moves->contains(&Load));
}

bool TableValues::note(Value &V, Splitter Split, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Root.contains(I) || Fixed.contains(V) || find(V))
    return true;
  if (Refused.contains(I))
    return false;
  const bool IsNoted = noteNew(*I, Split, Depth);
  if (!IsNoted)
    Refused.insert(I);
  return IsNoted;
}

bool TableValues::noteNew(Instruction &V, Splitter Split, unsigned Depth) {
  constexpr unsigned Deepest = 8;
  Instruction *I = &V;
  if (Depth >= Deepest || isa<PHINode, FreezeInst>(I) ||
      I->getType()->isVectorTy())
    return false;
  TableValue T;
  T.I = I;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    if (!noteLoad(*Load, T, Split, Depth))
      return false;
  } else {
    if (I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
      return false;
    for (Value *Op : I->operands()) {
      if (!note(*Op, Split, Depth + 1))
        return false;
      const TableValue *Of = find(*Op);
      if (Of && !join(T.Moves, Of->Moves))
        return false;
    }
  }
  Noted.push_back(T);
  return true;
}

bool TableValues::containsParts(const SCEV *S, const BasicBlock &At,
                                Splitter Split) {
  constexpr unsigned Deepest = 8;
  SaveAndRestore Nested(Asking, Asking + 1);
  if (Asking > Deepest || !noteParts(S, Split, 0))
    return false;
  return !SCEVExprContains(S, [&](const SCEV *Part) {
    const Loop *Moves = movesWith(Part);
    return Moves && !Moves->contains(&At);
  });
}

bool TableValues::movesWithOne(const SCEV *S) const {
  const Loop *Moves = nullptr;
  return !SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const TableValue *T = Unknown ? find(*Unknown->getValue()) : nullptr;
    return T && !join(Moves, T->Moves);
  });
}

/// Parts that move with two loops have no walk that meets all pairs.
bool TableValues::contains(const SCEV *S, const BasicBlock &At,
                           Splitter Split) {
  return containsParts(S, At, Split) && movesWithOne(S);
}

/// Loads and loops in \p L run one after the other in each iteration.
void TableValues::addReads(Loop &L, SmallVectorImpl<TableRead> &Reads) const {
  LoopBlocksDFS Order(&L);
  Order.perform(&A.LI);
  for (BasicBlock *BB : make_range(Order.beginRPO(), Order.endRPO())) {
    Loop *Inner = A.LI.getLoopFor(BB);
    if (Inner->getHeader() == BB && Inner->getParentLoop() == &L)
      addReads(*Inner, Reads);
    else if (Inner == &L)
      for (Instruction &I : *BB)
        if (isa<LoadInst>(I) && find(I))
          Reads.push_back({&I, nullptr});
  }
  if (llvm::any_of(Noted, [&](const TableValue &T) { return T.Moves == &L; }))
    Reads.push_back({nullptr, &L});
}

SmallVector<TableRead, 8> TableValues::inOrder() const {
  SmallVector<TableRead, 8> Reads;
  addReads(*A.LI.getLoopFor(Root.getHeader()), Reads);
  return Reads;
}

} // namespace gemmify
