//===- TileTest.cpp - Are the tiles of a nest what they seem? -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTest.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace gemmify {

TileTest::TileTest(const Tiling &Check, BasicBlock *IfTrue, BasicBlock *IfFalse,
                   Loop *Around, const NestAnalyses &A,
                   SmallVectorImpl<DominatorTree::UpdateType> &Updates)
    : Check(Check) {
  LLVMContext &Ctx = IfTrue->getContext();
  auto New = [&](const Twine &Name) {
    return BasicBlock::Create(Ctx, Name, IfTrue->getParent(), IfFalse);
  };
  Entry = New("gemmify.tiles");
  Header = New("gemmify.tile");
  Latch = New("gemmify.tile.next");
  IRBuilder<> B(Entry);
  B.CreateBr(Header);
  B.SetInsertPoint(Header);
  Tile = B.CreatePHI(B.getInt64Ty(), 2, "tile");
  B.CreateCondBr(B.getTrue(), Latch, IfFalse);
  B.SetInsertPoint(Latch);
  Value *Next = B.CreateNUWAdd(Tile, B.getInt64(1));
  B.CreateCondBr(B.getTrue(), Header, IfTrue);
  Tile->addIncoming(B.getInt64(0), Entry);
  Tile->addIncoming(Next, Latch);

  Loop *Test = A.LI.AllocateLoop();
  if (Around) {
    Around->addChildLoop(Test);
    Around->addBasicBlockToLoop(Entry, A.LI);
  } else {
    A.LI.addTopLevelLoop(Test);
  }
  Test->addBasicBlockToLoop(Header, A.LI);
  Test->addBasicBlockToLoop(Latch, A.LI);
  for (BasicBlock *BB : {Entry, Header, Latch})
    for (BasicBlock *Succ : successors(BB))
      Updates.push_back({DominatorTree::Insert, BB, Succ});
}

void TileTest::emit(SCEVExpander &Expander, ScalarEvolution &SE) {
  IRBuilder<> B(Entry->getTerminator());
  auto Expand = [&](const SCEV *S) {
    return Expander.expandCodeFor(S, B.getInt64Ty(), B.GetInsertPoint());
  };
  Value *Size = Expand(Check.TileSize);
  Value *Last = B.CreateSub(Expand(Check.Tiles), B.getInt64(1));
  Last = B.CreateFreeze(Last);
  B.SetInsertPoint(Header->getTerminator());
  LoopToScevMapT At = {{Check.Over, SE.getUnknown(Tile)}};
  Value *Points = Expand(SCEVLoopAddRecRewriter::rewrite(Check.Points, At, SE));
  Value *IsLast = B.CreateICmpEQ(Tile, Last);
  Value *IsFull = B.CreateICmpEQ(Points, Size);
  // Between 1 and Size.
  Value *IsPart = B.CreateICmpULT(B.CreateSub(Points, B.getInt64(1)), Size);
  Value *Holds = B.CreateFreeze(B.CreateSelect(IsLast, IsPart, IsFull));
  cast<BranchInst>(Header->getTerminator())->setCondition(Holds);
  B.SetInsertPoint(Latch->getTerminator());
  cast<BranchInst>(Latch->getTerminator())
      ->setCondition(B.CreateICmpNE(Tile, Last));
}

} // namespace gemmify
