//===- ModelWays.cpp - Stores of what several ways bring ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a factorization that is one nest, one store is of two values:
///
///     L[i][j] = i == j ? sqrt(A[i][i] - s) : (A[i][j] - s) / L[j][j];
///
/// or there is a store on each way. In a model, that is a statement for each
/// way, under the way's conditions, and both are of one element.
///
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"

using namespace llvm;

namespace gemmify {

/// Whether \p From computes \p V, writes nothing but at most \p Store, and goes
/// on to one block.
static bool isWay(const BasicBlock &From, const Value *V,
                  const StoreInst *Store) {
  const auto *I = dyn_cast<Instruction>(V);
  return From.getSingleSuccessor() &&
         isa_and_nonnull<BinaryOperator, CallBase>(I) &&
         I->getParent() == &From &&
         llvm::all_of(From, [&](const Instruction &Each) {
           return &Each == Store || !isa<StoreInst>(Each);
         });
}

static StoreInst *firstStore(const BasicBlock &BB) {
  for (const Instruction &I : BB)
    if (const auto *Store = dyn_cast<StoreInst>(&I))
      return const_cast<StoreInst *>(Store);
  return nullptr;
}

/// The two ways to what \p Store stores: it stores a phi of both, or the other
/// one has a store as well.
std::optional<ModelBuilder::Ways> ModelBuilder::waysOf(StoreInst &Store) const {
  BasicBlock *BB = Store.getParent();
  Ways W;
  if (auto *Phi = dyn_cast<PHINode>(Store.getValueOperand());
      Phi && Phi->getParent() == BB) {
    if (LI.isLoopHeader(BB) || Phi->getNumIncomingValues() != 2 ||
        decided(*Phi) || firstStore(*BB) != &Store)
      return std::nullopt;
    W.At = BB;
    for (unsigned I : {0, 1}) {
      W.From[I] = Phi->getIncomingBlock(I);
      W.Values[I] = Phi->getIncomingValue(I);
      W.Stores[I] = &Store;
    }
  } else {
    BasicBlock *Fork = BB->getSinglePredecessor();
    auto *Br = Fork ? dyn_cast<BranchInst>(Fork->getTerminator()) : nullptr;
    const bool IsOfSum = llvm::any_of(Sums, [&](const Carried &C) {
      return C.Update == ~0u &&
             Nest.Loops[C.Loop].L->getParentLoop() == LI.getLoopFor(BB);
    });
    if (!IsOfSum || !Br || !Br->isConditional() ||
        !isa<ICmpInst>(Br->getCondition()) ||
        !Nest.Root->contains(cast<Instruction>(Br->getCondition())))
      return std::nullopt;
    W.At = Fork;
    for (unsigned I : {0, 1}) {
      W.From[I] = Br->getSuccessor(I);
      W.Stores[I] = firstStore(*W.From[I]);
      if (W.From[I]->getSinglePredecessor() != Fork || !W.Stores[I])
        return std::nullopt;
      W.Values[I] = W.Stores[I]->getValueOperand();
    }
  }
  for (unsigned I : {0, 1})
    if (!isWay(*W.From[I], W.Values[I], W.Stores[I]) ||
        W.From[I]->getSingleSuccessor() != W.From[0]->getSingleSuccessor() ||
        LI.getLoopFor(W.From[I]) != LI.getLoopFor(W.At))
      return std::nullopt;
  return W;
}

/// Whether \p X, where it runs, stores where \p Y does.
bool ModelBuilder::storesWhere(const Statement &X, const Statement &Y) const {
  return areEqual(Nest.domain(X), X.Target, Y.Target);
}

/// Adds a statement for each of \p W. A sum that goes into both is in the
/// element by then.
bool ModelBuilder::addWays(const Ways &W) {
  Statement All[2];
  for (unsigned I : {0, 1}) {
    std::optional<Statement> S = statementOf(*W.Stores[I]);
    if (!S)
      return false;
    All[I] = *S;
    All[I].Value = W.Values[I];
    All[I].If.clear();
    All[I].Asks.clear();
    if (!conditionsOf(*W.From[I], S->Loop, All[I].If, &All[I].Asks))
      return false;
  }
  const unsigned Of = storesWhere(All[1], All[0]) ? 0 : 1;
  if (Of == 1 && !storesWhere(All[0], All[1]))
    return false;
  All[1 - Of].Target = All[Of].Target;
  All[1 - Of].Address = All[Of].Address;
  for (Carried &C : Sums)
    if (C.Update == ~0u && Nest.Loops[C.Loop].Parent == All[Of].Loop) {
      Statement Both = All[Of];
      Both.If.clear();
      Both.Asks.clear();
      if (!conditionsOf(*W.At, Both.Loop, Both.If, &Both.Asks) ||
          !isCurrentAfter(C, Both))
        return false;
      C.Finals = std::size(All);
    }
  for (Statement &S : All) {
    if (!addLeaves(S, S.Value) || !staysCurrent(S))
      return false;
    Nest.Statements.push_back(std::move(S));
  }
  return true;
}

} // namespace gemmify
