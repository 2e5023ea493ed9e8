//===- TrialNest.cpp - A copy of a nest to be read differently ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialNest.h"
#include "ThawedNest.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/rewrite/distribute/CopyNest.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

/// Where the program may get from the exits of \p Root that are not \p Closed,
/// before it enters the nest again.
static SmallPtrSet<const BasicBlock *, 16>
reachedFromExits(const Loop &Root, ArrayRef<BasicBlock *> Closed) {
  SmallVector<BasicBlock *, 8> Next;
  Root.getExitBlocks(Next);
  llvm::erase_if(Next, [&](const BasicBlock *Exit) {
    return llvm::is_contained(Closed, Exit);
  });
  SmallPtrSet<const BasicBlock *, 16> Reached;
  while (!Next.empty())
    if (BasicBlock *BB = Next.pop_back_val();
        !Root.contains(BB) && Reached.insert(BB).second)
      Next.append(succ_begin(BB), succ_end(BB));
  return Reached;
}

SmallVector<Loop *, 6> TrialNest::rootsAround(Loop &Innermost, unsigned Least) {
  SmallVector<Loop *, 6> Roots;
  unsigned Loops = 0;
  for (Loop *L = &Innermost; L; L = L->getParentLoop())
    if (++Loops >= Least)
      Roots.push_back(L);
  std::reverse(Roots.begin(), Roots.end());
  return Roots;
}

bool TrialNest::isTriangular(const Loop &Root, ScalarEvolution &SE) {
  return llvm::any_of(Root.getLoopsInPreorder(), [&](const Loop *L) {
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    return !isa<SCEVCouldNotCompute>(Count) &&
           !SE.isLoopInvariant(Count, &Root);
  });
}

bool TrialNest::canCopy(const Loop &Root, ClosedExits Closed) {
  if (!isOneNest(Root) || !Root.isLoopSimplifyForm() || !Root.isSafeToClone())
    return false;
  const auto Reached = reachedFromExits(Root, Closed);
  auto IsClosed = [&](const Use &U) {
    const auto *User = cast<Instruction>(U.getUser());
    const BasicBlock *Where = User->getParent();
    if (const auto *Phi = dyn_cast<PHINode>(User))
      Where = Phi->getIncomingBlock(U);
    return Root.contains(User) || !Reached.contains(Where);
  };
  for (const BasicBlock *BB : Root.blocks())
    for (const Instruction &I : *BB)
      if (!llvm::all_of(I.uses(), IsClosed))
        return false;
  return true;
}

bool TrialNest::makeCopyable(Loop &Root, const NestAnalyses &A) {
  if (canCopy(Root))
    return true;
  formLCSSARecursively(Root, A.DT, &A.LI, &A.SE);
  return canCopy(Root);
}

TrialNest::TrialNest(Loop &Root, const Twine &Name, const NestAnalyses &A,
                     ClosedExits Closed)
    : TrialNest(Root, nullptr, Name, A, Closed) {}

TrialNest::TrialNest(std::unique_ptr<TrialNest> Of, const Twine &Name,
                     const NestAnalyses &A, ClosedExits Closed)
    : TrialNest(Of->root(), std::move(Of), Name, A, Closed) {}

TrialNest::TrialNest(Loop &Root, std::unique_ptr<TrialNest> &&Of,
                     const Twine &Name, const NestAnalyses &A,
                     ClosedExits Closed)
    : Root(Root), Source(std::move(Of)), A(A), Entry(Root.getLoopPreheader()),
      LastFunction(&Entry->getModule()->getFunctionList().back()) {
  assert(canCopy(source(), Closed));
  Original = SplitBlock(Entry, Entry->getTerminator(), &A.DT, &A.LI, nullptr,
                        "gemmify.original");
  Copy = copyNest(source(), *Original, Name, Map, A);
  Start = Copy->getLoopPreheader();
  Instruction *Jump = Entry->getTerminator();
  IRBuilder<> B(Jump);
  Open = new FreezeInst(PoisonValue::get(B.getInt1Ty()), "gemmify.trial",
                        Jump->getIterator());
  B.CreateCondBr(Open, Start, Original);
  Jump->eraseFromParent();
  A.DT.changeImmediateDominator(Start, Entry);
  addExits(Closed);
  forget();
}

