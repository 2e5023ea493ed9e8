//===- TestBlocks.cpp - A test that takes several blocks ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestBlocks.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

TestBlocks::TestBlocks(IRBuilderBase &B, const NestAnalyses &A) : B(B), A(A) {
  BasicBlock *Head = B.GetInsertBlock();
  Around = A.LI.getLoopFor(Head);
  Tail = SplitBlock(Head, B.GetInsertPoint(), &A.DT, &A.LI, nullptr,
                    "gemmify.checked");
  Result = PHINode::Create(B.getInt1Ty(), 2, "", Tail->begin());
  B.SetInsertPoint(Head->getTerminator());
}

/// After the current one. It ends at the tail, until it is told otherwise.
BasicBlock *TestBlocks::addBlock(const Twine &Name) {
  BasicBlock *From = B.GetInsertBlock();
  BasicBlock *New =
      BasicBlock::Create(B.getContext(), Name, From->getParent(), Tail);
  BranchInst::Create(Tail, New);
  A.DT.addNewBlock(New, From);
  if (Around)
    Around->addBasicBlockToLoop(New, A.LI);
  return New;
}

Value *TestBlocks::require(Value *Cond) {
  if (Cond == B.getTrue())
    return Cond;
  BasicBlock *From = B.GetInsertBlock(), *Next = addBlock("gemmify.look");
  Instruction *Br = From->getTerminator();
  B.CreateCondBr(Cond, Next, Tail);
  Br->eraseFromParent();
  if (Result->getNumIncomingValues() == 0)
    A.DT.changeImmediateDominator(Tail, From);
  Result->addIncoming(B.getFalse(), From);
  B.SetInsertPoint(Next->getTerminator());
  return B.getTrue();
}

Value *TestBlocks::beginLoop() {
  BasicBlock *From = B.GetInsertBlock();
  Loop *Walk = A.LI.AllocateLoop();
  if (Around)
    Around->addChildLoop(Walk);
  else
    A.LI.addTopLevelLoop(Walk);
  Around = Walk;
  BasicBlock *Header = addBlock("gemmify.walk");
  From->getTerminator()->setSuccessor(0, Header);
  B.SetInsertPoint(Header->getTerminator());
  Iteration = B.CreatePHI(B.getInt64Ty(), 2, "row");
  Iteration->addIncoming(B.getInt64(0), From);
  return Iteration;
}

void TestBlocks::endLoop(Value *Last) {
  BasicBlock *From = B.GetInsertBlock(), *Header = Iteration->getParent();
  Value *Next = B.CreateNUWAdd(Iteration, B.getInt64(1));
  Value *IsLast = B.CreateICmpEQ(Iteration, Last);
  Iteration->addIncoming(Next, From);
  Around = Around->getParentLoop();
  BasicBlock *After = addBlock("gemmify.walked");
  Instruction *Br = From->getTerminator();
  B.CreateCondBr(IsLast, After, Header);
  Br->eraseFromParent();
  B.SetInsertPoint(After->getTerminator());
}

Value *TestBlocks::finish(Value *Cond) {
  if (Result->getNumIncomingValues() == 0)
    A.DT.changeImmediateDominator(Tail, B.GetInsertBlock());
  Result->addIncoming(Cond, B.GetInsertBlock());
  B.SetInsertPoint(Tail->getTerminator());
  return Result;
}

} // namespace gemmify
