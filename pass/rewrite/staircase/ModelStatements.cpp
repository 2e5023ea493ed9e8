//===- ModelStatements.cpp - What the loops of a nest execute -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

std::optional<ModelAddress> ModelBuilder::addressOf(const Instruction &Access) {
  auto *Ptr = const_cast<Value *>(getLoadStorePointerOperand(&Access));
  const SCEV *S = SE.getSCEV(Ptr), *Base = SE.getPointerBase(S);
  if (!isa<SCEVUnknown>(Base) || !SE.isLoopInvariant(Base, Nest.Root) ||
      Base->getType()->getPointerAddressSpace() != 0)
    return std::nullopt;
  std::optional<Linear> Offset =
      linear(SE.removePointerBase(S), *Access.getParent());
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
      if (auto *Store = dyn_cast<StoreInst>(&I)) {
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
        return Nest.ElemTy->isFloatTy() || Nest.ElemTy->isDoubleTy();
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
/// at most, and runs just where a store does that it is for.
static bool isPartOfStore(const Instruction &I) {
  const Function *Callee = cast<CallBase>(I).getCalledFunction();
  if (!Callee || (Callee->getName() != "sqrt" && Callee->getName() != "sqrtf"))
    return false;
  const Instruction *At = &I;
  while (At->hasOneUse() && !isa<StoreInst>(At) && !isa<PHINode>(At) &&
         At->getParent() == I.getParent())
    At = cast<Instruction>(At->user_back());
  return isa<StoreInst>(At) && At->getParent() == I.getParent();
}

bool ModelBuilder::mayModel(const Instruction &I) const {
  auto IsInside = [&](const User *U) {
    return Nest.Root->contains(cast<Instruction>(U));
  };
  if (!llvm::all_of(I.users(), IsInside))
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple();
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->isAssumeLikeIntrinsic())
    return true;
  return computesAndSetsErrno(I)
             ? isPartOfStore(I)
             : !I.mayHaveSideEffects() && !I.mayReadFromMemory();
}

bool ModelBuilder::addStatements() {
  if (!addCarried())
    return false;
  bool SetsErrno = false;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      // Of two calls, the last one that fails leaves its trace.
      if (!mayModel(I) ||
          (computesAndSetsErrno(I) && std::exchange(SetsErrno, true)))
        return false;
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && !addStore(*Store))
        return false;
    }
  for (const Carried &C : Sums) {
    if (C.Update == ~0u || !areApart(C))
      return false;
    Nest.Statements[C.Update].IsSum = true;
  }
  return loadsAreInPlace();
}

bool ModelBuilder::addStore(StoreInst &Store) {
  Nest.Align = std::min(Nest.Align, Store.getAlign());
  Statement S;
  S.Loop = loopOf(LI.getLoopFor(Store.getParent()));
  S.Position = positionOf(Store);
  S.Where = &Store;
  S.Value = Store.getValueOperand();
  if (S.Value->getType() != Nest.ElemTy ||
      !conditionsOf(*Store.getParent(), S.Loop, S.If))
    return false;
  std::optional<ModelAddress> A = addressOf(Store);
  std::optional<Element> E = A ? elementOf(*A) : std::nullopt;
  if (!E)
    return false;
  S.Address = *A;
  S.Target = *E;
  for (Carried &C : Sums)
    if (C.Loop == S.Loop && C.Next == S.Value && C.Update == ~0u) {
      if (!S.If.empty() || A->by(S.Loop) || !startsFromTarget(C, S))
        return false;
      S.Current.insert(C.Phi);
      C.Update = Nest.Statements.size();
    }
  if (!addCopy(S) && (!addLeaves(S, S.Value) || !staysCurrent(S)))
    return false;
  Nest.Statements.push_back(std::move(S));
  return true;
}

