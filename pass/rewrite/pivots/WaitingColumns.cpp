//===- WaitingColumns.cpp - The copy in which columns wait ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Before: the nest of PivotNest.h. After:
///
///     for k:
///       all of the step, in columns before Behind
///       distance[k - Begin] = how far the row is that row k was exchanged with
///       if (k + 1 == Behind or k is the last one):
///         for all steps t of the block: exchange rows in columns from Behind
///         for all steps t: update rows of the block in these columns
///         product of all rows behind it
///         next block
///
//===----------------------------------------------------------------------===//

#include "WaitingColumns.h"
#include "intrinsic/Tuning.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

static constexpr unsigned Root = 0;

WaitingColumns::WaitingColumns(const PivotNest &P, TrialNest &Trial,
                               EntryNumbers &Numbers, const NestAnalyses &A)
    : P(P), Trial(Trial), A(A), Loops(A.LI, Trial.root().getStartLoc()),
      Emitter(P.Nest, P.Later, Numbers, Trial.start(), A.LI),
      Factors(P, Trial, Numbers, Emitter.statements(), Loops),
      Numbers(P, Trial, Emitter.statements()) {}

static bool endsInLatch(const Loop &L) {
  return L.getExitingBlock() && L.getExitingBlock() == L.getLoopLatch() &&
         isa<BranchInst>(L.getLoopLatch()->getTerminator());
}

/// Nothing of \p L is used behind it, nor that it ran.
static bool isClosed(const Loop &L) {
  return L.getExitBlock()->phis().empty() &&
         llvm::all_of(L.blocks(), [&](const BasicBlock *BB) {
           return llvm::all_of(*BB, [&](const Instruction &I) {
             return llvm::all_of(I.users(), [&](const User *U) {
               return L.contains(cast<Instruction>(U));
             });
           });
         });
}

bool WaitingColumns::canClip(const PivotNest &P) {
  auto CanClip = [](const Loop &L) { return endsInLatch(L) && isClosed(L); };
  return P.Nest.Root->isLoopExiting(P.Nest.Root->getLoopLatch()) &&
         llvm::all_of(
             P.Waiting,
             [&](unsigned L) { return CanClip(*P.Nest.Loops[L].L); }) &&
         (!P.exchanges() || CanClip(*P.Swap.L));
}

void WaitingColumns::addCounters() {
  Loop &Copy = Trial.copy();
  BasicBlock &Start = *Copy.getLoopPreheader();
  IRBuilder<> B(Start.getTerminator());
  B.SetCurrentDebugLocation(P.Nest.Root->getStartLoc());
  Value *First = Emitter.statements().term(B, P.Nest.Loops[Root].Low);
  Value *Size = B.getInt64(SharedTuning::StaircaseRows);
  Value *End = B.CreateAdd(First, Size);
  B.SetInsertPoint(Copy.getHeader(), Copy.getHeader()->begin());
  Type *I64 = B.getInt64Ty();
  Step = B.CreatePHI(I64, 2, "gemmify.step");
  Begin = B.CreatePHI(I64, 2, "gemmify.first");
  Behind = B.CreatePHI(I64, 2, "gemmify.behind");
  Step->addIncoming(First, &Start);
  Begin->addIncoming(First, &Start);
  Behind->addIncoming(End, &Start);
  if (!P.exchanges())
    return;
  BasicBlock &Entry = Start.getParent()->getEntryBlock();
  Distances = new AllocaInst(ArrayType::get(I64, SharedTuning::StaircaseRows),
                             0, "gemmify.distances", Entry.getFirstNonPHIIt());
  Trial.onRemoval([D = Distances] { D->eraseFromParent(); });
  B.SetInsertPoint(Copy.getHeader(), Copy.getHeader()->getFirstInsertionPt());
  B.CreateStore(B.getInt64(0), placeOf(B, Step));
}

/// Where the distance of \p Step is.
Value *WaitingColumns::placeOf(IRBuilderBase &B, Value *Step) {
  return distanceAt(B, *Distances, Begin, Step);
}