Instruction *TrialNest::find(const Instruction &I) const {
  for (BasicBlock *BB : source().blocks())
    for (Instruction &Each : *BB)
      if (Map.lookup(&Each) == &I)
        return Source ? Source->find(Each) : &Each;
  return nullptr;
}

Loop &TrialNest::copyOf(const Loop &L) const {
  return *A.LI.getLoopFor(cast<BasicBlock>(Map.lookup(L.getHeader())));
}

bool TrialNest::contains(const Loop &L) const {
  return A.DT.dominates(Start, L.getHeader());
}

/// Moves \p Copy and its preheader out of the loops that no exit leads back to.
static void leaveLoops(Loop &Copy, BasicBlock &Start, LoopInfo &LI) {
  SmallVector<BasicBlock *, 4> Exits;
  Copy.getExitBlocks(Exits);
  Loop *const Before = Copy.getParentLoop();
  Loop *Around = Before;
  auto LeadsBack = [&](const BasicBlock *Exit) {
    return Around->contains(Exit);
  };
  while (Around && llvm::none_of(Exits, LeadsBack))
    Around = Around->getParentLoop();
  if (Around == Before)
    return;
  Before->removeChildLoop(&Copy);
  for (Loop *Left = Before; Left != Around; Left = Left->getParentLoop()) {
    Left->removeBlockFromLoop(&Start);
    for (BasicBlock *BB : Copy.blocks())
      Left->removeBlockFromLoop(BB);
  }
  if (Around)
    Around->addChildLoop(&Copy);
  else
    LI.addTopLevelLoop(&Copy);
  LI.changeLoopFor(&Start, Around);
}

/// The copy leaves to where the nest leaves, with its own values.
void TrialNest::addExits(ClosedExits Closed) {
  SmallVector<Loop::Edge, 4> Edges;
  source().getExitEdges(Edges);
  SmallVector<DominatorTree::UpdateType, 4> Updates;
  for (const Loop::Edge &Edge : Edges) {
    auto *From = cast<BasicBlock>(Map[Edge.first]);
    auto *To = const_cast<BasicBlock *>(Edge.second);
    if (llvm::is_contained(Closed, To)) {
      Instruction *Br = From->getTerminator();
      BasicBlock *Other = Br->getSuccessor(Br->getSuccessor(0) == To);
      BranchInst::Create(Other, Br->getIterator())
          ->setDebugLoc(Br->getDebugLoc());
      Br->eraseFromParent();
      continue;
    }
    for (PHINode &Phi : To->phis()) {
      Value *V = Phi.getIncomingValueForBlock(Edge.first);
      Value *Copied = Map.lookup(V);
      Phi.addIncoming(Copied ? Copied : V, From);
    }
    Updates.push_back({DominatorTree::Insert, From, To});
  }
  A.DT.applyUpdates(Updates);
  if (!Closed.empty())
    leaveLoops(*Copy, *Start, A.LI);
  Around = Copy->getParentLoop();
  formDedicatedExitBlocks(Copy, &A.DT, &A.LI, nullptr, /*PreserveLCSSA=*/false);
}

void TrialNest::forgetCopy() const {
  for (Loop *L : Copy->getLoopsInPreorder())
    A.SE.forgetLoop(L);
  A.SE.forgetBlockAndLoopDispositions();
}

void TrialNest::forget() {
  A.SE.forgetTopmostLoop(&Root);
  A.SE.forgetBlockAndLoopDispositions();
}

