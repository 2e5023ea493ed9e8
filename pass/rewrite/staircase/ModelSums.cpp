//===- ModelSums.cpp - Sums that registers carry --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a model, a sum that the source carries in a register is in the element
/// that it is stored to: in the loop, or behind it.
///
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"

using namespace llvm;

namespace gemmify {

/// Sums that registers carry through innermost loops.
bool ModelBuilder::addCarried() {
  for (unsigned L = 0; L != Nest.Loops.size(); ++L) {
    const Loop &In = *Nest.Loops[L].L;
    if (isAside(In) || (Aside && L == 0))
      continue;
    for (PHINode &Phi : In.getHeader()->phis()) {
      if (!Phi.getType()->isFPOrFPVectorTy())
        continue;
      // An element keeps what has its own type.
      if (!In.isInnermost() || L == 0 || Phi.getType() != Nest.ElemTy)
        return false;
      Sums.push_back({L, &Phi,
                      Phi.getIncomingValueForBlock(In.getLoopPreheader()),
                      Phi.getIncomingValueForBlock(In.getLoopLatch())});
    }
  }
  return true;
}

/// Whether the sum starts with what the element holds, also where its loop does
/// not run: ways around it may bring that.
bool ModelBuilder::startsFromTarget(const Carried &C, const Statement &Update) {
  const unsigned Parent = Nest.Loops[C.Loop].Parent;
  const unsigned Entry = Nest.Loops[C.Loop].Position;
  const SmallVector<AtMost, 12> Known = Nest.domain(Parent);
  if (auto *Load = dyn_cast<LoadInst>(C.Start)) {
    std::optional<ModelAddress> A = addressOf(*Load);
    if (A && *A == Update.Address && Load->getType() == Nest.ElemTy &&
        loopOf(LI.getLoopFor(Load->getParent())) == Parent)
      return isUndisturbed(Parent, positionOf(*Load), Entry, Update.Target,
                           Known);
  }
  for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
    const Statement &S = Nest.Statements[I];
    if (S.Loop == Parent && S.Value == C.Start && S.Address == Update.Address &&
        S.Position < Entry && S.Asks.empty() &&
        llvm::all_of(
            S.If, [&](const AtMost &If) { return implies(Known, If); }))
      return isUndisturbed(Parent, S.Position, Entry, Update.Target, Known, I);
  }
  return false;
}

/// Whether the sum goes on with that of another loop, which is in the same
/// element until \p Final stores both.
bool ModelBuilder::startsFromSum(const Carried &C, const Statement &Final) {
  Statement Before = Final;
  Before.Position = Nest.Loops[C.Loop].Position;
  Before.Reads.clear();
  Before.Seen.clear();
  Before.Current.clear();
  return isCurrent(C.Start, Before);
}

/// Keeps a sum that is stored behind its loop in the element of \p Final.
bool ModelBuilder::keepCarried(Carried &C, Statement &Final) {
  auto *Next = dyn_cast<Instruction>(C.Next);
  const unsigned Parent = Nest.Loops[C.Loop].Parent;
  const bool IsSecond = llvm::any_of(Sums, [&](const Carried &Each) {
    return Each.Final == Nest.Statements.size();
  });
  if (!Next || Final.Loop != Parent || IsSecond || !Final.Asks.empty() ||
      !Nest.Loops[C.Loop].Asks.empty() ||
      loopOf(LI.getLoopFor(Next->getParent())) != C.Loop)
    return false;
  Statement Update = Final;
  Update.If.clear();
  Update.Reads.clear();
  Update.Seen.clear();
  Update.Current.clear();
  Update.Loop = C.Loop;
  Update.Position = positionOf(*Next);
  Update.Where = Next;
  Update.Value = Next;
  Update.Current.insert(C.Phi);
  if (!conditionsOf(*Next->getParent(), C.Loop, Update.If) ||
      !Update.If.empty() || !addLeaves(Update, Next))
    return false;
  SmallVector<AtMost, 12> Known = Nest.domain(Parent);
  Known.append(Nest.Loops[C.Loop].If);
  if (!llvm::all_of(Final.If,
                    [&](const AtMost &If) { return implies(Known, If); }))
    return false;
  if (!startsFromTarget(C, Update) && !startsFromSum(C, Final)) {
    Statement Init = Final;
    Init.Reads.clear();
    Init.Seen.clear();
    Init.Current.clear();
    Init.Position = Nest.Loops[C.Loop].Position - 1;
    Init.Value = C.Start;
    Init.IsInit = true;
    // On no way around the sum, the source would not do that.
    auto *Start = dyn_cast<Instruction>(C.Start);
    if ((Start && Nest.Root->contains(Start) &&
         !DT.dominates(Start, Final.Where)) ||
        !addLeaves(Init, C.Start) || !staysCurrent(Init))
      return false;
    C.Init = Nest.Statements.size();
    Nest.Statements.push_back(std::move(Init));
  }
  C.Update = Nest.Statements.size();
  for (const Carried &Before : Sums)
    if (Before.Final == C.Update)
      C.Init = Before.Init;
  Nest.Statements.push_back(std::move(Update));
  C.Final = Nest.Statements.size();
  return true;
}

