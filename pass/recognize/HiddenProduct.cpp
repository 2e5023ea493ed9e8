//===- HiddenProduct.cpp - Products that are no nests of three ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenProduct.h"
#include "WrittenSum.h"
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

private:
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

/// A sum of products whose operands are found by quotients.
const Instruction *Finder::flattened() const {
  auto IsSum = [&](const Value *V) {
    const auto *Phi = dyn_cast<PHINode>(V);
    return Phi && Phi->getParent() == Inner.getHeader();
  };
  for (BasicBlock *BB : Inner.blocks())
    for (Instruction &I : *BB)
      if (std::optional<Update> U = matchUpdate(I, IsSum)) {
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

} // namespace

const Instruction *findHiddenProduct(Loop &Innermost, ScalarEvolution &SE,
                                     std::string &Why) {
  if (!Innermost.getParentLoop())
    return nullptr;
  const Finder Find(Innermost, SE);
  if (const Instruction *Sum = Find.flattened()) {
    Why = "one loop counts two indices of the product, by a quotient and a "
          "remainder; write a loop for each, without OpenMP's collapse";
    return Sum;
  }
  if (const Instruction *Store = Find.writtenOut()) {
    Why = "the sum over k is written out; write a loop over k";
    return Store;
  }
  return nullptr;
}

} // namespace gemmify
