//===- PartPairs.cpp - Accesses of both parts of an element ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartPairs.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {
class PairFinder {
public:
  PairFinder(const Loop &Nest, ScalarEvolution &SE) : Nest(Nest), SE(SE) {}

  bool run() {
    SmallVector<Instruction *, 4> Alone;
    for (BasicBlock *BB : Nest.blocks())
      for (Instruction &I : *BB)
        if (isa<StoreInst>(I) && !find(I))
          Alone.push_back(&I);
    if (Pairs.empty() ||
        !llvm::all_of(Alone, [&](Instruction *I) { return addOne(*I); }))
      return false;
    Written = Pairs.size();
    for (BasicBlock *BB : Nest.blocks())
      for (Instruction &I : *BB)
        if (isa<LoadInst>(I) && !find(I) && isOfWritten(I) && !addOne(I))
          return false;
    return changesNoOrder();
  }
  SmallVector<PartPair, 4> Pairs;

private:
  const SCEV *address(const Instruction &I) {
    return SE.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(&I)));
  }
  Type *typeOf(const Instruction &I) {
    Type *Ty = getLoadStoreType(const_cast<Instruction *>(&I));
    const bool IsSimple = isa<LoadInst>(I) ? cast<LoadInst>(I).isSimple()
                                           : cast<StoreInst>(I).isSimple();
    return IsSimple && (Ty->isFloatTy() || Ty->isDoubleTy()) ? Ty : nullptr;
  }
  bool isOfWritten(const Instruction &I) {
    const SCEV *Base = SE.getPointerBase(address(I));
    return llvm::any_of(ArrayRef(Pairs).take_front(Written),
                        [&](const PartPair &P) {
                          return SE.getPointerBase(address(*P.At)) == Base;
                        });
  }
  /// How many bytes \p Y is behind \p X, if that is known.
  std::optional<int64_t> distance(const Instruction &X, const Instruction &Y) {
    const auto *Far =
        dyn_cast<SCEVConstant>(SE.getMinusSCEV(address(Y), address(X)));
    return Far ? Far->getAPInt().trySExtValue() : std::nullopt;
  }
  bool mayPass(const Instruction &Access, const Instruction &Other);
  bool changesNoOrder();
  bool find(Instruction &First);
  bool addOne(Instruction &I);

  const Loop &Nest;
  ScalarEvolution &SE;
  unsigned Written = 0;   ///< The first pairs are of stores.
  Type *PartTy = nullptr; ///< Of all pairs.
};
} // namespace

/// Whether \p Access does the same before and behind \p Other.
bool PairFinder::mayPass(const Instruction &Access, const Instruction &Other) {
  if (!isGuaranteedToTransferExecutionToSuccessor(&Other))
    return false;
  if (isa<AssumeInst, NoAliasScopeDeclInst>(Other) ||
      (isa<LoadInst>(Access) ? !Other.mayWriteToMemory()
                             : !Other.mayReadOrWriteMemory()))
    return true;
  Type *Ty = isa<LoadInst, StoreInst>(Other) ? typeOf(Other) : nullptr;
  const std::optional<int64_t> Far =
      Ty ? distance(Access, Other) : std::nullopt;
  const DataLayout &DL = Access.getDataLayout();
  auto Bytes = [&](Type *Of) { return int64_t(DL.getTypeStoreSize(Of)); };
  return Far && (*Far >= Bytes(typeOf(Access)) || *Far <= -Bytes(Ty));
}

/// Whether \p First is in a pair: the next access that is its other part comes
/// behind it. Loads are made where the first one is, stores where the second.
bool PairFinder::find(Instruction &First) {
  auto IsIn = [&](const Instruction &I) {
    return llvm::any_of(Pairs, [&](const PartPair &P) {
      return P.Of[0] == &I || P.Of[1] == &I;
    });
  };
  if (IsIn(First))
    return true;
  Type *Ty = typeOf(First);
  if (!Ty || (PartTy && Ty != PartTy))
    return false;
  const int64_t Bytes = First.getDataLayout().getTypeStoreSize(Ty);
  for (Instruction *I = First.getNextNode(); I; I = I->getNextNode()) {
    if (I->getOpcode() != First.getOpcode() || typeOf(*I) != Ty || IsIn(*I))
      continue;
    const std::optional<int64_t> Far = distance(First, *I);
    if (!Far || std::abs(*Far) != Bytes)
      continue;
    const bool IsLoad = isa<LoadInst>(First);
    const Instruction &Moved = IsLoad ? *I : First;
    for (Instruction *At = First.getNextNode(); At != I; At = At->getNextNode())
      if (!mayPass(Moved, *At))
        return false;
    PartPair New{{&First, I}, IsLoad ? &First : I};
    if (*Far < 0)
      std::swap(New.Of[0], New.Of[1]);
    Pairs.push_back(New);
    PartTy = Ty;
    return true;
  }
  return false;
}

/// Adds \p I, which has no other part, if it is known which part it is: whole
/// elements are between it and one of a pair of stores, in each iteration.
bool PairFinder::addOne(Instruction &I) {
  const PartPair &Known = Pairs.front();
  Type *Ty = typeOf(I);
  if (!Ty || Ty != PartTy ||
      SE.getPointerBase(address(I)) != SE.getPointerBase(address(*Known.Of[0])))
    return false;
  const unsigned Bytes = I.getDataLayout().getTypeStoreSize(Ty);
  for (unsigned Part : {0, 1}) {
    const SCEV *Far = SE.getMinusSCEV(address(I), address(*Known.Of[Part]));
    if (isa<SCEVCouldNotCompute>(Far) ||
        SE.getMinTrailingZeros(Far) < Log2_32(2 * Bytes))
      continue;
    PartPair New;
    New.At = New.Of[Part] = &I;
    Pairs.push_back(New);
    return true;
  }
  return false;
}

/// Whether no load that moves up and store that moves down have changed places,
/// in spite of what both are apart from in between.
bool PairFinder::changesNoOrder() {
  auto Other = [](const PartPair &P) -> const Instruction & {
    return P.isOne() ? *P.At : *(P.At == P.Of[0] ? P.Of[1] : P.Of[0]);
  };
  const auto Stores = ArrayRef(Pairs).take_front(Written);
  return llvm::all_of(
      ArrayRef(Pairs).drop_front(Written), [&](const PartPair &L) {
        return llvm::all_of(Stores, [&](const PartPair &S) {
          return L.At->getParent() != S.At->getParent() ||
                 !Other(S).comesBefore(&Other(L)) || !L.At->comesBefore(S.At) ||
                 mayPass(Other(L), Other(S));
        });
      });
}

SmallVector<PartPair, 4> findPartPairs(const Loop &Nest, ScalarEvolution &SE) {
  PairFinder Find(Nest, SE);
  return Find.run() ? Find.Pairs : SmallVector<PartPair, 4>();
}

} // namespace gemmify
