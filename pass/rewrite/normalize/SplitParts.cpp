//===- SplitParts.cpp - Complex elements that are loaded as vectors -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitParts.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// Loads both parts of an element one by one, where they are one vector.
static void splitLoad(LoadInst &Load) {
  SmallVector<ExtractElementInst *, 4> Parts;
  for (User *U : Load.users()) {
    auto *Part = dyn_cast<ExtractElementInst>(U);
    auto *Index =
        Part ? dyn_cast<ConstantInt>(Part->getIndexOperand()) : nullptr;
    if (!Index || Index->uge(2))
      return;
    Parts.push_back(Part);
  }
  IRBuilder<> B(&Load);
  Type *Ty = Load.getType()->getScalarType();
  const uint64_t Bytes = Load.getDataLayout().getTypeStoreSize(Ty);
  Value *At = Load.getPointerOperand();
  Value *Loaded[] = {
      B.CreateAlignedLoad(Ty, At, Load.getAlign()),
      B.CreateAlignedLoad(Ty, B.CreatePtrAdd(At, B.getInt64(Bytes)),
                          commonAlignment(Load.getAlign(), Bytes))};
  for (ExtractElementInst *Part : Parts) {
    const auto *Index = cast<ConstantInt>(Part->getIndexOperand());
    Part->replaceAllUsesWith(Loaded[Index->getZExtValue()]);
    Part->eraseFromParent();
  }
  Load.eraseFromParent();
}

/// Stores both parts one by one, where the vector is put together of them.
static void splitStore(StoreInst &Store) {
  Value *Parts[2];
  Value *Stored = Store.getValueOperand();
  if (!match(Stored,
             m_InsertElt(m_InsertElt(m_Undef(), m_Value(Parts[0]), m_Zero()),
                         m_Value(Parts[1]), m_One())))
    return;
  IRBuilder<> B(&Store);
  const uint64_t Bytes = Store.getDataLayout().getTypeStoreSize(
      Stored->getType()->getScalarType());
  Value *At = Store.getPointerOperand();
  B.CreateAlignedStore(Parts[0], At, Store.getAlign());
  B.CreateAlignedStore(Parts[1], B.CreatePtrAdd(At, B.getInt64(Bytes)),
                       commonAlignment(Store.getAlign(), Bytes));
  Store.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Stored);
}

/// The accesses of \p Root that are vectors of two parts.
static SmallVector<Instruction *, 4> findVectors(const Loop &Root) {
  auto IsOfParts = [](const Type *T) {
    const auto *Vector = dyn_cast<FixedVectorType>(T);
    return Vector && Vector->getNumElements() == 2 &&
           (Vector->getElementType()->isFloatTy() ||
            Vector->getElementType()->isDoubleTy());
  };
  SmallVector<Instruction *, 4> Found;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if ((isa<LoadInst>(I) || isa<StoreInst>(I)) && !I.isVolatile() &&
          !I.isAtomic() && IsOfParts(getLoadStoreType(&I)))
        Found.push_back(&I);
  return Found;
}

void splitParts(const Loop &Copy) {
  for (Instruction *I : findVectors(Copy))
    if (auto *Load = dyn_cast<LoadInst>(I))
      splitLoad(*Load);
    else
      splitStore(*cast<StoreInst>(I));
}

std::unique_ptr<TrialNest> readParts(Loop &Innermost, const NestAnalyses &A) {
  return readChanged(
      Innermost, ".parts", A,
      [](const Loop &Root) { return !findVectors(Root).empty(); }, splitParts);
}

} // namespace gemmify