/// Whether an element holds what \p S stores, as on the other side of a
/// diagonal: it is read there, whatever it was computed of.
bool ModelBuilder::addCopy(Statement &S) {
  if (!isa<Instruction>(S.Value))
    return false;
  auto ReadsAt = [&](const Statement &W, unsigned Since) {
    S.Reads.push_back({nullptr, W.Address, W.Target, Since});
    S.IsCopy = true;
    return true;
  };
  for (const Carried &C : Sums)
    if (C.Next == S.Value && C.Update != ~0u && C.Final == ~0u &&
        Nest.Loops[C.Loop].Parent == S.Loop)
      return !(Nest.Statements[C.Update].Target == S.Target) &&
             ReadsAt(Nest.Statements[C.Update],
                     Nest.Loops[C.Loop].Position + 1);
  for (const Statement &W : Nest.Statements) {
    if (!isa<StoreInst>(W.Where) || W.Value != S.Value || W.IsInit ||
        W.Loop != S.Loop || W.If != S.If || W.Target == S.Target)
      continue;
    return ReadsAt(W, W.Position + 1);
  }
  return false;
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
                                 unsigned But) const {
  for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
    const Statement &W = Nest.Statements[I];
    if (I == But || !llvm::is_contained(Nest.around(W), L))
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

bool ModelBuilder::addLoad(Statement &S, LoadInst &Load) {
  for (const ModelRead &R : S.Reads)
    if (R.Load == &Load)
      return true;
  const unsigned In = loopOf(LI.getLoopFor(Load.getParent()));
  std::optional<ModelAddress> A = addressOf(Load);
  if (!A || !llvm::is_contained(Nest.around(S), In))
    return false;
  ModelRead R{&Load, *A, std::nullopt};
  if (SE.getPointerBase(A->Base) == Pointer) {
    R.Of = elementOf(*A);
    if (!R.Of || Load.getType() != Nest.ElemTy)
      return false;
    if (*R.Of == S.Target && In == S.Loop)
      S.Current.insert(&Load);
  }
  S.Reads.push_back(std::move(R));
  return true;
}

/// Whether \p V may be multiplied and added in one operation.
static const Instruction *fusibleProduct(const Value *V) {
  if (const auto *Op = dyn_cast<Instruction>(V);
      Op && Op->getOpcode() == Instruction::FNeg)
    V = Op->getOperand(0);
  const auto *Op = dyn_cast<Instruction>(V);
  const bool IsFusible =
      Op && Op->getOpcode() == Instruction::FMul && Op->hasAllowContract();
  return IsFusible ? Op : nullptr;
}

static bool isSum(const Value *V) {
  const auto *Op = dyn_cast<Instruction>(V);
  return Op && (Op->getOpcode() == Instruction::FAdd ||
                Op->getOpcode() == Instruction::FSub);
}

/// Whether the code generator is free in how it computes \p I: it may then
/// choose by the code around, which is not the same in blocks.
static bool isUnpredictable(const Instruction &I) {
  if (!isa<FPMathOperator>(I))
    return false;
  if (I.hasAllowReciprocal() || I.hasApproxFunc())
    return true;
  // What is in another block now may be in the same one then. One more than a
  // number, times another, is fused as well where nothing is infinite.
  if (I.getOpcode() == Instruction::FMul)
    return I.hasAllowContract() &&
           (llvm::any_of(I.operands(),
                         [](const Use &Op) {
                           return isSum(Op) &&
                                  cast<Instruction>(Op)->hasNoInfs();
                         }) ||
            llvm::any_of(I.users(), [&](const User *U) {
              const auto *By = cast<Instruction>(U);
              const bool IsNeg = By->getOpcode() == Instruction::FNeg;
              return (!I.hasOneUse() || By->getParent() != I.getParent() ||
                      (IsNeg && !By->hasOneUse())) &&
                     (isSum(By) || IsNeg || isa<PHINode>(By));
            }));
  if (I.getOpcode() == Instruction::FNeg)
    return fusibleProduct(&I) && llvm::any_of(I.users(), [&](const User *U) {
             return cast<Instruction>(U)->getParent() != I.getParent();
           });
  return isSum(&I) && I.hasAllowContract() && fusibleProduct(I.getOperand(0)) &&
         fusibleProduct(I.getOperand(1));
}

/// Whether \p V moves with the loop \p In: what does not may be taken out of
/// it, and is not fused with what stays.
bool ModelBuilder::moves(const Value &V, unsigned In) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !Nest.Root->contains(I) || isa<PHINode>(I))
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    std::optional<ModelAddress> A = addressOf(*Load);
    return A && A->by(In);
  }
  return llvm::any_of(I->operands(),
                      [&](const Use &Op) { return moves(*Op, In); });
}

/// Whether a product that \p I adds may be fused here and not there.
bool ModelBuilder::isLoosened(const Instruction &I, unsigned In) {
  return isSum(&I) && I.hasAllowContract() &&
         llvm::any_of(I.operands(), [&](const Use &Op) {
           const Instruction *Product = fusibleProduct(Op);
           return Product && !moves(*Product, In);
         });
}

/// Whether \p I computes the same in a vector and alone: library functions of
/// vectors round in their own way.
static bool roundsOneWay(const CallBase &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
    return true;
  default:
    return computesAndSetsErrno(I);
  }
}

/// Collects what \p V, a value that \p S stores, is made of.
bool ModelBuilder::addLeaves(Statement &S, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Nest.Root->contains(I) || S.Current.contains(V))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return addLoad(S, *Load);
  const bool IsSum = llvm::any_of(
      Sums, [&](const Carried &C) { return C.Next == V && C.Loop != S.Loop; });
  if (isa<PHINode>(I) || IsSum) {
    if (!isCurrent(I, S))
      return false;
    S.Current.insert(V);
    return true;
  }
  auto IsNumber = [](const Value *Of) {
    return Of->getType()->isFloatTy() || Of->getType()->isDoubleTy();
  };
  if (!IsNumber(I) || isUnpredictable(*I) || isLoosened(*I, S.Loop))
    return false;
  if (auto *Call = dyn_cast<CallBase>(I)) {
    if (!roundsOneWay(*Call))
      return false;
    return llvm::all_of(Call->args(), [&](const Use &Arg) {
      return IsNumber(Arg) && addLeaves(S, Arg);
    });
  }
  return (isa<BinaryOperator>(I) || isa<UnaryOperator>(I) ||
          isa<CastInst>(I)) &&
         llvm::all_of(I->operands(), [&](const Use &Op) {
           return IsNumber(Op) && addLeaves(S, Op);
         });
}

/// Whether \p R finds the same where \p S runs.
bool ModelBuilder::isInPlace(const Statement &S, const ModelRead &R) const {
  if (!R.Of)
    return true;
  const unsigned In =
      R.Load ? loopOf(LI.getLoopFor(R.Load->getParent())) : S.Loop;
  const unsigned From = R.Load ? positionOf(*R.Load) : R.Since;
  const unsigned To = Nest.position(S, In);
  for (const Statement &W : Nest.Statements) {
    if (!llvm::is_contained(Nest.around(W), In))
      continue;
    const unsigned At = Nest.position(W, In);
    if ((At < From && !W.IsInit) || At > To || (In == S.Loop && &W == &S))
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

bool ModelBuilder::loadsAreInPlace() const {
  return llvm::all_of(Nest.Statements, [&](const Statement &S) {
    return llvm::all_of(S.Reads,
                        [&](const ModelRead &R) { return isInPlace(S, R); });
  });
}

} // namespace gemmify