Instruction &TrialNest::leaveUnless(Value *If, Instruction &Jump) {
  BasicBlock &Before = *Jump.getParent();
  BasicBlock *On = SplitBlock(&Before, Jump.getIterator(),
                              static_cast<DominatorTree *>(nullptr), &A.LI,
                              nullptr, "gemmify.blocks");
  Instruction *Old = Before.getTerminator();
  IRBuilder<> B(Old);
  B.SetCurrentDebugLocation(Root.getStartLoc());
  B.CreateCondBr(If, On, Root.getLoopPreheader());
  Old->eraseFromParent();
  return *On->getTerminator();
}

const GemmNest *TrialNest::recognizeWhole() {
  Known = recognizeGemm(*Innermost, A, HasOneForm);
  return Known->Nest && Known->Nest->Root == Copy ? &*Known->Nest : nullptr;
}

bool TrialNest::thaw() {
  forgetCopy();
  return thawNest(*Copy, *Start, A.DT, [&](Value &V) {
    auto *Freeze = new FreezeInst(&V, "gemmify.frozen");
    prepare(*Freeze);
    return Freeze;
  });
}

SmallVector<GemmNest, 0> TrialNest::otherForms() const {
  SmallVector<GemmNest, 0> Forms;
  std::optional<NestChoice> Choice = Known->Choice;
  while (Choice) {
    Recognition R = recognizeOther(*Innermost, *Choice, A);
    if (R.Nest && R.Nest->Root == Copy)
      Forms.push_back(std::move(*R.Nest));
    Choice = std::move(R.Choice);
  }
  return Forms;
}

Recognition TrialNest::recognize(AAResults &AA) {
  Recognition R =
      Known ? std::move(*Known) : recognizeGemm(*Innermost, A, HasOneForm);
  Known.reset();
  if (R.Nest && !admits(*R.Nest, AA))
    return Recognition();
  if (HasOneForm)
    R.Choice.reset();
  return R;
}

/// Lets a block of its own emit the condition, on the way to the copy.
void TrialNest::branchFirst() {
  Instruction *Br = Entry->getTerminator();
  BasicBlock *Ask = SplitEdge(Entry, Start, &A.DT, &A.LI);
  Ask->setName("gemmify.checks");
  if (Loop *OfOriginal = A.LI.getLoopFor(Original); OfOriginal != Around) {
    A.LI.removeBlock(Ask);
    OfOriginal->addBasicBlockToLoop(Ask, A.LI);
  }
  IRBuilder<> B(Br);
  B.SetCurrentDebugLocation(Root.getStartLoc());
  cast<BranchInst>(Br)->setCondition(EmitFirst(B));
  cast<BranchInst>(Br)->setDebugLoc(Root.getStartLoc());
  Instruction *Jump = Ask->getTerminator();
  IRBuilder<>(Jump).CreateCondBr(B.getTrue(), Start, Original);
  Jump->eraseFromParent();
  A.DT.insertEdge(Ask, Original);
  Entry = Ask;
}

void TrialNest::keep() {
  Kept = true;
  if (EmitFirst)
    branchFirst();
  auto *Br = cast<BranchInst>(Entry->getTerminator());
  IRBuilder<> B(Br);
  B.SetCurrentDebugLocation(Root.getStartLoc());
  Br->setCondition(Emit(B));
  Open->eraseFromParent();
  Br->setDebugLoc(Root.getStartLoc());
  for (Loop *L : Root.getLoopsInPreorder())
    if (llvm::none_of(LeftOut,
                      [&](const Loop *Other) { return L->contains(Other); }))
      markFallback(*L);
  formDedicatedExitBlocks(&Root, &A.DT, &A.LI, nullptr,
                          /*PreserveLCSSA=*/false);
  forget();
  Source.reset();
}

TrialNest::~TrialNest() {
  if (Kept)
    return;
  if (BeforeRemoval)
    BeforeRemoval();
  remove();
}

