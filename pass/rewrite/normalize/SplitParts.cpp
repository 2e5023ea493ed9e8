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

bool isOfParts(const Type *T) {
  const auto *Vector = dyn_cast<FixedVectorType>(T);
  return Vector && Vector->getNumElements() == 2 &&
         (Vector->getElementType()->isFloatTy() ||
          Vector->getElementType()->isDoubleTy());
}

bool isElement(const Type *T) {
  return T->isFloatTy() || T->isDoubleTy() || isOfParts(T);
}

/// Whether \p I accesses a vector of two parts.
static bool isAccessOfParts(const Instruction &I) {
  return (isa<LoadInst>(I) || isa<StoreInst>(I)) && !I.isVolatile() &&
         !I.isAtomic() &&
         isOfParts(getLoadStoreType(const_cast<Instruction *>(&I)));
}

/// Whether \p V takes a part out of a vector.
static bool isPart(const Value &V) {
  const auto *Take = dyn_cast<ExtractElementInst>(&V);
  const auto *Index =
      Take ? dyn_cast<ConstantInt>(Take->getIndexOperand()) : nullptr;
  return Index && Index->getValue().ult(2) &&
         isOfParts(Take->getVectorOperandType());
}

namespace {
/// Finds the parts of vectors of a nest, and computes them one by one.
class PartFinder {
public:
  PartFinder(ArrayRef<BasicBlock *> Blocks, BasicBlock &Start)
      : Blocks(Blocks.begin(), Blocks.end()), Start(Start) {}

  /// Part 0 or 1 of \p V, which is a vector of two.
  Value *partOf(Value *V, unsigned Part) {
    if (auto *C = dyn_cast<Constant>(V))
      if (Constant *Of = C->getAggregateElement(Part))
        return Of;
    if (Value *Known = Parts.lookup({V, Part}))
      return Known;
    auto *I = dyn_cast<Instruction>(V);
    Value *Of = I && contains(*I) ? computeHere(*I, Part) : nullptr;
    if (!Of)
      Of = extract(*V, Part);
    return Parts[{V, Part}] = Of;
  }

  /// What takes the place of \p Take, for which isPart holds.
  Value *insteadOf(Value &Take) {
    auto &I = cast<Instruction>(Take);
    return partOf(I.getOperand(0),
                  cast<ConstantInt>(I.getOperand(1))->getZExtValue());
  }

private:
  bool contains(const Instruction &I) const {
    return Blocks.contains(I.getParent());
  }
  Value *computeHere(Instruction &I, unsigned Part);
  Value *load(LoadInst &Load, unsigned Part);
  Value *join(PHINode &Phi, unsigned Part);
  Value *extract(Value &V, unsigned Part);

  const SmallPtrSet<const BasicBlock *, 16> Blocks;
  BasicBlock &Start; ///< Runs before them.
  DenseMap<std::pair<Value *, unsigned>, Value *> Parts;
};
} // namespace

/// Where \p V is from before the nest, or computed otherwise.
Value *PartFinder::extract(Value &V, unsigned Part) {
  auto *I = dyn_cast<Instruction>(&V);
  IRBuilder<> B(V.getContext());
  if (I && contains(*I))
    B.SetInsertPoint(*I->getInsertionPointAfterDef());
  else
    B.SetInsertPoint(Start.getTerminator());
  return B.CreateExtractElement(&V, Part);
}

Value *PartFinder::load(LoadInst &Load, unsigned Part) {
  IRBuilder<> B(&Load);
  Type *Ty = Load.getType()->getScalarType();
  const uint64_t Behind = Part * Load.getDataLayout().getTypeStoreSize(Ty);
  Value *At = Load.getPointerOperand();
  if (Behind != 0)
    At = B.CreatePtrAdd(At, B.getInt64(Behind));
  return B.CreateAlignedLoad(Ty, At, commonAlignment(Load.getAlign(), Behind));
}

Value *PartFinder::join(PHINode &Phi, unsigned Part) {
  PHINode *Of =
      PHINode::Create(Phi.getType()->getScalarType(),
                      Phi.getNumIncomingValues(), "part", Phi.getIterator());
  Parts[{&Phi, Part}] = Of;
  for (unsigned In = 0; In != Phi.getNumIncomingValues(); ++In)
    Of->addIncoming(partOf(Phi.getIncomingValue(In), Part),
                    Phi.getIncomingBlock(In));
  return Of;
}

