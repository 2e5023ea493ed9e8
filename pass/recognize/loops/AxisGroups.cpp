//===- AxisGroups.cpp - Which loops play one index together ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisGroups.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

namespace {

/// The stride of an access with each loop of the chain.
using LoopStrides = SmallVector<const SCEV *, 6>;

class AxisGrouper {
public:
  AxisGrouper(ArrayRef<Loop *> Chain, AffineAccess &Access, Reason &Why)
      : Chain(Chain), Access(Access), Why(Why) {}

  std::optional<AxisGroups> run();

private:
  bool readStrides();
  bool findResult();
  void findBatch();
  bool separateOperands();
  bool allMoveAnOperand() const;
  void order(SmallVectorImpl<unsigned> &Axes) const;
  bool isOfK(unsigned L) const { return Result[L]->isZero(); }
  bool isOfC(unsigned L) const {
    return !isOfK(L) && !llvm::is_contained(Batch, L);
  }
  bool isOperand(ArrayRef<const SCEV *> Load) const {
    for (unsigned L = 0; L != Chain.size(); ++L)
      if (isOfK(L) && !Load[L]->isZero())
        return true;
    return false;
  }
  bool fail(Reason Because) {
    if (Why == Reason::None)
      Why = Because;
    return false;
  }

  ArrayRef<Loop *> Chain;
  AffineAccess &Access;
  Reason &Why;
  SmallVector<LoopStrides, 4> Stores, Loads;
  LoopStrides Result; ///< Of C.
  SmallVector<unsigned, 3> Batch;
  SmallVector<SmallVector<unsigned, 3>, 3> Groups;
};

bool AxisGrouper::readStrides() {
  for (BasicBlock *BB : Chain.front()->blocks()) {
    // Other loops give C its start value, or the nest is no product.
    if (!llvm::is_contained(Chain, &Access.loopAround(*BB)))
      continue;
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I)) {
        std::optional<LoopStrides> S = Access.strides(I);
        if (!S)
          return fail(Reason::SumOfSeveralLoops);
        (isa<StoreInst>(I) ? Stores : Loads).push_back(std::move(*S));
      }
  }
  return true;
}

/// All stores are of C, or only give it a start value on the way.
bool AxisGrouper::findResult() {
  auto Moves = [](ArrayRef<const SCEV *> S) {
    return llvm::count_if(S, [](const SCEV *Each) { return !Each->isZero(); });
  };
  for (const LoopStrides &S : Stores)
    if (Result.empty() || Moves(S) > Moves(Result))
      Result = S;
  return !Result.empty() && Moves(Result) >= 2 &&
         Moves(Result) != long(Chain.size());
}

/// Two operands move with all axes of C between them, and with some both.
void AxisGrouper::findBatch() {
  SmallVector<unsigned, 4> Operands; // Which axes of C they move with, as bits.
  for (const LoopStrides &Load : Loads) {
    unsigned Moves = 0;
    for (unsigned L = 0; L != Chain.size() && isOperand(Load); ++L)
      if (!isOfK(L) && !Load[L]->isZero())
        Moves |= 1u << L;
    auto Covers = [](unsigned X, unsigned Y) { return (X & Y) == Y; };
    if (llvm::any_of(Operands, [&](unsigned X) { return Covers(X, Moves); }))
      continue;
    llvm::erase_if(Operands, [&](unsigned X) { return Covers(Moves, X); });
    Operands.push_back(Moves);
  }
  if (Operands.size() == 2)
    for (unsigned L = 0; L != Chain.size(); ++L)
      if (Operands[0] & Operands[1] & 1u << L)
        Batch.push_back(L);
}

/// The axes of C that one operand moves with are one group.
bool AxisGrouper::separateOperands() {
  IntEqClasses Classes(Chain.size());
  for (const LoopStrides &Load : Loads) {
    std::optional<unsigned> First;
    for (unsigned L = 0; L != Chain.size() && isOperand(Load); ++L)
      if (isOfC(L) && !Load[L]->isZero()) {
        Classes.join(First.value_or(L), L);
        First = First.value_or(L);
      }
  }
  Classes.compress();
  SmallVector<unsigned, 3> OfK;
  SmallVector<SmallVector<unsigned, 3>, 3> OfC(Classes.getNumClasses());
  for (unsigned L = 0; L != Chain.size(); ++L)
    if (isOfK(L))
      OfK.push_back(L);
    else if (isOfC(L))
      OfC[Classes[L]].push_back(L);
  llvm::erase_if(OfC, [](ArrayRef<unsigned> Group) { return Group.empty(); });
  if (OfC.size() != 2)
    return fail(Reason::SumOfSeveralLoops);
  llvm::for_each(OfC, [&](auto &Group) { order(Group); });
  Groups = {OfC[0], OfC[1], OfK};
  return true;
}

/// Repeating a product is not a part of it.
bool AxisGrouper::allMoveAnOperand() const {
  for (unsigned L = 0; L != Chain.size(); ++L)
    if (llvm::none_of(Loads, [&](ArrayRef<const SCEV *> Load) {
          return isOperand(Load) && !Load[L]->isZero();
        }))
      return false;
  return true;
}

/// Whether C moves further with \p X than with \p Y, where that can be seen:
/// the stride of an axis is that of the one inside it, times its size.
static bool isLonger(const SCEV *X, const SCEV *Y) {
  auto Rank = [](const SCEV *S) {
    const auto *Mul = dyn_cast<SCEVMulExpr>(S);
    const auto *C = dyn_cast<SCEVConstant>(Mul ? Mul->getOperand(0) : S);
    const unsigned Symbols = Mul ? Mul->getNumOperands() - (C ? 1 : 0) : !C;
    return std::pair(Symbols, C ? C->getAPInt().abs().getLimitedValue() : 1);
  };
  return Rank(X) > Rank(Y);
}

/// So that C folds where it can.
void AxisGrouper::order(SmallVectorImpl<unsigned> &Axes) const {
  llvm::sort(Axes, [&](unsigned X, unsigned Y) {
    return isLonger(Result[X], Result[Y]) ||
           (!isLonger(Result[Y], Result[X]) && X < Y);
  });
}

std::optional<AxisGroups> AxisGrouper::run() {
  if (!readStrides() || !findResult())
    return std::nullopt;
  findBatch();
  // A batch around all others is that of a smaller nest. One inside all others
  // is vectorized as it is.
  if (!Batch.empty() &&
      (Batch.back() + 1 == Batch.size() || Batch.back() + 1 == Chain.size()))
    return std::nullopt;
  if (!separateOperands() || !allMoveAnOperand())
    return std::nullopt;
  auto Innermost = [](ArrayRef<unsigned> Axes) {
    return *llvm::max_element(Axes);
  };
  llvm::sort(Groups, [&](ArrayRef<unsigned> X, ArrayRef<unsigned> Y) {
    return Innermost(X) < Innermost(Y);
  });
  AxisGroups Found;
  llvm::copy(Groups, Found.Axes.begin());
  Found.Batch = Batch;
  return Found;
}

} // namespace

std::optional<AxisGroups> groupAxes(ArrayRef<Loop *> Chain,
                                    AffineAccess &Access, Reason &Why) {
  return AxisGrouper(Chain, Access, Why).run();
}

} // namespace gemmify
