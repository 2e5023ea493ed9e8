//===- ModelStatements.cpp - What the loops of a nest execute -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIterations.h"
#include "ModelBuilder.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "pass/rewrite/normalize/SplitParts.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

/// Where \p Access is, as it was in the end for the body of \p In if that is a
/// loop around its own.
std::optional<ModelAddress> ModelBuilder::addressOf(const Instruction &Access,
                                                    const Loop *In) {
  auto *Ptr = const_cast<Value *>(getLoadStorePointerOperand(&Access));
  const SCEV *S = withoutFirstPhis(SE.getSCEV(Ptr), SE, LI);
  const SCEV *Base = SE.getPointerBase(S);
  if (!isa<SCEVUnknown>(Base) || !SE.isLoopInvariant(Base, Nest.Root) ||
      Base->getType()->getPointerAddressSpace() != 0)
    return std::nullopt;
  std::optional<Linear> Offset = linear(
      SE.removePointerBase(S), In && In != LI.getLoopFor(Access.getParent())
                                   ? *In->getHeader()
                                   : *Access.getParent());
  if (!Offset)
    return std::nullopt;
  ModelAddress A;
  A.Base = SE.getAddExpr(Base, Offset->Const);
  A.By.append(Offset->By.begin(), Offset->By.end());
  return A;
}

bool ModelBuilder::findMatrix() {
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && !isAside(*Store)) {
        std::optional<ModelAddress> A = addressOf(*Store);
        if (!A)
          return false;
        if (A->By.size() != 2)
          continue;
        Nest.Base = A->Base;
        Pointer = SE.getPointerBase(A->Base);
        Nest.Stride[0] = A->By[0].second;
        Nest.Stride[1] = A->By[1].second;
        Nest.ElemTy = Store->getValueOperand()->getType();
        return isElement(Nest.ElemTy);
      }
  return false;
}

std::optional<Element> ModelBuilder::elementOf(const ModelAddress &A) {
  Element E;
  bool Found[2] = {};
  const SCEV *Both = SE.getAddExpr(Nest.Stride[0], Nest.Stride[1]);
  for (const auto &[L, Step] : A.By) {
    // Narrow arithmetic may hide that a diagonal is one.
    const bool MayBeBoth = !isa<SCEVConstant>(Step) && A.By.size() == 1 &&
                           Step != Nest.Stride[0] && Step != Nest.Stride[1];
    const bool IsBoth = Step == Both || MayBeBoth;
    if (MayBeBoth && Step != Both)
      Nest.Same.push_back({Step, Both});
    for (unsigned D : {0, 1})
      if (IsBoth || Step == Nest.Stride[D]) {
        if (std::exchange(Found[D], true))
          return std::nullopt;
        E.At[D] = {Term::Loop, L};
      }
    if (!IsBoth && Step != Nest.Stride[0] && Step != Nest.Stride[1])
      return std::nullopt;
  }
  const SCEV *Moved = SE.getMinusSCEV(A.Base, Nest.Base);
  if (isa<SCEVCouldNotCompute>(Moved))
    return std::nullopt;
  constexpr int Most = 2;
  for (int D0 = -Most; D0 <= Most; ++D0)
    for (int D1 = -Most; D1 <= Most; ++D1) {
      auto Times = [&](int By, const SCEV *S) {
        return SE.getMulExpr(SE.getConstant(S->getType(), By, true), S);
      };
      if (SE.getAddExpr(Times(D0, Nest.Stride[0]), Times(D1, Nest.Stride[1])) !=
          Moved)
        continue;
      E.At[0].Plus = D0;
      E.At[1].Plus = D1;
      return E;
    }
  return std::nullopt;
}

/// Whether \p I, which sets errno, is a square root, which sets it to one value
/// at most, and runs just where a store does that it is for. Others that use it
/// may read what was stored.
static bool isPartOfStore(const Instruction &I) {
  const Function *Callee = cast<CallBase>(I).getCalledFunction();
  if (!Callee || (Callee->getName() != "sqrt" && Callee->getName() != "sqrtf"))
    return false;
  auto Stores = [&](const User *U) {
    const auto *Store = dyn_cast<StoreInst>(U);
    return Store && Store->getValueOperand() == &I &&
           Store->getParent() == I.getParent();
  };
  if (llvm::any_of(I.users(), Stores))
    return true;
  const Instruction *At = &I;
  while (At->hasOneUse() && !isa<StoreInst>(At) && !isa<PHINode>(At) &&
         At->getParent() == I.getParent())
    At = cast<Instruction>(At->user_back());
  // Or it is one of the ways of a store.
  if (isa<PHINode>(At) && At->hasOneUse() &&
      At->user_back()->getParent() == At->getParent())
    return isa<StoreInst>(At->user_back()) &&
           I.getParent()->getSingleSuccessor() == At->getParent();
  return isa<StoreInst>(At) && At->getParent() == I.getParent();
}