/// Has the copy of \p Of, the loop \p Number, end before the first column that
/// waits. \p Column is that of an iteration.
void WaitingColumns::clip(const Loop &Of, unsigned Number, const Term &Column) {
  Loop &L = Trial.copyOf(Of);
  Instruction *Jump = L.getLoopPreheader()->getTerminator();
  IRBuilder<> B(Jump);
  B.SetCurrentDebugLocation(Of.getStartLoc());
  StatementEmitter &Emit = Emitter.statements();
  Emit.setCounter(Root, Step);
  Value *Low = Emit.term(B, P.Nest.Loops[Number].Low + Column.Plus);
  const Term &OfStep = P.Step.At[P.ColumnOf];
  Value *Columns =
      B.CreateNSWSub(B.CreateNSWAdd(Behind, B.getInt64(OfStep.Plus)), Low);
  // It runs where there is a column.
  BasicBlock *Exit = L.getExitBlock();
  BasicBlock *Enter =
      SplitBlock(Jump->getParent(), Jump, static_cast<DominatorTree *>(nullptr),
                 &A.LI, nullptr, "gemmify.columns");
  Instruction *Ask = Enter->getSinglePredecessor()->getTerminator();
  B.SetInsertPoint(Ask);
  B.CreateCondBr(B.CreateICmpSGT(Columns, B.getInt64(0)), Enter, Exit);
  Ask->eraseFromParent();
  B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
  PHINode *Count = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.column");
  auto *Br = cast<BranchInst>(L.getLoopLatch()->getTerminator());
  B.SetInsertPoint(Br);
  Value *Next = B.CreateAdd(Count, B.getInt64(1), "", true, true);
  Count->addIncoming(B.getInt64(0), Enter);
  Count->addIncoming(Next, L.getLoopLatch());
  Value *Ends = B.CreateICmpEQ(Next, Columns), *Known = Br->getCondition();
  const bool ExitsIfTrue = !L.contains(Br->getSuccessor(0));
  Br->setCondition(ExitsIfTrue ? B.CreateOr(Known, Ends)
                               : B.CreateAnd(Known, B.CreateNot(Ends)));
}

/// How far the rows are apart that are exchanged, before they are.
Value *WaitingColumns::expandDistance() {
  auto PointerOf = [&](unsigned I) {
    return A.SE.getSCEV(Trial[P.Swap.Loads[I]->getPointerOperand()]);
  };
  const SCEV *Distance = A.SE.getMinusSCEV(PointerOf(1), PointerOf(0));
  SCEVExpander Expander = createExpander(A.SE);
  Instruction *At = Trial.copyOf(*P.Swap.L).getLoopPreheader()->getTerminator();
  return Expander.expandCodeFor(Distance, Type::getInt64Ty(At->getContext()),
                                At);
}

/// Columns that wait go through all exchanges up to the step \p LastStep.
void WaitingColumns::swapRows(Instruction &At, Value *LastStep) {
  if (!P.exchanges())
    return;
  StatementEmitter &Emit = Emitter.statements();
  const ModelLoop &Columns = P.Nest.Loops[P.SwapLoop];
  const AsideAccess &Own = P.find(*P.Swap.Loads[0]);
  const Term &OfOwn = Own.Of->At[P.ColumnOf], &OfStep = P.Step.At[P.ColumnOf];
  HostLoop Each = Loops.addLoop(At, Begin, LastStep, /*Down=*/false,
                                /*Guarded=*/true);
  Emit.setCounter(Root, Each.Counter);
  IRBuilder<> B(Each.Body);
  Value *Distance = B.CreateLoad(B.getInt64Ty(), placeOf(B, Each.Counter));
  Value *First = B.CreateNSWAdd(Behind, B.getInt64(OfStep.Plus - OfOwn.Plus));
  Value *Low = Emit.term(B, Columns.Low);
  First = B.CreateBinaryIntrinsic(Intrinsic::smax, First, Low);
  Value *Last = Emit.term(B, Columns.High);
  Instruction &On = Loops.addBranch(*Each.Body, B.CreateIsNotNull(Distance));
  HostLoop Column = Loops.addLoop(On, First, Last, /*Down=*/false,
                                  /*Guarded=*/true);
  Emit.setCounter(P.SwapLoop, Column.Counter);
  B.SetInsertPoint(Column.Body);
  Value *Place = Emit.address(B, Own.Address);
  exchangeElements(
      B, P.Nest.ElemTy, {Place, B.CreatePtrAdd(Place, Distance)},
      std::min({P.Swap.Loads[0]->getAlign(), P.Swap.Loads[1]->getAlign(),
                P.Swap.Stores[0]->getAlign(), P.Swap.Stores[1]->getAlign()}));
  markFallback(*Each.L);
  markFallback(*Column.L);
}

/// Factors are there where columns wait: the source may not come to others.
void WaitingColumns::exchangeFactors(Instruction &At, Value *LastStep) {
  if (!P.Factor || !P.exchanges())
    return;
  const Term &Column = P.update().Target.At[P.ColumnOf];
  IRBuilder<> B(&At);
  Value *Last = Emitter.statements().term(
      B, P.Nest.Loops[Column.Index].High +
             (Column.Plus - P.Step.At[P.ColumnOf].Plus));
  Factors.exchange(Loops.addBranch(At, B.CreateICmpSLE(Behind, Last)), Begin,
                   LastStep, *Distances);
}

