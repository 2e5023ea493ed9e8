//===- RowSwap.cpp - A loop that exchanges two rows -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSwap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

std::optional<RowSwap> readRowSwap(Loop &L, ScalarEvolution &SE) {
  if (!L.isInnermost() || L.getNumBlocks() != 1)
    return std::nullopt;
  SmallVector<LoadInst *, 2> Loads;
  SmallVector<StoreInst *, 2> Stores;
  for (Instruction &I : *L.getHeader()) {
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Stores.empty())
      Loads.push_back(Load);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      Stores.push_back(Store);
    else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects())
      return std::nullopt;
  }
  if (Loads.size() != 2 || Stores.size() != 2)
    return std::nullopt;
  auto PointerOf = [&](Instruction *Access) {
    return SE.getSCEV(getLoadStorePointerOperand(Access));
  };
  const SCEV *Distance =
      SE.getMinusSCEV(PointerOf(Loads[1]), PointerOf(Loads[0]));
  if (isa<SCEVCouldNotCompute>(Distance) || !SE.isLoopInvariant(Distance, &L))
    return std::nullopt;
  RowSwap Swap;
  Swap.L = &L;
  for (unsigned I : {0, 1}) {
    auto *To = llvm::find_if(Stores, [&](StoreInst *Store) {
      return PointerOf(Store) == PointerOf(Loads[I]);
    });
    if (To == Stores.end() || !Loads[I]->isSimple() || !(*To)->isSimple() ||
        (*To)->getValueOperand() != Loads[1 - I])
      return std::nullopt;
    Swap.Loads[I] = Loads[I];
    Swap.Stores[I] = *To;
  }
  return Swap;
}

} // namespace gemmify