/// Phis lose their entries in the reverse of the order in which they got them:
/// what is removed elsewhere than at the end moves others, and the uses of
/// their values with them.
static void leaveExits(ArrayRef<BasicBlock *> Blocks) {
  const SmallPtrSet<BasicBlock *, 16> Gone(Blocks.begin(), Blocks.end());
  SmallPtrSet<BasicBlock *, 4> Seen;
  for (BasicBlock *BB : Blocks)
    for (BasicBlock *To : successors(BB))
      if (!Gone.contains(To) && Seen.insert(To).second)
        for (PHINode &Phi : To->phis())
          for (unsigned At = Phi.getNumIncomingValues(); At-- != 0;)
            if (Gone.contains(Phi.getIncomingBlock(At)))
              Phi.removeIncomingValue(At, /*DeletePHIIfEmpty=*/false);
}

/// Takes \p Blocks, and the loops that they are all of, out of \p LI. Exits may
/// be outside of \p Around as well.
static void dropLoops(ArrayRef<BasicBlock *> Blocks, Loop *Around,
                      LoopInfo &LI) {
  SmallSetVector<Loop *, 2> Outermost;
  for (BasicBlock *BB : Blocks)
    for (Loop *L = LI.getLoopFor(BB); L && L != Around; L = L->getParentLoop())
      if (L->getParentLoop() == Around)
        Outermost.insert(L);
  for (BasicBlock *BB : Blocks)
    LI.removeBlock(BB);
  for (Loop *L : Outermost) {
    if (Around)
      Around->removeChildLoop(L);
    else
      LI.removeLoop(llvm::find(LI, L));
    LI.destroy(L);
  }
}

void TrialNest::remove() {
  SmallVector<BasicBlock *, 16> Blocks;
  A.DT.getDescendants(Start, Blocks);
  for (BasicBlock *BB : Blocks)
    if (Loop *L = A.LI.getLoopFor(BB); L && L->getHeader() == BB)
      A.SE.forgetLoop(L);
  leaveExits(Blocks);
  Instruction *Branch = Entry->getTerminator();
  BranchInst::Create(Original, Branch->getIterator());
  Branch->eraseFromParent();
  Open->eraseFromParent();
  A.DT.deleteEdge(Entry, Start);
  dropLoops(Blocks, Around, A.LI);
  for (BasicBlock *BB : Blocks)
    BB->dropAllReferences();
  for (BasicBlock *BB : Blocks)
    BB->eraseFromParent();
  for (Instruction *I : llvm::reverse(Prepared))
    I->eraseFromParent();
  DomTreeUpdater DTU(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  MergeBlockIntoPredecessor(Original, &DTU, &A.LI);
  dropDeclarationsBehind(*LastFunction);
  forget();
}

std::unique_ptr<TrialNest>
readChanged(Loop &Innermost, const Twine &Name, const NestAnalyses &A,
            function_ref<bool(const Loop &)> Applies,
            function_ref<void(const Loop &)> Change) {
  return readOutermost(
      Innermost, [&](Loop &Root) -> std::unique_ptr<TrialNest> {
        if (!Applies(Root) || !TrialNest::canCopy(Root))
          return nullptr;
        auto Trial = std::make_unique<TrialNest>(Root, Name, A);
        Change(Trial->copy());
        Trial->forgetCopy();
        Loop &Read = Trial->copyOf(Innermost);
        Trial->readInAnyCase(Read);
        for (Loop *L : Trial->copy().getLoopsInPreorder())
          if (L->isInnermost() && L != &Read)
            Trial->readAlsoAt(*L);
        return Trial->recognizeWhole() ? std::move(Trial) : nullptr;
      });
}

std::unique_ptr<TrialNest>
readOutermost(Loop &Innermost,
              function_ref<std::unique_ptr<TrialNest>(Loop &)> ReadAt) {
  if (!Innermost.isInnermost())
    return nullptr;
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims))
    if (std::unique_ptr<TrialNest> Trial = ReadAt(*Root))
      return Trial;
  return nullptr;
}

} // namespace gemmify
