//===- HiddenProduct.cpp - Products that are no nests of three ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenProduct.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/unroll/WrittenSum.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

namespace {

class Finder {
public:
  Finder(Loop &Inner, ScalarEvolution &SE)
      : Inner(Inner), Outer(*Inner.getParentLoop()), SE(SE) {}

  const Instruction *flattened() const;
  const Instruction *writtenOut() const;
  const Instruction *unrolled() const;
  const Instruction *underIf() const;

private:
  std::optional<Update> update(Instruction &I) const;
  bool moves(const SCEV *Address, const Loop &L) const;
  bool areOfTwoIndices(const SCEV *X, const SCEV *Y) const;
  const SCEV *sharedOperand(const Update &U) const;
  bool isCountedByQuotient(const SCEV *Address) const;
  Loop &Inner, &Outer;
  ScalarEvolution &SE;
};

/// Whether a quotient or remainder of what the outer loop counts is in it.
bool Finder::isCountedByQuotient(const SCEV *Address) const {
  return SCEVExprContains(Address, [&](const SCEV *Part) {
    if (isa<SCEVUDivExpr>(Part))
      return !SE.isLoopInvariant(Part, &Outer);
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    const auto *I =
        Unknown ? dyn_cast<BinaryOperator>(Unknown->getValue()) : nullptr;
    return I && I->isIntDivRem() && Outer.contains(I);
  });
}

/// What \p I adds to a sum of the inner loop.
std::optional<Update> Finder::update(Instruction &I) const {
  return matchUpdate(I, [&](const Value *V) {
    const auto *Phi = dyn_cast<PHINode>(V);
    return Phi && Phi->getParent() == Inner.getHeader();
  });
}

/// A sum of products whose operands are found by quotients.
const Instruction *Finder::flattened() const {
  for (BasicBlock *BB : Inner.blocks())
    for (Instruction &I : *BB)
      if (std::optional<Update> U = update(I)) {
        const SCEV *X = addressOfElement(U->X.Root, Inner, SE),
                   *Y = addressOfElement(U->Y.Root, Inner, SE);
        if (X && Y && (isCountedByQuotient(X) || isCountedByQuotient(Y)))
          return &I;
      }
  return nullptr;
}

const Instruction *Finder::writtenOut() const {
  SmallVector<WrittenSum, 1> Sums = findWrittenSums(Inner, SE);
  if (Sums.empty())
    return nullptr;
  for (const User *U : Sums.front().last().users())
    if (const auto *Store = dyn_cast<StoreInst>(U))
      return Store;
  return &Sums.front().last();
}

/// Whether \p Address is another one in another iteration of \p L, or the
/// entries of tables are by which it is found.
bool Finder::moves(const SCEV *Address, const Loop &L) const {
  return SCEVExprContains(Address, [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return Rec->getLoop() == &L;
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    auto *Entry = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    return Entry && L.contains(Entry) &&
           moves(SE.getSCEV(Entry->getPointerOperand()), L);
  });
}

/// Whether some loop around moves one of \p X and \p Y alone.
bool Finder::areOfTwoIndices(const SCEV *X, const SCEV *Y) const {
  for (const Loop *L = &Outer; L; L = L->getParentLoop())
    if (moves(X, *L) != moves(Y, *L))
      return true;
  return false;
}

/// Where the operand of \p U lies that moves with both loops, when the other
/// one moves with one of them.
const SCEV *Finder::sharedOperand(const Update &U) const {
  const SCEV *Of[] = {addressOfElement(U.X.Root, Inner, SE),
                      addressOfElement(U.Y.Root, Inner, SE)};
  if (!Of[0] || !Of[1])
    return nullptr;
  for (unsigned Shared : {0u, 1u}) {
    const SCEV *Other = Of[1 - Shared];
    if (moves(Of[Shared], Inner) && moves(Of[Shared], Outer) &&
        moves(Other, Inner) != moves(Other, Outer))
      return Of[Shared];
  }
  return nullptr;
}

/// Several sums of products with one operand in common: what counts them has
/// no loop any more.
const Instruction *Finder::unrolled() const {
  constexpr unsigned FewestSums = 3;
  SmallDenseMap<const SCEV *, unsigned, 8> Sums;
  for (const SumChain &Sum : findSums(Inner, SE)) {
    const Update &U = Sum.Steps.front();
    if (const SCEV *Shared = sharedOperand(U))
      if (++Sums[Shared] == FewestSums)
        return U.Result;
  }
  return nullptr;
}

/// A sum in the innermost of three loops, or of more, that some iterations pass
/// by: another value of the same loop's phi goes on then.
const Instruction *Finder::underIf() const {
  if (Inner.getLoopDepth() < NumDims || !Inner.getLoopLatch())
    return nullptr;
  for (PHINode &Sum : Inner.getHeader()->phis()) {
    const auto *Next =
        dyn_cast<PHINode>(Sum.getIncomingValueForBlock(Inner.getLoopLatch()));
    if (!Next || !Inner.contains(Next) ||
        !llvm::is_contained(Next->incoming_values(), &Sum))
      continue;
    for (Value *V : Next->incoming_values()) {
      auto *I = dyn_cast<Instruction>(V);
      std::optional<Update> U = I ? update(*I) : std::nullopt;
      if (!U || U->Sum != &Sum)
        continue;
      const SCEV *X = addressOfElement(U->X.Root, Inner, SE),
                 *Y = addressOfElement(U->Y.Root, Inner, SE);
      if (X && Y && moves(X, Inner) && moves(Y, Inner) && areOfTwoIndices(X, Y))
        return I;
    }
  }
  return nullptr;
}

} // namespace

HiddenProduct findHiddenProduct(Loop &Innermost, ScalarEvolution &SE) {
  if (!Innermost.getParentLoop())
    return {};
  const Finder Find(Innermost, SE);
  if (const Instruction *Sum = Find.flattened())
    return {Sum, Reason::CountedByQuotient};
  if (const Instruction *Store = Find.writtenOut())
    return {Store, Reason::SumWrittenOut};
  if (const Instruction *Sum = Find.unrolled())
    return {Sum, Reason::IndexWrittenOut};
  if (const Instruction *Sum = Find.underIf())
    return {Sum, Reason::Conditional};
  return {};
}

} // namespace gemmify