/// Null where \p I does something else than to move parts.
Value *PartFinder::computeHere(Instruction &I, unsigned Part) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isAccessOfParts(I) ? load(*Load, Part) : nullptr;
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return join(*Phi, Part);
  Value *Of, *Into;
  uint64_t At;
  if (match(&I, m_InsertElt(m_Value(Into), m_Value(Of), m_ConstantInt(At))))
    return At != Part ? partOf(Into, Part) : isPart(*Of) ? insteadOf(*Of) : Of;
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
    const int From = Shuffle->getMaskValue(Part);
    if (From < 0 || !isOfParts(Shuffle->getOperand(0)->getType()))
      return nullptr;
    return partOf(Shuffle->getOperand(From / 2), From % 2);
  }
  return nullptr;
}

std::optional<unsigned> onlyPartChanged(const StoreInst &Store) {
  Value *Before;
  uint64_t At;
  if (!match(Store.getValueOperand(),
             m_InsertElt(m_Value(Before), m_Value(), m_ConstantInt(At))) ||
      !isOfParts(Before->getType()) || At > 1)
    return std::nullopt;
  auto *Old = dyn_cast<LoadInst>(Before);
  if (!Old || !Old->isSimple() ||
      Old->getPointerOperand() != Store.getPointerOperand() ||
      Old->getParent() != Store.getParent())
    return std::nullopt;
  for (const Instruction *I = Old->getNextNode(); I != &Store;
       I = I->getNextNode())
    if (I->mayWriteToMemory())
      return std::nullopt;
  return At;
}

bool usesAllParts(const LoadInst &Load) {
  if (!isOfParts(Load.getType()))
    return true;
  bool Uses[2] = {};
  for (const User *U : Load.users())
    if (isPart(*U))
      Uses[cast<ConstantInt>(U->getOperand(1))->getZExtValue()] = true;
    else
      Uses[0] = Uses[1] = true;
  return Uses[0] && Uses[1];
}

/// Stores both parts one by one, or the only one that changes.
static void splitStore(StoreInst &Store, PartFinder &Find) {
  Value *Stored = Store.getValueOperand(), *To = Store.getPointerOperand();
  const std::optional<unsigned> Only = onlyPartChanged(Store);
  IRBuilder<> B(&Store);
  const uint64_t Bytes = Store.getDataLayout().getTypeStoreSize(
      Stored->getType()->getScalarType());
  for (unsigned Part : {0, 1}) {
    if (Only && *Only != Part)
      continue;
    Value *Of = Find.partOf(Stored, Part);
    Value *At = Part ? B.CreatePtrAdd(To, B.getInt64(Bytes)) : To;
    B.CreateAlignedStore(Of, At,
                         commonAlignment(Store.getAlign(), Part * Bytes));
  }
}

void splitParts(ArrayRef<BasicBlock *> Blocks, BasicBlock &Start) {
  SmallVector<Instruction *, 8> Users;
  SmallVector<WeakTrackingVH, 8> Vectors;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      if (isPart(I) || (isa<StoreInst>(I) && isAccessOfParts(I)))
        Users.push_back(&I);
      if (isOfParts(I.getType()))
        Vectors.push_back(&I);
    }
  PartFinder Find(Blocks, Start);
  for (Instruction *I : Users)
    if (auto *Store = dyn_cast<StoreInst>(I))
      splitStore(*Store, Find);
    else
      I->replaceAllUsesWith(Find.insteadOf(*I));
  for (Instruction *I : Users)
    I->eraseFromParent();
  for (WeakTrackingVH &V : Vectors)
    if (auto *Phi = dyn_cast_or_null<PHINode>(V))
      RecursivelyDeleteDeadPHINode(Phi);
    else if (V)
      RecursivelyDeleteTriviallyDeadInstructions(V);
}

void splitPartsBehind(BasicBlock &Start, const DominatorTree &DT) {
  SmallVector<BasicBlock *, 16> Blocks;
  DT.getDescendants(&Start, Blocks);
  splitParts(Blocks, Start);
}

std::unique_ptr<TrialNest> readParts(Loop &Innermost, const NestAnalyses &A) {
  return readChanged(
      Innermost, ".parts", A,
      [](const Loop &Root) {
        return llvm::any_of(Root.blocks(), [](const BasicBlock *BB) {
          return llvm::any_of(*BB, isAccessOfParts);
        });
      },
      [](const Loop &Copy) {
        splitParts(Copy.getBlocks(), *Copy.getLoopPreheader());
      });
}

} // namespace gemmify
