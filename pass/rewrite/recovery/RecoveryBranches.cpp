//===- RecoveryBranches.cpp - Where a complex product is redone -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecoveryBranches.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// Whether \p I calls a function of the library with one of both names, which
/// returns both parts.
static bool callsOneOf(const Instruction &I, StringRef OfFloat,
                       StringRef OfDouble) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->isDeclaration() && !F->getReturnType()->isVoidTy() &&
         (F->getName() == OfFloat || F->getName() == OfDouble);
}

bool isRecovery(const Instruction &I) {
  return callsOneOf(I, "__mulsc3", "__muldc3");
}

bool isQuotient(const Instruction &I) {
  return callsOneOf(I, "__divsc3", "__divdc3");
}

/// Whether \p V is \p Wanted where no value of \p Numbers, which are added, is
/// NaN.
static bool isSettled(Value *V, bool Wanted, SmallVectorImpl<Value *> &Numbers,
                      unsigned Depth = 4) {
  Value *X, *Y;
  if (!Depth--)
    return false;
  if (match(V, m_Not(m_Value(X))))
    return isSettled(X, !Wanted, Numbers, Depth);
  const bool IsAnd = match(V, m_LogicalAnd(m_Value(X), m_Value(Y)));
  if (IsAnd || match(V, m_LogicalOr(m_Value(X), m_Value(Y)))) {
    if (!isSettled(X, Wanted, Numbers, Depth))
      return false;
    // One operand is enough for a false and, and for a true or.
    return IsAnd != Wanted || isSettled(Y, Wanted, Numbers, Depth);
  }
  auto *Cmp = dyn_cast<FCmpInst>(V);
  if (!Cmp ||
      Cmp->getPredicate() != (Wanted ? FCmpInst::FCMP_ORD : FCmpInst::FCMP_UNO))
    return false;
  for (Value *Op : Cmp->operands())
    if (auto *C = dyn_cast<ConstantFP>(Op); C && C->isNaN())
      return false;
    else if (!C && !is_contained(Numbers, Op))
      Numbers.push_back(Op);
  return true;
}

SmallVector<RecoveryBranch, 2> findRecoveryBranches(const Loop &Root,
                                                    const NestAnalyses &A) {
  SmallVector<RecoveryBranch, 2> Found;
  SmallVector<BasicBlock *, 2> Calls;
  for (BasicBlock *BB : Root.blocks())
    if (any_of(*BB, isRecovery))
      Calls.push_back(BB);
  for (BasicBlock *Call : Calls) {
    RecoveryBranch Outermost;
    for (BasicBlock *BB : Root.blocks()) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      if (!Br || !Br->isConditional() || !A.DT.dominates(BB, Call) ||
          A.LI.getLoopFor(BB) != A.LI.getLoopFor(Call))
        continue;
      for (unsigned Way : {0, 1}) {
        SmallVector<Value *, 2> Numbers;
        if (A.DT.dominates(BasicBlockEdge(BB, Br->getSuccessor(1 - Way)),
                           Call) &&
            isSettled(Br->getCondition(), Way == 0, Numbers) &&
            (!Outermost.Branch ||
             A.DT.dominates(BB, Outermost.Branch->getParent())))
          Outermost = {Br, Way, std::move(Numbers)};
      }
    }
    if (!Outermost.Branch)
      return {};
    if (none_of(Found, [&](const RecoveryBranch &Each) {
          return Each.Branch == Outermost.Branch;
        }))
      Found.push_back(std::move(Outermost));
  }
  return Found;
}

} // namespace gemmify