/// Whether \p S stores \p C and nothing else.
bool ModelBuilder::storesSum(const Statement &S, const Carried &C) {
  const Value *V = S.Value;
  if (const auto *Closed = dyn_cast<PHINode>(V);
      Closed && Closed->getNumIncomingValues() == 1)
    V = Closed->getIncomingValue(0);
  return V == C.Next;
}

/// Whether \p C is what the target of \p S holds when that runs.
bool ModelBuilder::isCurrentAfter(Carried &C, Statement &S) {
  if (C.Update == ~0u && !keepCarried(C, S))
    return false;
  const Statement &Update = Nest.Statements[C.Update];
  // Where the loop does not run, the element holds what was stored before it.
  const SmallVector<AtMost, 12> Known = Nest.domain(S);
  if (C.Init != ~0u &&
      !llvm::all_of(Nest.Statements[C.Init].If,
                    [&](const AtMost &If) { return implies(Known, If); }))
    return false;
  SmallVector<unsigned, 2> Same{C.Init};
  if (C.Final < Nest.Statements.size() &&
      storesSum(Nest.Statements[C.Final], C))
    Same.push_back(C.Final);
  return Nest.Loops[C.Loop].Parent == S.Loop && Update.Target == S.Target &&
         isUndisturbed(S.Loop, Nest.Loops[C.Loop].Position, S.Position,
                       S.Target, Known, Same);
}

/// Whether \p X and \p Y are one element where \p Known holds.
bool ModelBuilder::areEqual(ArrayRef<AtMost> Known, const Element &X,
                            const Element &Y) {
  return llvm::all_of(ArrayRef({0, 1}), [&](unsigned D) {
    return implies(Known, {X.At[D], Y.At[D]}) &&
           implies(Known, {Y.At[D], X.At[D]});
  });
}

bool ModelBuilder::isCurrentLoad(LoadInst &Load, const Statement &S) {
  std::optional<ModelAddress> A = addressOf(Load);
  std::optional<Element> E = A ? elementOf(*A) : std::nullopt;
  SmallVector<AtMost, 12> Known = Nest.domain(S);
  SmallVector<AtMost, 2> If;
  if (!E || Load.getType() != Nest.ElemTy ||
      loopOf(LI.getLoopFor(Load.getParent())) != S.Loop ||
      !conditionsOf(*Load.getParent(), S.Loop, If))
    return false;
  Known.append(If);
  return areEqual(Known, *E, S.Target) &&
         isUndisturbed(S.Loop, positionOf(Load), S.Position, S.Target, Known);
}

/// Whether each iteration of a loop before \p S computes \p V and stores it to
/// the target of \p S: where \p V is known, the last one has left it there.
bool ModelBuilder::isLastStored(const Value *V, const Statement &S) const {
  const auto *Of = dyn_cast<Instruction>(V);
  if (!Of || !Nest.Root->contains(Of))
    return false;
  const unsigned In = loopOf(LI.getLoopFor(Of->getParent()));
  for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
    const Statement &W = Nest.Statements[I];
    if (W.Loop == In && isa<StoreInst>(W.Where) && W.Value == V && !W.IsInit &&
        W.isUpdate() && Nest.Loops[W.Loop].Parent == S.Loop && W.If.empty() &&
        W.Asks.empty() && W.Target == S.Target &&
        isUndisturbed(W.Loop, W.Position, ~0u, W.Target, Nest.domain(W), I) &&
        isUndisturbed(S.Loop, Nest.Loops[W.Loop].Position, S.Position, S.Target,
                      Nest.domain(S)))
      return true;
  }
  return false;
}

/// Whether \p V, computed in \p S's loop, is what the target of \p S holds.
bool ModelBuilder::isCurrent(Value *V, Statement &S) {
  for (Carried &C : Sums)
    if (V == C.Next && Nest.Loops[C.Loop].Parent == S.Loop)
      return isCurrentAfter(C, S);
  if (auto *Load = dyn_cast<LoadInst>(V))
    return isCurrentLoad(*Load, S);
  if (isLastStored(V, S))
    return true;
  auto *Phi = dyn_cast<PHINode>(V);
  if (!Phi || loopOf(LI.getLoopFor(Phi->getParent())) != S.Loop ||
      Phi->getParent() == Nest.Loops[S.Loop].L->getHeader())
    return false;
  const Carried *Of = nullptr;
  SmallVector<unsigned, 2> Others;
  for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
    Value *In = Phi->getIncomingValue(I);
    if (auto *Closed = dyn_cast<PHINode>(In);
        Closed && Closed->getNumIncomingValues() == 1)
      In = Closed->getIncomingValue(0);
    auto *C = llvm::find_if(
        Sums, [&](const Carried &Each) { return Each.Next == In; });
    if (C == Sums.end())
      Others.push_back(I);
    else if (Of || !isCurrent(In, S))
      return false;
    else
      Of = C;
  }
  return llvm::all_of(Others, [&](unsigned I) {
    Value *In = Phi->getIncomingValue(I);
    return (Of && In == Of->Start && skips(*Phi, I, *Of, S)) ||
           isCurrent(In, S);
  });
}

