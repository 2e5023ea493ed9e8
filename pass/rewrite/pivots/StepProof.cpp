//===- StepProof.cpp - That parts of a step may wait ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepProof.h"

using namespace llvm;

namespace gemmify {

bool StepProof::findOnlyUpdate() {
  unsigned Found = 0;
  for (unsigned I = 0; I != Nest.Statements.size(); ++I)
    if (Nest.around(Nest.Statements[I]).size() == 3) {
      P.Update = I;
      ++Found;
    }
  return Found == 1 && !P.update().Current.empty();
}

bool StepProof::isPlain(const Statement &S) const {
  return S.Asks.empty() && llvm::all_of(Nest.around(S), [&](unsigned L) {
           return !Nest.Loops[L].Down && Nest.Loops[L].Asks.empty();
         });
}

bool StepProof::isUpToStep(unsigned In, const Element &E) const {
  return implies(Nest.domain(In), {column(E), column(P.Step)});
}

bool StepProof::storesElsewhere() const {
  return llvm::any_of(Nest.Aside, [&](const AsideAccess &A) {
    return isa<StoreInst>(A.Access) && !P.Swap.contains(*A.Access);
  });
}

bool StepProof::asideStaysInColumn(
    function_ref<bool(const Instruction &)> Waits) const {
  return llvm::all_of(Nest.Aside, [&](const AsideAccess &A) {
    if (P.Swap.contains(*A.Access))
      return true;
    if (isa<StoreInst>(A.Access) && (A.Of || P.isWaiting(*A.Access)))
      return false;
    return !A.Of || Waits(*A.Access) ||
           (A.Rows.empty() || A.RowOf != P.ColumnOf
                ? isUpToStep(A.In, *A.Of)
                : llvm::all_of(A.Rows, [&](const AsideAccess::Row &R) {
                    return implies(Nest.domain(R.In), {R.Is, column(P.Step)});
                  }));
  });
}

bool StepProof::leavesBeforeStores() const {
  SmallVector<BasicBlock *, 4> Exiting;
  Nest.Root->getExitingBlocks(Exiting);
  return llvm::all_of(Exiting, [&](const BasicBlock *BB) {
    auto IsBefore = [&](const Instruction &Store) {
      return DT.dominates(BB, Store.getParent());
    };
    return BB == Nest.Root->getLoopLatch() ||
           (LI.getLoopFor(BB) == Nest.Root &&
            isa<BranchInst>(BB->getTerminator()) &&
            (!P.exchanges() ||
             llvm::all_of(P.Swap.Stores,
                          [&](auto *Store) { return IsBefore(*Store); })) &&
            llvm::all_of(Nest.Statements, [&](const Statement &S) {
              return IsBefore(*S.Where);
            }));
  });
}

bool StepProof::exists(const Statement &S, ArrayRef<AtMost> Where) const {
  Differences All;
  All.require(Nest.domain(S));
  All.require(Where);
  return All.isFeasible();
}

} // namespace gemmify
