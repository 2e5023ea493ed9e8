//===- EqualBlocks.cpp - Blocks that LLVM has made two of -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EqualBlocks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Compares two blocks, instruction by instruction.
class BlockPair {
public:
  BlockPair(const BasicBlock &One, const BasicBlock &Other)
      : One(One), Other(Other) {}

  bool areEqual();

private:
  bool isSame(const Value *X, const Value *Y) const {
    return X == Y || Same.lookup(Y) == X;
  }
  bool areEqual(const Instruction &X, const Instruction &Y) const;
  bool bringsTheSame(const BasicBlock &To) const;

  const BasicBlock &One, &Other;
  SmallDenseMap<const Value *, const Value *> Same; ///< Of Other's, One's.
};

} // namespace

bool BlockPair::areEqual(const Instruction &X, const Instruction &Y) const {
  if (!X.isSameOperationAs(&Y) || X.mayReadOrWriteMemory() ||
      X.mayHaveSideEffects())
    return false;
  return llvm::all_of(llvm::zip(X.operands(), Y.operands()), [&](auto Ops) {
    return isSame(std::get<0>(Ops), std::get<1>(Ops));
  });
}

/// Whether phis in \p To get the same from both blocks.
bool BlockPair::bringsTheSame(const BasicBlock &To) const {
  return llvm::all_of(To.phis(), [&](const PHINode &Phi) {
    return isSame(Phi.getIncomingValueForBlock(&One),
                  Phi.getIncomingValueForBlock(&Other));
  });
}

bool BlockPair::areEqual() {
  constexpr unsigned MostInBlock = 16;
  if (One.size() != Other.size() || One.size() > MostInBlock ||
      isa<PHINode>(One.front()) || isa<PHINode>(Other.front()))
    return false;
  for (const auto &[X, Y] : llvm::zip(One, Other)) {
    if (!areEqual(X, Y))
      return false;
    Same[&Y] = &X;
  }
  return llvm::all_of(successors(&One),
                      [&](const BasicBlock *To) { return bringsTheSame(*To); });
}

std::optional<EqualBlocks> findEqualBlocks(const Loop &Root,
                                           const NestAnalyses &A) {
  for (BasicBlock *One : Root.blocks()) {
    const auto *Br = dyn_cast<BranchInst>(One->getTerminator());
    Loop *In = A.LI.getLoopFor(One);
    if (!Br || !Br->isConditional() || In->getHeader() == One ||
        In->isLoopLatch(One))
      continue;
    for (BasicBlock *Other : predecessors(Br->getSuccessor(0)))
      if (Other != One && A.LI.getLoopFor(Other) == In &&
          In->getHeader() != Other && BlockPair(*One, *Other).areEqual())
        return EqualBlocks{One, Other};
  }
  return std::nullopt;
}

/// Both stay, without what they compute, as each may be where a loop ends.
void joinBlocks(const EqualBlocks &Two, const NestAnalyses &A) {
  for (const auto &[X, Y] : llvm::zip(*Two.One, *Two.Other)) {
    X.andIRFlags(&Y);
    X.dropPoisonGeneratingMetadata();
    Y.replaceAllUsesWith(&X);
  }
  BasicBlock *Joined = SplitBlock(Two.One, Two.One->begin(), &A.DT, &A.LI,
                                  nullptr, "gemmify.joined");
  SmallVector<BasicBlock *, 2> To(successors(Two.Other));
  for (BasicBlock *Next : To)
    Next->removePredecessor(Two.Other, /*KeepOneInputPHIs=*/true);
  Two.Other->dropAllReferences();
  Two.Other->erase(Two.Other->begin(), Two.Other->end());
  BranchInst::Create(Joined, Two.Other)
      ->setDebugLoc(Two.One->getTerminator()->getDebugLoc());
  A.DT.recalculate(*Joined->getParent());
}

} // namespace gemmify