const SCEV *exitValue(Instruction &I, const Loop &Root, ScalarEvolution &SE) {
  if (!SE.isSCEVable(I.getType()))
    return nullptr;
  const SCEV *Last = SE.getSCEVAtScope(&I, Root.getParentLoop());
  return SE.isLoopInvariant(Last, &Root) ? Last : nullptr;
}

bool ModelBuilder::mayModel(Instruction &I) const {
  auto IsInside = [&](const User *U) {
    return Nest.Root->contains(cast<Instruction>(U));
  };
  if (!Aside && !llvm::all_of(I.users(), IsInside) &&
      !exitValue(I, *Nest.Root, SE))
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple();
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->isAssumeLikeIntrinsic())
    return true;
  return computesAndSetsErrno(I)
             ? isPartOfStore(I) || (Aside && Aside->KeepsSteps &&
                                    LI.getLoopFor(I.getParent()) == Nest.Root)
             : !I.mayHaveSideEffects() && !I.mayReadFromMemory();
}

bool ModelBuilder::addStatements() {
  if (!runsAll() && !addCarried())
    return false;
  bool SetsErrno = false;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      // Of two calls, the last one that fails leaves its trace.
      if (!mayModel(I) ||
          (computesAndSetsErrno(I) && std::exchange(SetsErrno, true)))
        return false;
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store && !isAside(*Store) && !addStore(*Store))
        return false;
    }
  if (runsAll())
    return true;
  for (const Carried &C : Sums) {
    if (C.Update == ~0u || !areApart(C))
      return false;
    Nest.Statements[C.Update].IsSum = true;
  }
  if (!llvm::all_of(Nest.Statements, [&](Statement &S) { return addAsked(S); }))
    return false;
  if (!Aside)
    excludeOverwritten();
  delayStores();
  if (!Aside)
    keepAsked();
  return loadsAreInPlace();
}

std::optional<Statement> ModelBuilder::statementOf(StoreInst &Store) {
  Nest.Align = std::min(Nest.Align, Store.getAlign());
  Statement S;
  S.Loop = loopOf(LI.getLoopFor(Store.getParent()));
  S.Position = positionOf(Store);
  S.Where = &Store;
  S.Value = Store.getValueOperand();
  if (S.Value->getType() != Nest.ElemTy ||
      !conditionsOf(*Store.getParent(), S.Loop, S.If, &S.Asks))
    return std::nullopt;
  std::optional<ModelAddress> A = addressOf(Store);
  std::optional<Element> E = A ? elementOf(*A) : std::nullopt;
  if (!E)
    return std::nullopt;
  S.Address = *A;
  S.Target = byCounters(*E, S);
  return S;
}

/// \p E with the counter of a loop around \p S, where that runs for one number
/// alone, instead of this: LLVM splits off first iterations.
Element ModelBuilder::byCounters(Element E, const Statement &S) const {
  const SmallVector<AtMost, 12> Known = Nest.domain(S);
  for (Term &T : E.At) {
    if (T.isLoop())
      continue;
    for (unsigned L : Nest.around(S)) {
      const Term Counter{Term::Loop, L};
      if (!implies(Known, {Counter, T}) || !implies(Known, {T, Counter}))
        continue;
      T = Counter;
      break;
    }
  }
  return E;
}

bool ModelBuilder::addStore(StoreInst &Store) {
  // It may be one of two ways.
  if (llvm::any_of(Nest.Statements,
                   [&](const Statement &S) { return S.Where == &Store; }))
    return true;
  if (std::optional<Ways> W = runsAll() ? std::nullopt : waysOf(Store))
    return addWays(*W);
  std::optional<Statement> Known = statementOf(Store);
  if (!Known)
    return false;
  Statement &S = *Known;
  for (Carried &C : Sums)
    if (C.Loop == S.Loop && C.Next == S.Value && C.Update == ~0u) {
      if (!S.If.empty() || !S.Asks.empty() || S.Address.by(S.Loop) ||
          !startsFromTarget(C, S))
        return false;
      S.Current.insert(C.Phi);
      C.Update = Nest.Statements.size();
    }
  // Of what is run as it is, it does not matter what it computes.
  const bool IsWhole = runsAll() || (Aside && Nest.around(S).size() < 3 &&
                                     !(Aside->ModelsLoops && S.Loop != 0));
  if (!IsWhole && !addCopy(S) && (!addLeaves(S, S.Value) || !staysCurrent(S)))
    return false;
  Nest.Statements.push_back(std::move(S));
  return true;
}

