//===- NearMiss.cpp - Loops that nearly sum up products -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearMiss.h"
#include "Distances.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/SeveralProducts.h"
#include "pass/recognize/arith/UpdateMatch.h"
#include "pass/recognize/loops/LoopGroups.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// A product that is added in a wider type than the sum is kept in.
static Instruction *findRoundedSum(const Loop &L) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto IsWidened = [](Value *V) { return isa<FPExtInst>(V); };
      if (matchUpdate(I, IsWidened) &&
          llvm::any_of(I.users(), [](User *U) { return isa<FPTruncInst>(U); }))
        return &I;
    }
  return nullptr;
}

/// Whether \p V is what \p I adds to: a phi of the innermost loop's header that
/// carries it, or a load of the memory cell that it is stored to.
static bool isSumOf(const Instruction &I, Value *V, const Loop &L,
                    ScalarEvolution &SE) {
  if (auto *Phi = dyn_cast<PHINode>(V))
    return Phi->getParent() == L.getHeader() && L.getLoopLatch() &&
           Phi->getIncomingValueForBlock(L.getLoopLatch()) == &I;
  auto *Load = dyn_cast<LoadInst>(V);
  return Load && L.contains(Load) &&
         llvm::any_of(I.users(), [&](const User *Usr) {
           const auto *St = dyn_cast<StoreInst>(Usr);
           return St && L.contains(St) &&
                  SE.getSCEV(const_cast<Value *>(St->getPointerOperand())) ==
                      SE.getSCEV(Load->getPointerOperand());
         });
}

/// A sum of something that was made from products but is none of them.
static NearMiss findNearUpdate(const Loop &L, ScalarEvolution &SE) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Reason Why =
          whyNoUpdate(I, [&](Value *V) { return isSumOf(I, V, L, SE); });
      if (Why != Reason::None)
        return {&I, Why};
    }
  return {};
}

/// The value of an operation that tells whether it overflows.
static const WithOverflowInst *checkedOperation(const Value *V) {
  const auto *Part = dyn_cast<ExtractValueInst>(V);
  return Part && *Part->idx_begin() == 0
             ? dyn_cast<WithOverflowInst>(Part->getAggregateOperand())
             : nullptr;
}

/// A sum whose steps are checked for overflow.
static Instruction *findCheckedSum(const Loop &L) {
  if (!L.getLoopLatch())
    return nullptr;
  for (PHINode &Sum : L.getHeader()->phis()) {
    auto *Next =
        dyn_cast<Instruction>(Sum.getIncomingValueForBlock(L.getLoopLatch()));
    const WithOverflowInst *Add = Next ? checkedOperation(Next) : nullptr;
    if (!Add || Add->getBinaryOp() != Instruction::Add)
      continue;
    const Value *Product =
        Add->getLHS() == &Sum ? Add->getRHS() : Add->getLHS();
    const WithOverflowInst *Mul = checkedOperation(Product);
    if (match(Product, m_Mul(m_Value(), m_Value())) ||
        (Mul && Mul->getBinaryOp() == Instruction::Mul))
      return Next;
  }
  return nullptr;
}

/// Whether \p L or one of the two loops around it is counted by another of
/// them.
static bool isTriangular(const Loop &L, ScalarEvolution &SE) {
  const Loop *Middle = L.getParentLoop();
  const Loop *Outer = Middle ? Middle->getParentLoop() : nullptr;
  return Outer && llvm::any_of(ArrayRef({&L, Middle}), [&](const Loop *Each) {
           const SCEV *Count = SE.getBackedgeTakenCount(Each);
           return !isa<SCEVCouldNotCompute>(Count) &&
                  !SE.isLoopInvariant(Count, Outer);
         });
}

/// The reason that remains when the sum is written otherwise, or \p Mendable.
static Reason whyNot(const Loop &L, ScalarEvolution &SE, Reason Mendable) {
  return isTriangular(L, SE) ? Reason::Triangular : Mendable;
}

NearMiss findNearMiss(Loop &L, ScalarEvolution &SE) {
  if (Instruction *I = findRoundedSum(L))
    return {I, Reason::RoundedSum};
  if (Instruction *I = findSummedProducts(L, SE))
    return {I, whyNot(L, SE, Reason::ProductsAddedFirst)};
  if (const NearMiss Several = findSeveralProducts(L, SE); Several.Where)
    return {Several.Where, whyNot(L, SE, Several.Why)};
  if (Instruction *I = findCheckedSum(L))
    return {I, Reason::CheckedForOverflow};
  const NearMiss Update = findNearUpdate(L, SE);
  return Update.Where ? Update : findDistance(L, SE);
}

/// Whether a factor of \p V, a product of floats, was an integer.
static bool scalesInteger(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  return I && (isa<SIToFPInst, UIToFPInst>(I) ||
               (I->getOpcode() == Instruction::FMul &&
                llvm::any_of(I->operands(), scalesInteger)));
}

Reason plainerReason(Reason Why, const SumChain &Sum, const Loop &L) {
  if (Why == Reason::SetsErrno && sumsSquares(Sum))
    return Reason::Squares;
  // A group of few products is written out by now.
  const Update &U = Sum.Steps.front();
  const bool IsOfGroups =
      Why == Reason::LongExpression
          ? scalesInteger(U.X.Root) || scalesInteger(U.Y.Root)
          : Why == Reason::GroupedSums && L.getLoopDepth() > NumDims;
  return IsOfGroups && mayFuseElsewhere(*L.getOutermostLoop())
             ? Reason::GroupsContracted
             : Why;
}

} // namespace gemmify