/// At the end of a block.
bool WaitingColumns::catchUp() {
  Loop &Copy = Trial.copy();
  auto *Br = cast<BranchInst>(Copy.getLoopLatch()->getTerminator());
  IRBuilder<> B(Br);
  B.SetCurrentDebugLocation(P.Nest.Root->getStartLoc());
  Value *Next = B.CreateAdd(Step, B.getInt64(1), "", false, true);
  Value *Ends = B.CreateICmpEQ(Next, Behind);
  Value *Leaves = Copy.contains(Br->getSuccessor(0))
                      ? B.CreateNot(Br->getCondition())
                      : Br->getCondition();
  Value *Later =
      B.CreateNSWAdd(Behind, B.getInt64(SharedTuning::StaircaseRows));
  Value *NextBegin = B.CreateSelect(Ends, Behind, Begin);
  Value *NextBehind = B.CreateSelect(Ends, Later, Behind);
  Instruction &At = Loops.addBranch(*Br, B.CreateOr(Ends, Leaves));
  swapRows(At, Step);
  exchangeFactors(At, Step);
  const bool Done = Emitter.runBlock(At, Begin, Behind);
  BasicBlock *Latch = Br->getParent();
  Step->addIncoming(Next, Latch);
  Begin->addIncoming(NextBegin, Latch);
  Behind->addIncoming(NextBehind, Latch);
  for (PHINode &Phi : Copy.getHeader()->phis())
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I)
      if (Copy.contains(Phi.getIncomingBlock(I)))
        Phi.setIncomingBlock(I, Latch);
  return Done;
}

/// Puts a block between \p From, in \p L, and \p To, which is not.
static BasicBlock *addExit(BasicBlock &From, BasicBlock &To, const Loop &L,
                           LoopInfo &LI) {
  BasicBlock *Exit =
      BasicBlock::Create(To.getContext(), "gemmify.leave", To.getParent(), &To);
  IRBuilder<> B(Exit);
  B.SetCurrentDebugLocation(From.getTerminator()->getDebugLoc());
  B.CreateBr(&To);
  From.getTerminator()->replaceSuccessorWith(&To, Exit);
  To.replacePhiUsesWith(&From, Exit);
  Loop *Around = L.getParentLoop();
  while (Around && !Around->contains(&To))
    Around = Around->getParentLoop();
  if (Around)
    Around->addBasicBlockToLoop(Exit, LI);
  return Exit;
}

/// Blocks on the ways out in the middle of a step, which the copy alone takes.
SmallVector<BasicBlock *, 2> WaitingColumns::splitExits() {
  Loop &Copy = Trial.copy();
  SmallVector<Loop::Edge, 4> Edges;
  Copy.getExitEdges(Edges);
  SmallVector<BasicBlock *, 2> Exits;
  for (const auto &[From, To] : Edges) {
    const bool IsEnd = From == Copy.getLoopLatch();
    if (IsEnd && !P.Factor)
      continue;
    BasicBlock *Exit = addExit(const_cast<BasicBlock &>(*From),
                               const_cast<BasicBlock &>(*To), Copy, A.LI);
    if (!IsEnd)
      Exits.push_back(Exit);
    Factors.endAt(*Exit);
  }
  A.DT.recalculate(*Copy.getHeader()->getParent());
  return Exits;
}

/// Where the nest is left in the middle of a step, those before are done.
void WaitingColumns::catchUpAt(BasicBlock &Exit) {
  Instruction *At = Exit.getTerminator();
  IRBuilder<> B(At);
  Value *Last = B.CreateNSWSub(Step, B.getInt64(1));
  swapRows(*At, Last);
  exchangeFactors(*At, Last);
  Emitter.runPart(P.AtExit, *At, Begin, Behind, Step);
}

Loop *WaitingColumns::run() {
  const SmallVector<Loop *, 4> Own = Trial.copy().getLoopsInPreorder();
  const SmallVector<BasicBlock *, 2> Exits = splitExits();
  Factors.reserve();
  // New phis are not complete before the end.
  Value *Distance = P.exchanges() ? expandDistance() : nullptr;
  addCounters();
  if (Distance) {
    IRBuilder<> B(Trial.copyOf(*P.Swap.L).getLoopPreheader()->getTerminator());
    B.CreateStore(Distance, placeOf(B, Step));
  }
  Factors.keep(Begin, Step);
  Numbers.keep(Begin, Step);
  for (unsigned L : P.Waiting)
    clip(*P.Nest.Loops[L].L, L, P.columnIn(L));
  if (P.exchanges())
    clip(*P.Swap.L, P.SwapLoop, P.find(*P.Swap.Loads[0]).Of->At[P.ColumnOf]);
  for (BasicBlock *Exit : Exits)
    catchUpAt(*Exit);
  const bool Done = catchUp();
  A.DT.recalculate(*Trial.start().getParent());
  Trial.forgetCopy();
  for (Loop *L : Own)
    markFallback(*L);
  for (Loop *L : Emitter.others())
    markFallback(*L);
  return Done && !Emitter.products().empty() ? Emitter.products().front()
                                             : nullptr;
}

} // namespace gemmify
