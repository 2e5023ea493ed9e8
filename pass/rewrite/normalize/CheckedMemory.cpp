//===- CheckedMemory.cpp - Where checks load from, and what is written ----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "TypeAliases.h"
#include "pass/kernel/runtime/ErrnoPlace.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/rewrite/recovery/RecoveryBranches.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Whether an iteration that \p BB is in may be the one that ends its loop
/// before the body.
bool CheckFinder::runsBeforeExit(const BasicBlock &BB) {
  const Loop &L = *A.LI.getLoopFor(&BB);
  return L.getHeader() == &BB && OwnExit[&L] == &BB && L.getLoopLatch() != &BB;
}

SmallVector<Instruction *, 2> CheckFinder::writes() const {
  SmallVector<Instruction *, 2> Writes;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (I.mayHaveSideEffects() && !isHint(I) && !isRecovery(I) &&
          !neverRuns(*BB))
        Writes.push_back(&I);
  return Writes;
}

/// Nothing is written to where the values of checks were loaded from: then each
/// load finds what the first one found. Writes whose addresses need such values
/// are where these say, up to the first that would change one.
bool CheckFinder::keepApart() {
  const SmallVector<Instruction *, 2> Writes = writes();
  TypeAliases Types(*Root.getHeader()->getParent());
  auto MayChange = [&] {
    SmallVector<const LoadInst *, 8> Changing;
    for (const LoadInst *Load : Fixed.loads())
      if (!Types.keeps(Writes, *Load))
        Changing.push_back(Load);
    for (const TableValue &T : Tables.noted())
      if (const auto *Load = dyn_cast<LoadInst>(T.I);
          Load && !Types.keeps(Writes, *Load))
        Changing.push_back(Load);
    return Changing;
  };
  if (MayChange().empty())
    return true;
  for (Instruction *Write : Writes)
    if (!noteWrite(*Write))
      return false;
  const size_t Before = loads();
  for (const LoadInst *Load : MayChange())
    if (!notePlace(*Load))
      return false;
  for (CheckedPlace &Place : Result.Places)
    Place.Address = Forms.widen(Place.Address, /*Signed=*/true);
  return loads() == Before;
}

/// Parts of one header are one place, with what is between them.
void CheckFinder::addPlace(const CheckedPlace &New) {
  constexpr int64_t Near = 64;
  for (CheckedPlace &Place : Result.Places) {
    const auto *Behind = dyn_cast<SCEVConstant>(
        A.SE.getMinusSCEV(New.Address.Start, Place.Address.Start));
    if (!Behind || Place.Address.Steps != New.Address.Steps ||
        Behind->getAPInt().abs().ugt(Near))
      continue;
    const int64_t By = Behind->getAPInt().getSExtValue();
    const int64_t Last =
        std::max<int64_t>(Place.Bytes, By + int64_t(New.Bytes));
    if (By < 0)
      Place.Address.Start = New.Address.Start;
    Place.Bytes = Last - std::min<int64_t>(By, 0);
    return;
  }
  Result.Places.push_back(New);
}

bool CheckFinder::notePlace(const LoadInst &Load) {
  std::optional<IndexForm> Form =
      formOf(*const_cast<Value *>(Load.getPointerOperand()), *Load.getParent());
  if (!Form)
    return false;
  addPlace({*Form, Load.getDataLayout().getTypeStoreSize(Load.getType())});
  return count(*Form);
}

bool CheckFinder::noteWrite(Instruction &Write) {
  if (computesAndSetsErrno(Write) && mayAskForErrno(*Write.getModule())) {
    Result.SetsErrno = true;
    return true;
  }
  const auto *Store = dyn_cast<StoreInst>(&Write);
  const auto *Set = dyn_cast<MemSetInst>(&Write);
  if ((!(Store && Store->isSimple()) && !(Set && !Set->isVolatile())) ||
      runsBeforeExit(*Write.getParent()))
    return false;
  Value *Ptr = Store ? Write.getOperand(1) : Set->getRawDest();
  std::optional<IndexForm> Form = formOf(*Ptr, *Write.getParent());
  const SCEV *Bytes =
      Set ? A.SE.getZeroExtendExpr(A.SE.getSCEV(Set->getLength()), wideType())
          : A.SE.getStoreSizeOfExpr(wideType(), Write.getOperand(0)->getType());
  if (!Form ||
      (!Fixed.contains(Bytes) && !isInTable(Bytes, *Write.getParent())))
    return false;
  Result.Writes.push_back({Forms.widen(*Form, /*Signed=*/true), Bytes});
  return count(Result.Writes.back().Address);
}