/// Whether what comes to \p Phi as the value \p I has not been through the
/// loop of \p C: the element holds what the sum would have started with.
bool ModelBuilder::skips(const PHINode &Phi, unsigned I, const Carried &C,
                         const Statement &S) {
  BasicBlock *From = Phi.getIncomingBlock(I);
  SmallVector<AtMost, 4> If(ArrayRef<AtMost>(Nest.Loops[C.Loop].If));
  auto *Br = dyn_cast<BranchInst>(From->getTerminator());
  if (loopOf(LI.getLoopFor(From)) != S.Loop || !Br ||
      !conditionsOf(*From, S.Loop, If) ||
      (Br->isConditional() &&
       (Br->getSuccessor(0) == Br->getSuccessor(1) ||
        !addCondition(*Br->getCondition(),
                      Br->getSuccessor(0) == Phi.getParent(), *From, S.Loop,
                      If))))
    return false;
  Differences Both;
  Both.require(Nest.domain(S.Loop));
  Both.require(If);
  return !Both.isFeasible();
}

/// Has \p R, which \p S of the sum \p C reads, find what the element held
/// before that sum. False where others go on with it or store it.
bool ModelBuilder::readsEarly(const Carried &C, Statement &S,
                              ModelRead &R) const {
  const bool GoesOn = llvm::any_of(Sums, [&](const Carried &Each) {
    return Each.Update == C.Final || Each.Final == C.Update;
  });
  if (Aside || !R.Load || C.Final >= Nest.Statements.size() || C.Finals != 1 ||
      GoesOn)
    return false;
  const ModelLoop &Sum = Nest.Loops[C.Loop];
  const unsigned At = Sum.Position - 2; // What it begins with comes next.
  const unsigned In = loopOf(LI.getLoopFor(R.Load->getParent()));
  if (In != C.Loop && (In != Sum.Parent ||
                       (R.Since < At && !isUndisturbed(In, R.Since, At, *R.Of,
                                                       Nest.domain(S)))))
    return false;
  R.Early = {Sum.Parent, At};
  S.Current.erase(R.Load);
  return true;
}

/// Whether nothing else sees the element while a register holds the sum.
bool ModelBuilder::areApart(const Carried &C) {
  Statement &Update = Nest.Statements[C.Update];
  const unsigned Parent = Nest.Loops[C.Loop].Parent;
  auto Meets = [&](const Statement &Held, const Statement &S,
                   const Element &E) {
    return Nest.mayMeet(Parent, Held, Update.Target, S, E);
  };
  for (ModelRead &R : Update.Reads)
    if (R.Of && Meets(Update, Update, *R.Of) && !readsEarly(C, Update, R))
      return false;
  if (C.Final == ~0u)
    return llvm::none_of(Nest.Statements, [&](const Statement &W) {
      return &W != &Update && llvm::is_contained(Nest.around(W), C.Loop) &&
             Meets(Update, W, W.Target);
    });
  // Other sums may go on with it.
  SmallVector<unsigned, 2> Chain{C.Update};
  const Carried *LastSum = &C;
  while (true) {
    const auto *Next = llvm::find_if(Sums, [&](const Carried &Each) {
      return Each.Update == LastSum->Final;
    });
    if (Next == Sums.end())
      break;
    LastSum = Next;
    Chain.push_back(Next->Update);
  }
  if (LastSum->Final == ~0u)
    return false;
  // A first value is there even if the loop does not run.
  const Statement &Final = Nest.Statements[LastSum->Final];
  SmallVector<const Statement *, 2> Holds;
  for (unsigned Way = 0; Way != LastSum->Finals; ++Way) {
    Chain.push_back(LastSum->Final + Way);
    Holds.push_back(&Nest.Statements[Chain.back()]);
  }
  if (C.Init == ~0u)
    Holds = {&Update};
  for (unsigned I : llvm::drop_begin(Chain))
    for (ModelRead &R : Nest.Statements[I].Reads)
      if (R.Of &&
          llvm::any_of(Holds,
                       [&](const Statement *Each) {
                         return Meets(*Each, Nest.Statements[I], *R.Of);
                       }) &&
          !readsEarly(C, Nest.Statements[I], R))
        return false;
  // Others in between might see it.
  return llvm::none_of(Nest.Statements, [&](const Statement &W) {
    if (llvm::is_contained(Chain, unsigned(&W - Nest.Statements.begin())) ||
        !llvm::is_contained(Nest.around(W), Parent))
      return false;
    const unsigned At = Nest.position(W, Parent);
    return At >= Nest.Loops[C.Loop].Position && At < Final.Position;
  });
}

} // namespace gemmify
