//===- WrittenSum.cpp - A sum over k that is written out ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenSum.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

const SCEV *addressOfElement(const Value *Factor, const Loop &Inner,
                             ScalarEvolution &SE) {
  while (const auto *Cast = dyn_cast<CastInst>(Factor))
    Factor = Cast->getOperand(0);
  const auto *Load = dyn_cast<LoadInst>(Factor);
  return Load && Inner.getParentLoop()->contains(Load)
             ? SE.getSCEV(const_cast<Value *>(Load->getPointerOperand()))
             : nullptr;
}

namespace {

/// A product of fewer is not worth a kernel.
constexpr unsigned FewestSteps = 3;

/// Follows the chains of one block.
class ChainFinder {
public:
  ChainFinder(Loop &Inner, ScalarEvolution &SE)
      : Inner(Inner), Outer(*Inner.getParentLoop()), SE(SE) {}

  SmallVector<WrittenSum, 1> run(BasicBlock &BB) {
    for (Instruction &I : BB)
      visit(I);
    SmallVector<WrittenSum, 1> Result;
    for (auto &[Last, Chain] : Chains)
      if (Chain.Steps.size() + 1 >= FewestSteps && isProduct(Chain)) {
        takeFirstProduct(Chain);
        if (Chain.Steps.size() + (Chain.FirstProduct != nullptr) >= FewestSteps)
          Result.push_back(std::move(Chain));
      }
    return Result;
  }

private:
  void visit(Instruction &I);
  void takeFirstProduct(WrittenSum &Chain) const;
  bool isProduct(const WrittenSum &Chain) const;
  bool isStep(const Factor &X, const Factor &Y) const;
  bool movesAlong(const SCEV *Address) const;
  bool movesAcross(const SCEV *Address) const;

  Loop &Inner, &Outer;
  ScalarEvolution &SE;
  /// By their last steps.
  MapVector<Value *, WrittenSum> Chains;
};

void ChainFinder::visit(Instruction &I) {
  SmallVector<Update, 4> Added =
      matchUpdates(I, [&](Value *V) { return Chains.contains(V); });
  WrittenSum Chain;
  if (!Added.empty()) {
    auto *Before = Chains.find(Added.front().Sum);
    Chain = std::move(Before->second);
    Before->second = WrittenSum();
  } else if (std::optional<Update> First =
                 matchUpdate(I, [&](Value *V) { return true; })) {
    Added = {*First};
  } else {
    return;
  }
  llvm::append_range(Chain.Steps, Added);
  Chains[&I] = std::move(Chain);
}

/// A product that nothing but the first step uses is a step itself.
void ChainFinder::takeFirstProduct(WrittenSum &Chain) const {
  auto *Start = dyn_cast<Instruction>(Chain.first().Sum);
  unsigned Opcode = Start ? Start->getOpcode() : 0;
  if ((Opcode == Instruction::FMul || Opcode == Instruction::Mul) &&
      Start->hasOneUse() &&
      Start->getParent() == Chain.first().Result->getParent() &&
      isStep({Start->getOperand(0)}, {Start->getOperand(1)}))
    Chain.FirstProduct = Start;
}

bool ChainFinder::isProduct(const WrittenSum &Chain) const {
  return llvm::all_of(Chain.Steps,
                      [&](const Update &U) { return isStep(U.X, U.Y); });
}

/// With the inner loop alone.
bool ChainFinder::movesAlong(const SCEV *Address) const {
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
  return Rec && Rec->getLoop() == &Inner &&
         llvm::all_of(Rec->operands(), [&](const SCEV *Op) {
           return SE.isLoopInvariant(Op, &Outer);
         });
}

/// With the outer loop alone.
bool ChainFinder::movesAcross(const SCEV *Address) const {
  return SE.isLoopInvariant(Address, &Inner) &&
         !SE.isLoopInvariant(Address, &Outer);
}

bool ChainFinder::isStep(const Factor &X, const Factor &Y) const {
  const SCEV *A = addressOfElement(X.Root, Inner, SE),
             *B = addressOfElement(Y.Root, Inner, SE);
  return A && B &&
         ((movesAlong(A) && movesAcross(B)) ||
          (movesAlong(B) && movesAcross(A)));
}

} // namespace

SmallVector<WrittenSum, 1> findWrittenSums(Loop &Inner, ScalarEvolution &SE) {
  SmallVector<WrittenSum, 1> Result;
  for (BasicBlock *BB : Inner.blocks())
    llvm::append_range(Result, ChainFinder(Inner, SE).run(*BB));
  return Result;
}

} // namespace gemmify