std::optional<NestChecks> CheckFinder::runForWrites() {
  if (!findOwnExits() || !collect() || !Result.Checks.empty() ||
      !Result.Closed.empty() ||
      !llvm::all_of(writes(), [&](Instruction *I) { return noteWrite(*I); }) ||
      !countAll() || !Fixed.noted().empty() || !Tables.noted().empty() ||
      !isInOneTriangle() || Forms.needThawing())
    return std::nullopt;
  return takeBounds();
}

std::optional<NestChecks> findWrites(const Loop &Root, const NestAnalyses &A) {
  return CheckFinder(Root, A).runForWrites();
}

/// Adds to \p Moves the loop that a table value in \p Form moves with. False if
/// there are two.
bool CheckFinder::movesWith(const IndexForm &Form, const Loop *&Moves) const {
  auto Joins = [&](const SCEV *S) {
    return llvm::all_of(Tables.noted(), [&](const TableValue &T) {
      if (!T.Moves || !SCEVExprContains(S, [&](const SCEV *Part) {
            const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
            return Unknown && Unknown->getValue() == T.I;
          }))
        return true;
      const bool Is = !Moves || Moves == T.Moves;
      Moves = T.Moves;
      return Is;
    });
  };
  return Joins(Form.Start) &&
         llvm::all_of(Form.Steps,
                      [&](const IndexForm::Step &S) { return Joins(S.By); });
}

/// Notes what of \p S moves with one loop: it has to be the same in all of its
/// iterations.
void CheckFinder::noteEqual(const SCEV *S) {
  if (Tables.isFixed(S))
    return;
  if (Tables.movesWithOne(S)) {
    if (!llvm::is_contained(Result.EqualRows, S))
      Result.EqualRows.push_back(S);
    return;
  }
  const bool IsSum = isa<SCEVAddExpr>(S);
  SmallMapVector<const Loop *, SmallVector<const SCEV *, 2>, 2> MovingWith;
  for (const SCEV *Op : S->operands())
    if (IsSum && Tables.movesWithOne(Op) && !Tables.isFixed(Op))
      MovingWith[Tables.movesWith(Op)].push_back(Op);
    else
      noteEqual(Op);
  for (auto &[Moves, Ops] : MovingWith)
    noteEqual(A.SE.getAddExpr(Ops));
}

/// A walk along a table sees no pairs of two tables' values. Of those that
/// bounds compare, each then has to be the same throughout its table.
bool CheckFinder::moveWithOne() {
  for (const IndexBound &Bound : Forms.bounds()) {
    const Loop *Moves = nullptr;
    if (movesWith(Bound.Form, Moves) &&
        (!Bound.Factor || movesWith({Bound.Factor, {}}, Moves)))
      continue;
    noteEqual(Bound.Form.Start);
    for (const IndexForm::Step &S : Bound.Form.Steps)
      noteEqual(S.By);
    if (Bound.Factor)
      noteEqual(Bound.Factor);
  }
  for (const CheckedWrite &Write : Result.Writes) {
    const Loop *Moves = nullptr;
    if (!movesWith(Write.Address, Moves) ||
        !movesWith({Write.Bytes, {}}, Moves))
      return false;
    for (const CheckedPlace &Place : Result.Places)
      if (const Loop *Of = nullptr;
          !movesWith(Place.Address, Of) || (Moves && Of))
        return false;
  }
  return true;
}

} // namespace gemmify
