//===- TwoBounds.cpp - Loops that end at the first of two bounds ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TwoBounds.h"
#include "intrinsic/Llvm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

/// Whether \p L is left before its body, where nothing has happened yet, or
/// behind it, and how often it gets there is known.
static bool hasTwoBounds(const Loop &L, ScalarEvolution &SE) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
             *Exit = L.getUniqueExitBlock();
  SmallVector<BasicBlock *, 2> Exiting;
  L.getExitingBlocks(Exiting);
  if (!Latch || !Exit || Exiting.size() != 2 ||
      !llvm::is_contained(Exiting, Header) ||
      !llvm::is_contained(Exiting, Latch) || !L.isLoopSimplifyForm())
    return false;
  for (BasicBlock *BB : Exiting)
    if (!isa<BranchInst>(BB->getTerminator()) ||
        isa<SCEVCouldNotCompute>(SE.getExitCount(&L, BB)))
      return false;
  if (llvm::any_of(*Header,
                   [](const Instruction &I) { return I.mayHaveSideEffects(); }))
    return false;
  // The copy runs its header once less: no value of it is the last one's.
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (llvm::any_of(I.users(), [&](const User *U) {
            return !L.contains(cast<Instruction>(U));
          }))
        return false;
  for (const PHINode &Phi : Exit->phis())
    if (Phi.getIncomingValueForBlock(Latch) !=
        Phi.getIncomingValueForBlock(Header))
      return false;
  return true;
}

/// The nest of three loops around \p Innermost, and those around it that have
/// two bounds as well; null where none has.
static Loop *findNestOfBounds(Loop &Innermost, ScalarEvolution &SE) {
  bool Found = false;
  Loop *Root = nullptr;
  unsigned Depth = 0;
  for (Loop *L = &Innermost; L; L = L->getParentLoop()) {
    if (L != &Innermost && L->getSubLoops().size() != 1)
      break;
    const bool HasTwo = hasTwoBounds(*L, SE);
    if (++Depth > NumDims && !HasTwo)
      break;
    Found |= HasTwo;
    if (Depth >= NumDims)
      Root = L;
  }
  return Found && Root && TrialNest::canCopy(*Root) ? Root : nullptr;
}

/// Branches out of the body of a loop that is not entered where nothing is left
/// to do.
static void skip(BasicBlock &Before, BasicBlock &Exit, Value *IsEmpty,
                 const NestAnalyses &A) {
  BasicBlock *Enter = SplitBlock(&Before, Before.getTerminator(), &A.DT, &A.LI,
                                 nullptr, "gemmify.enter");
  Before.getTerminator()->eraseFromParent();
  IRBuilder<>(&Before).CreateCondBr(IsEmpty, &Exit, Enter);
}

/// Lets \p L end behind its body alone. Returns false where its counts cannot
/// be computed before it.
static bool takeMinimum(Loop &L, SCEVExpander &Expander,
                        const NestAnalyses &A) {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
             *Exit = L.getUniqueExitBlock(), *Before = L.getLoopPreheader();
  const SCEV *ToHeader = A.SE.getExitCount(&L, Header),
             *ToLatch = A.SE.getExitCount(&L, Latch);
  Type *Wide = A.SE.getWiderType(ToHeader->getType(), ToLatch->getType());
  ToHeader = A.SE.getNoopOrZeroExtend(ToHeader, Wide);
  ToLatch = A.SE.getNoopOrZeroExtend(ToLatch, Wide);
  Instruction *At = Before->getTerminator();
  // Before the body, the loop is left one iteration later than behind it.
  const SCEV *Last = A.SE.getUMinExpr(
      A.SE.getAddExpr(ToHeader, A.SE.getMinusOne(Wide)), ToLatch);
  if (!Expander.isSafeToExpandAt(ToHeader, At) ||
      !Expander.isSafeToExpandAt(Last, At))
    return false;
  Value *HeaderCount = Expander.expandCodeFor(ToHeader, Wide, At),
        *LastCount = Expander.expandCodeFor(Last, Wide, At);
  IRBuilder<> B(At);
  skip(*Before, *Exit,
       B.CreateICmpEQ(HeaderCount, B.getIntN(Wide->getIntegerBitWidth(), 0)),
       A);
  BasicBlock *Enter = L.getLoopPreheader();
  BasicBlock *End = BasicBlock::Create(Exit->getContext(), "gemmify.end",
                                       Exit->getParent(), Exit);
  if (Loop *Around = L.getParentLoop())
    Around->addBasicBlockToLoop(End, A.LI);
  BranchInst::Create(Exit, End);
  Exit->replacePhiUsesWith(Latch, End);
  Exit->replacePhiUsesWith(Header, Before);
  auto *Test = cast<BranchInst>(Header->getTerminator());
  BasicBlock *Body =
      Test->getSuccessor(L.contains(Test->getSuccessor(0)) ? 0 : 1);
  B.SetInsertPoint(Test);
  B.CreateBr(Body);
  Test->eraseFromParent();
  B.SetInsertPoint(Header, Header->begin());
  PHINode *Counter = B.CreatePHI(Wide, 2, "gemmify.i");
  Instruction *Old = Latch->getTerminator();
  B.SetInsertPoint(Old);
  Value *Next = B.CreateAdd(Counter, ConstantInt::get(Wide, 1));
  BranchInst *Branch =
      B.CreateCondBr(B.CreateICmpEQ(Counter, LastCount), End, Header);
  Branch->copyMetadata(*Old);
  if (Old->getSuccessor(0) == Header)
    Branch->swapProfMetadata();
  Old->eraseFromParent();
  Counter->addIncoming(ConstantInt::get(Wide, 0), Enter);
  Counter->addIncoming(Next, Latch);
  A.DT.recalculate(*Header->getParent());
  A.SE.forgetLoop(&L);
  return true;
}

std::unique_ptr<TrialNest> readBounds(Loop &Innermost, const NestAnalyses &A) {
  Loop *Root = findNestOfBounds(Innermost, A.SE);
  if (!Root)
    return nullptr;
  SmallVector<Loop *, 3> Bounded;
  for (Loop *L = &Innermost; L != Root->getParentLoop(); L = L->getParentLoop())
    if (hasTwoBounds(*L, A.SE))
      Bounded.push_back(L);
  std::shared_ptr<SCEVExpander> Expander(
      new SCEVExpander(createExpander(A.SE)));
  auto Trial = std::make_unique<TrialNest>(*Root, ".bounds", A);
  Trial->onRemoval([Expander] { SCEVExpanderCleaner(*Expander).cleanup(); });
  for (Loop *L : Bounded)
    if (!takeMinimum(Trial->copyOf(*L), *Expander, A))
      return nullptr;
  A.SE.forgetTopmostLoop(Root);
  A.SE.forgetBlockAndLoopDispositions();
  Trial->readInAnyCase(Trial->copyOf(Innermost));
  return Trial;
}

} // namespace gemmify
