//===- VectorNest.cpp - A matrix times a vector ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorNest.h"
#include "pass/recognize/arith/SumChain.h"

using namespace llvm;

namespace gemmify {

bool concernsLargerNest(Reason Why) {
  switch (Why) {
  case Reason::None:
  case Reason::BatchOfVectors:
  case Reason::OutermostManyExits:
  case Reason::InnerManyExits:
  case Reason::UnknownCount:
  case Reason::CallWithEffects:
  case Reason::SetsErrno:
  case Reason::NoLoop:
  case Reason::NoFactors:
    return true;
  default:
    return false;
  }
}

/// Whether \p I may be fused, or not, depending on the code around it.
static bool isContracted(const Instruction &I) {
  return isa<FPMathOperator>(I) && I.hasAllowContract() && !I.hasAllowReassoc();
}

/// Whether \p V, perhaps an address, moves by a fixed step with \p L.
static bool movesWith(Value &V, Loop &L, ScalarEvolution &SE) {
  const auto *At = SE.isSCEVable(V.getType())
                       ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&V))
                       : nullptr;
  return At && At->getLoop() == &L && At->isAffine();
}

/// Whether \p L carries nothing from one iteration to the next but counters and
/// \p Sums: additions wait for each other, those of two sums do not.
static bool carriesOnly(ArrayRef<SumChain> Sums, Loop &L, ScalarEvolution &SE) {
  auto IsOfSum = [&](Instruction &I) {
    return llvm::any_of(Sums, [&](const SumChain &Sum) {
      return Sum.Steps.front().Sum == &I || Sum.stores(&I);
    });
  };
  auto MayWait = [&](Instruction &I) {
    if (auto *Phi = dyn_cast<PHINode>(&I))
      return Phi->getParent() == L.getHeader() && !movesWith(*Phi, L, SE) &&
             !IsOfSum(*Phi);
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store ? !movesWith(*Store->getPointerOperand(), L, SE) &&
                       !IsOfSum(*Store)
                 : I.mayWriteToMemory();
  };
  return llvm::none_of(
      L.blocks(), [&](BasicBlock *BB) { return llvm::any_of(*BB, MayWait); });
}

/// Whether the two halves of a split take no longer than the loops that do
/// both. What only one of them carries would take as long without the product.
static bool splitsWell(const GemmNest &N, Loop &Innermost,
                       const NestAnalyses &A) {
  if (N.Besides.empty())
    return true;
  for (BasicBlock *BB : N.Root->blocks())
    if (llvm::any_of(*BB, isContracted))
      return false;
  const auto Sums = findSums(Innermost, A.SE);
  if (!carriesOnly(Sums, Innermost, A.SE))
    return false;
  // The result of the first half is read back from where it is stored.
  PathChoices Choices;
  for (auto [Only, Sum] : enumerate(Sums)) {
    auto *Load = dyn_cast<LoadInst>(Sum.Steps.front().Sum);
    if (Load && movesWith(*Load->getPointerOperand(), Innermost, A.SE))
      continue; // One of the loop around.
    Recognition R = recognizeAt(NumDims - 1, Innermost, Choices, A, Only);
    if (!R.Nest && R.Why != Reason::LastValue)
      return false;
  }
  return true;
}

/// LLVM itself vectorizes nests whose innermost loop is over the result, and
/// sums in any order of elements that follow each other: they are refused.
/// There is no reason to tell where two loops are no product.
Recognition recognizeVector(Loop &Innermost, const NestAnalyses &A) {
  Loop *Root = Innermost.getParentLoop();
  if (!Innermost.isInnermost() || !Innermost.isLoopSimplifyForm() || !Root)
    return Recognition();
  PathChoices Choices;
  Recognition R = recognizeAt(NumDims - 1, Innermost, Choices, A);
  const bool Gains =
      R.Nest && (!R.Nest->Elem.addsInAnyOrder() || readsApart(Innermost, A.SE));
  return Gains && splitsWell(*R.Nest, Innermost, A) ? std::move(R)
                                                    : Recognition();
}

} // namespace gemmify