/// Whether the sums in \p S are still what its target holds, now that all
/// statements before it are known: what one sum begins with may be among them.
bool ModelBuilder::staysCurrent(Statement &S) {
  return llvm::all_of(S.Current, [&](const Value *V) {
    const bool IsCarried = llvm::any_of(
        Sums, [&](const Carried &C) { return C.Phi == V && C.Loop == S.Loop; });
    return IsCarried || isa<LoadInst>(V) ||
           isCurrent(const_cast<Value *>(V), S);
  });
}

/// Whether nothing between the positions \p From and \p To of the body of \p L
/// stores to \p E, where \p If holds. What is not yet known comes later.
bool ModelBuilder::isUndisturbed(unsigned L, unsigned From, unsigned To,
                                 const Element &E, ArrayRef<AtMost> If,
                                 ArrayRef<unsigned> But) const {
  for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
    const Statement &W = Nest.Statements[I];
    if (llvm::is_contained(But, I) || !llvm::is_contained(Nest.around(W), L))
      continue;
    const unsigned At = Nest.position(W, L);
    if ((At <= From && !W.IsInit) || At >= To)
      continue;
    Differences Meet;
    Meet.require(If, 0);
    Meet.require(Nest.domain(W), 1);
    for (unsigned In = L; In != NoLoop; In = Nest.Loops[In].Parent)
      Meet.requireEqual({Term::Loop, In}, 0, {Term::Loop, In}, 1);
    for (unsigned D : {0, 1})
      Meet.requireEqual(E.At[D], 0, W.Target.At[D], 1);
    if (Meet.isFeasible())
      return false;
  }
  return true;
}

/// Whether \p R finds the same where \p S runs.
bool ModelBuilder::isInPlace(const Statement &S, const ModelRead &R) const {
  if (!R.Of || R.OfKept || R.Early)
    return true;
  const unsigned In = R.In, From = R.Since;
  const unsigned To = Nest.position(S, In);
  for (const Statement &W : Nest.Statements) {
    if (!llvm::is_contained(Nest.around(W), In))
      continue;
    const unsigned At = Nest.position(W, In);
    // The source need not store a first value before it loads what was there;
    // what it has stored comes behind one.
    const bool IsBefore = At < From && (!W.IsInit || !R.Load);
    if (IsBefore || At > To || (In == S.Loop && &W == &S) || W.IsKept)
      continue;
    auto Meets = [&](Differences Order) {
      for (unsigned L = In; L != NoLoop; L = Nest.Loops[L].Parent)
        Order.requireEqual({Term::Loop, L}, 0, {Term::Loop, L}, 1);
      for (unsigned D : {0, 1})
        Order.requireEqual(W.Target.At[D], 0, R.Of->At[D], 1);
      return Order.isFeasible();
    };
    if (Nest.anyOrder(W, S, Meets))
      return false;
  }
  return true;
}

/// A statement that keeps what \p R of \p S finds, which is not in place, if
/// that is only asked about, and loaded whatever is asked.
std::optional<Statement> ModelBuilder::keptFor(const Statement &S,
                                               const ModelRead &R) {
  if (!R.IsAsked || !R.Of || isInPlace(S, R) || !usesAllParts(*R.Load) ||
      loopOf(LI.getLoopFor(R.Load->getParent())) != R.In)
    return std::nullopt;
  Statement K;
  K.Loop = R.In;
  K.Position = R.Since;
  K.Where = R.Load;
  K.Value = R.Load;
  K.Address = R.Address;
  K.Target = *R.Of;
  K.IsKept = true;
  K.Current.insert(R.Load);
  const bool IsKnown = Nest.around(K).size() < 3 &&
                       conditionsOf(*R.Load->getParent(), K.Loop, K.If);
  return IsKnown ? std::optional(std::move(K)) : std::nullopt;
}

/// Has a statement keep each element that others only ask about, and of which
/// something else is stored before they run.
void ModelBuilder::keepAsked() {
  SmallVector<Statement, 1> Kept;
  for (Statement &S : Nest.Statements)
    for (ModelRead &R : S.Reads)
      if (std::optional<Statement> K = keptFor(S, R)) {
        R.OfKept = true;
        if (llvm::none_of(Kept, [&](const Statement &Each) {
              return Each.Where == K->Where && Each.Target == K->Target;
            }))
          Kept.push_back(std::move(*K));
      }
  llvm::append_range(Nest.Statements, Kept);
}

bool ModelBuilder::loadsAreInPlace() const {
  return llvm::all_of(Nest.Statements, [&](const Statement &S) {
    return llvm::all_of(S.Reads,
                        [&](const ModelRead &R) { return isInPlace(S, R); });
  });
}

} // namespace gemmify
