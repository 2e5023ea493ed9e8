//===- AxisGroups.cpp - Which loops play one index together ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisGroups.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Bit p: the loop at position p of the chain.
using LoopSet = unsigned;
/// The stride of an access with each loop of the chain; not computed where a
/// table says where the loop goes.
using LoopStrides = SmallVector<const SCEV *, 6>;

class AxisGrouper {
public:
  AxisGrouper(ArrayRef<Loop *> Chain, AffineAccess &Access, Reason &Why)
      : Chain(Chain), Access(Access), Why(Why) {}

  std::optional<AxisGroups> run();

private:
  bool readStrides();
  bool findResult();
  void findOperands();
  bool findBatch();
  bool separateOperands();
  bool allMoveAnOperand() const;
  void order(SmallVectorImpl<unsigned> &Axes) const;
  std::optional<unsigned> lineAxis(ArrayRef<unsigned> Axes) const;
  LoopSet movesWith(ArrayRef<const SCEV *> Access) const;
  SmallVector<unsigned, 3> positions(LoopSet Of) const;
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
  LoopSet OfC = 0;    ///< With which C moves; the others are of k.
  LoopSet Batch = 0;
  SmallVector<LoopSet, 4> Operands; ///< With which each load of one moves.
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

LoopSet AxisGrouper::movesWith(ArrayRef<const SCEV *> Access) const {
  LoopSet Moves = 0;
  for (auto [L, Stride] : enumerate(Access))
    if (!Stride->isZero())
      Moves |= 1u << L;
  return Moves;
}

SmallVector<unsigned, 3> AxisGrouper::positions(LoopSet Of) const {
  SmallVector<unsigned, 3> Positions;
  for (unsigned L = 0; L != Chain.size(); ++L)
    if (Of & 1u << L)
      Positions.push_back(L);
  return Positions;
}

/// All stores are of C, or only give it a start value on the way.
bool AxisGrouper::findResult() {
  for (const LoopStrides &S : Stores)
    if (Result.empty() || popcount(movesWith(S)) > popcount(OfC)) {
      Result = S;
      OfC = movesWith(S);
    }
  return popcount(OfC) >= 2 && unsigned(popcount(OfC)) != Chain.size();
}

/// Loads that move with a loop of k.
void AxisGrouper::findOperands() {
  for (const LoopStrides &Load : Loads)
    if (movesWith(Load) & ~OfC)
      Operands.push_back(movesWith(Load));
}

/// Two operands move with all axes of C between them, and with some both. False
/// where one moves with all that the other does.
bool AxisGrouper::findBatch() {
  SmallVector<LoopSet, 4> Largest;
  for (LoopSet Operand : Operands) {
    const LoopSet Moves = Operand & OfC;
    auto Covers = [](LoopSet X, LoopSet Y) { return (X & Y) == Y; };
    if (llvm::any_of(Largest, [&](LoopSet X) { return Covers(X, Moves); }))
      continue;
    llvm::erase_if(Largest, [&](LoopSet X) { return Covers(Moves, X); });
    Largest.push_back(Moves);
  }
  if (Largest.size() == 2)
    Batch = Largest[0] & Largest[1];
  return Largest.size() != 1 || Largest[0] != OfC ||
         fail(Reason::BatchOfVectors);
}

/// The axes of C that one operand moves with are one group.
bool AxisGrouper::separateOperands() {
  SmallVector<LoopSet, 4> Sets;
  for (unsigned L : positions(OfC & ~Batch))
    Sets.push_back(1u << L);
  for (LoopSet Operand : Operands) {
    LoopSet Joined = 0;
    llvm::erase_if(Sets, [&](LoopSet Set) {
      const bool Moves = Set & Operand;
      Joined |= Moves ? Set : 0;
      return Moves;
    });
    if (Joined)
      Sets.push_back(Joined);
  }
  if (Sets.size() != 2)
    return fail(Reason::SumOfSeveralLoops);
  for (LoopSet Set : Sets) {
    Groups.push_back(positions(Set));
    order(Groups.back());
  }
  Groups.push_back(positions(~OfC));
  return true;
}

/// Repeating a product is not a part of it.
bool AxisGrouper::allMoveAnOperand() const {
  LoopSet Moves = 0;
  for (LoopSet Operand : Operands)
    Moves |= Operand;
  return unsigned(popcount(Moves)) == Chain.size();
}

/// Whether C moves further with \p X than with \p Y, where that can be seen:
/// the stride of an axis is that of the one inside it, times its size.
static bool isLonger(const SCEV *X, const SCEV *Y) {
  auto Rank = [](const SCEV *S) {
    if (isa<SCEVCouldNotCompute>(S)) // A table's rows lie anywhere.
      return std::pair(UINT_MAX, uint64_t(1));
    const auto *Mul = dyn_cast<SCEVMulExpr>(S);
    const auto *C = dyn_cast<SCEVConstant>(Mul ? Mul->getOperand(0) : S);
    const unsigned Symbols = Mul ? Mul->getNumOperands() - (C ? 1 : 0) : !C;
    return std::pair(Symbols,
                     C ? C->getAPInt().abs().getLimitedValue() : uint64_t(1));
  };
  return Rank(X) > Rank(Y);
}

/// The one of \p Axes along which their operand moves least, if no loop of k
/// moves it less.
std::optional<unsigned> AxisGrouper::lineAxis(ArrayRef<unsigned> Axes) const {
  LoopSet OfAxes = 0;
  for (unsigned L : Axes)
    OfAxes |= 1u << L;
  for (const LoopStrides &Load : Loads) {
    const LoopSet Moves = movesWith(Load);
    if (!(Moves & OfAxes) || !(Moves & ~OfC))
      continue;
    unsigned Least = positions(Moves).front();
    for (unsigned L : positions(Moves))
      if (isLonger(Load[Least], Load[L]))
        Least = L;
    return OfAxes & 1u << Least ? std::optional(Least) : std::nullopt;
  }
  return std::nullopt;
}

/// So that C folds where it can. Elements of one line of the operand are packed
/// one soon after another: their axis is next to that of C's.
void AxisGrouper::order(SmallVectorImpl<unsigned> &Axes) const {
  llvm::sort(Axes, [&](unsigned X, unsigned Y) {
    return isLonger(Result[X], Result[Y]) ||
           (!isLonger(Result[Y], Result[X]) && X < Y);
  });
  std::optional<unsigned> Line = lineAxis(Axes);
  if (!Line || Axes.size() < 3 || Axes.back() == *Line)
    return;
  llvm::erase(Axes, *Line);
  Axes.insert(std::prev(Axes.end()), *Line);
}

std::optional<AxisGroups> AxisGrouper::run() {
  if (!readStrides() || !findResult())
    return std::nullopt;
  findOperands();
  if (!findBatch())
    return std::nullopt;
  // A batch around all others is that of a smaller nest.
  if (Batch && isMask_32(Batch))
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
  Found.Batch = positions(Batch);
  return Found;
}

} // namespace

std::optional<AxisGroups> groupAxes(ArrayRef<Loop *> Chain,
                                    AffineAccess &Access, Reason &Why) {
  return AxisGrouper(Chain, Access, Why).run();
}

} // namespace gemmify
