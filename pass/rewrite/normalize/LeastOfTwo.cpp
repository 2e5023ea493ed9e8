//===- LeastOfTwo.cpp - Minima that always are the same number ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The length of a chunk of a slice is the smaller one of a fixed length and of
/// what is left of the slice: the fixed one, if there is enough left for the
/// last chunk, too.
///
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

/// That the fixed \p Least is no greater than the moving \p Other, both of them
/// read as unsigned numbers.
void IndexForms::requireLeast(const IndexForm &Least, const IndexForm &Other) {
  const unsigned Bits = SE.getTypeSizeInBits(Other.Start->getType());
  const IndexForm From = widen(Least, /*Signed=*/false),
                  To = widen(Other, /*Signed=*/true);
  require({To, nullptr, std::nullopt, highest(Bits, /*Signed=*/false)});
  require({subtract(To, From), nullptr, APInt::getZero(Wide), std::nullopt});
}

/// The fixed ones of the numbers that \p S is the smallest of, if all others
/// move with the nest's outermost loop and never are smaller, which are bounds.
/// What grows with it, as in a triangle, is smaller in the first iteration.
std::optional<IndexForm> IndexForms::splitMinimum(const SCEV *S) {
  const SCEV *Fixed = nullptr;
  SmallVector<IndexForm, 2> Moving;
  for (const SCEV *Op : S->operands()) {
    if (IsKnown(Op)) {
      Fixed = Fixed ? SE.getUMinExpr(Fixed, Op) : Op;
      continue;
    }
    std::optional<IndexForm> Form = split(Op);
    if (!Form || Form->Steps.size() != 1 ||
        (Form->Steps[0].L != &Root && !splitMoving(Op)) ||
        SE.isKnownPositive(Form->Steps[0].By))
      return std::nullopt;
    Moving.push_back(*Form);
  }
  if (!Fixed || Moving.empty())
    return std::nullopt;
  const IndexForm Least{Fixed, {}};
  for (const IndexForm &Other : Moving)
    requireLeast(Least, Other);
  HasMinima = true;
  return Least;
}

/// Whether LLVM cannot take the fixed \p Form for another number at each use.
static bool isOneNumber(const IndexForm &Form) {
  return !SCEVExprContains(Form.Start, [](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return Unknown && !isGuaranteedNotToBeUndefOrPoison(Unknown->getValue());
  });
}

void CheckFinder::noteMinima() {
  if (!Forms.hasMinima())
    return;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB) {
      auto *Min = dyn_cast<MinMaxIntrinsic>(&I);
      if (!Min || Min->getIntrinsicID() != Intrinsic::umin || neverRuns(*BB) ||
          runsBeforeExit(*BB) ||
          llvm::any_of(Result.Minima,
                       [&](const auto &Known) { return Known.first == Min; }))
        continue;
      std::optional<IndexForm> X = formOf(*Min->getLHS(), *BB),
                               Y = formOf(*Min->getRHS(), *BB);
      if (!X || !Y || X->isFixed() == Y->isFixed())
        continue;
      const unsigned Least = X->isFixed() ? 0 : 1;
      if (Least == 1)
        std::swap(X, Y);
      if (!isOneNumber(*X))
        continue;
      Forms.requireLeast(*X, *Y);
      Result.Minima.push_back({Min, Least});
    }
}

} // namespace gemmify
