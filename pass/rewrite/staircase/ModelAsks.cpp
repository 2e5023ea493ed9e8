//===- ModelAsks.cpp - What elements decide in a nest ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `if (B[k][j] != 0)` is part of the statements under it: what it compares is
/// read by each of them, so that the order of all reads and writes is proved
/// with it.
///
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "pass/rewrite/recovery/FoldedProducts.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// The comparisons of \p Root in \p Condition, of one element or two, or of
/// both parts of these, in one block. Empty where it is something else.
static SmallVector<FCmpInst *, 4>
comparisons(Value *Condition, const Loop &Root, unsigned Depth = 0) {
  constexpr unsigned Deepest = 2;
  auto *I = dyn_cast<Instruction>(Condition);
  if (!I || !Root.contains(I))
    return {};
  if (auto *Cmp = dyn_cast<FCmpInst>(I))
    return {Cmp};
  Value *First, *Second;
  if (Depth == Deepest ||
      (!match(I, m_LogicalAnd(m_Value(First), m_Value(Second))) &&
       !match(I, m_LogicalOr(m_Value(First), m_Value(Second)))))
    return {};
  SmallVector<FCmpInst *, 4> All = comparisons(First, Root, Depth + 1);
  const SmallVector<FCmpInst *, 4> More = comparisons(Second, Root, Depth + 1);
  if (All.empty() || More.empty() ||
      All.front()->getParent() != More.front()->getParent())
    return {};
  All.append(More);
  return All;
}

/// Adds \p Condition, if that is a comparison of numbers or is the same in
/// all of the nest.
bool ModelBuilder::addAsk(Value &Condition, bool IsTrue,
                          SmallVectorImpl<Ask> &Asks) const {
  auto *I = dyn_cast<Instruction>(&Condition);
  const bool IsFixed = !I || !Nest.Root->contains(I);
  if (!IsFixed && comparisons(I, *Nest.Root).empty())
    return false;
  Asks.push_back({&Condition, IsTrue});
  return true;
}

/// What decides which value \p Phi takes, if it is the same in all of the nest
/// and the value is of the same iteration.
std::optional<Decision> ModelBuilder::decided(const PHINode &Phi) const {
  std::optional<Decision> D = decisionOf(Phi, LI, DT);
  return D && Nest.Root->isLoopInvariant(D->Condition) ? D : std::nullopt;
}

/// Adds what \p Phi is made of on both sides, if it is decided; nothing
/// otherwise. \p AtTarget: see addAskedLeaves.
bool ModelBuilder::addDecided(Statement &S, const PHINode &Phi, bool AtTarget) {
  const std::optional<Decision> D = decided(Phi);
  if (!D)
    return false;
  Statement With = S;
  for (Value *V : {D->IfTrue, D->IfFalse}) {
    const auto *I = dyn_cast<Instruction>(V);
    if ((I && isUnpredictable(*I)) || !addAskedLeaves(With, V, AtTarget))
      return false;
  }
  S = std::move(With);
  Nest.Decided[&Phi] = *D;
  return true;
}

/// Adds what \p V, compared before \p S, is made of: products at most, which
/// are computed in one way wherever they stand. Where \p S computes it itself,
/// \p AtTarget, it may also be what its target holds.
bool ModelBuilder::addAskedLeaves(Statement &S, Value *V, bool AtTarget) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Nest.Root->contains(I))
    return true;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return addLoad(S, *Load);
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    if (addDecided(S, *Phi, AtTarget))
      return true;
    if (!AtTarget || !isCurrent(Phi, S))
      return false;
    S.Current.insert(Phi);
    return true;
  }
  if (isa<InsertElementInst, ExtractElementInst>(I))
    return movesPart(*I) && llvm::all_of(I->operands(), [&](const Use &Op) {
             return addAskedLeaves(S, Op, AtTarget);
           });
  const auto *Call = dyn_cast<IntrinsicInst>(I);
  const bool IsProduct =
      (I->getOpcode() == Instruction::FMul ||
       I->getOpcode() == Instruction::FDiv ||
       I->getOpcode() == Instruction::FNeg || isa<FPExtInst>(I) ||
       Nest.isFixedChoice(*I) || isFolded(*I) ||
       (Call && Call->getIntrinsicID() == Intrinsic::fabs));
  const auto *Math = dyn_cast<FPMathOperator>(I);
  // A sum of which nothing is fused has one value as well.
  const bool IsSum = I->getOpcode() == Instruction::FAdd ||
                     I->getOpcode() == Instruction::FSub;
  const bool IsFree = Math && Math->hasAllowReassoc();
  const bool MayDiffer =
      IsFree || (IsSum && I->hasAllowContract()) ||
      (Math && (Math->hasAllowReciprocal() || Math->hasApproxFunc()));
  // Where it is asked twice, it is computed twice.
  if (!(IsProduct || IsSum) || (MayDiffer && !(IsFree && AtTarget)))
    return false;
  return llvm::all_of(Call ? Call->args() : I->operands(), [&](const Use &Op) {
    return addAskedLeaves(S, Op, AtTarget);
  });
}

/// Adds what is compared before \p S to what it reads.
bool ModelBuilder::addAsked(Statement &S) {
  const auto Current = S.Current;
  const unsigned NumParts = S.Reads.size();
  for (const Ask &A : Nest.asks(S)) {
    for (FCmpInst *Cmp : comparisons(A.Condition, *Nest.Root))
      for (Value *Op : Cmp->operands())
        if (!(Op->getType()->isFloatTy() || Op->getType()->isDoubleTy()) ||
            !addAskedLeaves(S, Op))
          return false;
  }
  // It is loaded where it is compared.
  S.Current = Current;
  for (ModelRead &R : llvm::drop_begin(S.Reads, NumParts))
    R.IsAsked = true;
  return true;
}

} // namespace gemmify
