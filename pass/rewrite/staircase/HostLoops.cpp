//===- HostLoops.cpp - New loops in a function ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLoops.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

static BasicBlock *addBlock(BasicBlock &Before, const Twine &Name, Loop *In,
                            LoopInfo &LI) {
  BasicBlock *BB = BasicBlock::Create(Before.getContext(), Name,
                                      Before.getParent(), &Before);
  if (In)
    In->addBasicBlockToLoop(BB, LI);
  return BB;
}

Instruction &HostLoops::addBranch(Instruction &At, Value *If) {
  BasicBlock *Before = At.getParent();
  Loop *Around = LI.getLoopFor(Before);
  BasicBlock *Tail = SplitBlock(Before, At.getIterator(),
                                static_cast<DominatorTree *>(nullptr), &LI,
                                nullptr, "gemmify.on");
  BasicBlock *Then = addBlock(*Tail, "gemmify.if", Around, LI);
  IRBuilder<> B(Then);
  B.SetCurrentDebugLocation(Where);
  Instruction *End = B.CreateBr(Tail);
  Instruction *Jump = Before->getTerminator();
  B.SetInsertPoint(Jump);
  B.SetCurrentDebugLocation(Where);
  B.CreateCondBr(If, Then, Tail);
  Jump->eraseFromParent();
  return *End;
}

std::pair<Instruction *, Instruction *> HostLoops::addBranches(Instruction &At,
                                                               Value *If) {
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(If, At.getIterator(), &Then, &Else, nullptr,
                                nullptr, &LI);
  return {Then, Else};
}

HostLoop HostLoops::addLoop(Instruction &At, Value *First, Value *Last,
                            bool Down, bool Guarded) {
  Instruction *Place = &At;
  if (Guarded) {
    IRBuilder<> B(&At);
    B.SetCurrentDebugLocation(Where);
    Place = &addBranch(At, Down ? B.CreateICmpSGE(First, Last)
                                : B.CreateICmpSLE(First, Last));
  }
  HostLoop New;
  New.Before = Place->getParent();
  Loop *Around = LI.getLoopFor(New.Before);
  New.Exit = SplitBlock(New.Before, Place->getIterator(),
                        static_cast<DominatorTree *>(nullptr), &LI, nullptr,
                        "gemmify.exit");
  BasicBlock *Header = BasicBlock::Create(At.getContext(), "gemmify.loop",
                                          New.Exit->getParent(), New.Exit);
  New.L = LI.AllocateLoop();
  if (Around)
    Around->addChildLoop(New.L);
  else
    LI.addTopLevelLoop(New.L);
  New.L->addBasicBlockToLoop(Header, LI);
  New.Before->getTerminator()->setSuccessor(0, Header);
  IRBuilder<> B(Header);
  B.SetCurrentDebugLocation(Where);
  New.Counter = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.row");
  Value *Next = B.CreateAdd(New.Counter, B.getInt64(Down ? -1 : 1), "",
                            /*HasNUW=*/false, /*HasNSW=*/true);
  New.Body = cast<Instruction>(Next);
  B.CreateCondBr(B.CreateICmpEQ(New.Counter, Last), New.Exit, Header);
  New.Counter->addIncoming(First, New.Before);
  New.Counter->addIncoming(Next, Header);
  return New;
}

} // namespace gemmify
