//===- PivotParts.cpp - What the steps of an elimination consist of -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PivotParts.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

bool mayApproximate(const Loop &Root) {
  return llvm::any_of(Root.blocks(), [](const BasicBlock *BB) {
    return llvm::any_of(*BB, [](const Instruction &I) {
      return isa<FPMathOperator>(I) &&
             (I.hasAllowReciprocal() || I.hasApproxFunc());
    });
  });
}

/// Where all that is exchanged, or that a loop in a loop stores, or the loop
/// around that, begins.
static const SCEV *findMatrix(const Loop &Root, const RowSwap &Swap,
                              ScalarEvolution &SE) {
  auto BaseOf = [&](Instruction &Access) {
    return SE.getPointerBase(SE.getSCEV(getLoadStorePointerOperand(&Access)));
  };
  if (Swap.L)
    return BaseOf(*Swap.Loads[0]);
  auto FirstOf = [&](const Loop &L) -> const SCEV * {
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (isa<StoreInst>(I))
          return BaseOf(I);
    return nullptr;
  };
  for (const Loop *Rows : Root)
    for (const Loop *Columns : *Rows)
      if (const SCEV *Base = FirstOf(*Columns))
        return Base;
  for (const Loop *Rows : Root)
    if (const SCEV *Base = Rows->isInnermost() ? nullptr : FirstOf(*Rows))
      return Base;
  return nullptr;
}

AsideParts findAside(Loop &Root, const RowSwap &Swap, ScalarEvolution &SE) {
  AsideParts Aside;
  if (Swap.L)
    Aside.Loops.insert(Swap.L);
  Aside.Exchange = Swap.L;
  const SCEV *Matrix = findMatrix(Root, Swap, SE);
  for (Loop *L : Root) {
    bool Stores = false;
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : *BB)
        Stores |= I.mayWriteToMemory();
    if (!Stores)
      Aside.Loops.insert(L);
  }
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store &&
          SE.getPointerBase(SE.getSCEV(Store->getPointerOperand())) != Matrix)
        Aside.Stores.insert(Store);
  return Aside;
}

bool maySum(const Loop &Root) {
  return llvm::any_of(Root, [](const Loop *L) {
    return L->getSubLoops().size() == 1 &&
           L->getSubLoops().front()->isInnermost();
  });
}

Instruction *findFactor(const Loop &Root) {
  for (const Loop *Rows : Root) {
    if (Rows->getSubLoops().size() != 1)
      continue;
    const Loop &Columns = *Rows->getSubLoops().front();
    SmallPtrSet<Instruction *, 2> Found;
    for (BasicBlock *BB : Columns.blocks())
      for (Instruction &I : *BB)
        for (Value *Op : I.operand_values())
          if (auto *Of = dyn_cast<Instruction>(Op);
              Of && Of->getType()->isFloatingPointTy() && Rows->contains(Of) &&
              !Columns.contains(Of))
            Found.insert(Of);
    if (Found.size() == 1)
      return *Found.begin();
  }
  return nullptr;
}

} // namespace gemmify
