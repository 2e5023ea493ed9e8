//===- EarlierValues.cpp - Values known before their place ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierValues.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

bool EarlierValues::add(Value &V, const Instruction &Place) {
  constexpr unsigned MostMoved = 16;
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || DT.dominates(I, &Place) || llvm::is_contained(Moved, I))
    return true;
  if (I->mayReadOrWriteMemory() || isa<PHINode>(I) ||
      !isSafeToSpeculativelyExecute(I) || Moved.size() == MostMoved ||
      !llvm::all_of(I->operands(), [&](Use &Op) { return add(*Op, Place); }))
    return false;
  Moved.push_back(I);
  return true;
}

void EarlierValues::move(const TrialNest &Trial, Instruction &At) const {
  for (const Instruction *I : Moved)
    cast<Instruction>(Trial[I])->moveBefore(*At.getParent(), At.getIterator());
}

Value *EarlierValues::copy(const TrialNest &Trial, Instruction &At,
                           Value *V) const {
  SmallDenseMap<Value *, Value *, 8> Copies;
  for (const Instruction *I : Moved) {
    Value *Of = Trial[I];
    Instruction *New = cast<Instruction>(Of)->clone();
    for (Use &Op : New->operands())
      if (Value *Known = Copies.lookup(Op))
        Op.set(Known);
    New->insertBefore(At.getIterator());
    Copies[Of] = New;
  }
  Value *Known = Copies.lookup(V);
  return Known ? Known : V;
}

} // namespace gemmify
