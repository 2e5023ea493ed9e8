//===- RewriteNest.cpp - Putting a macro-kernel before a nest -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteNest.h"
#include "BranchWeights.h"
#include "Fallback.h"
#include "ReuseProfitability.h"
#include "ScalarVersion.h"
#include "intrinsic/Llvm.h"
#include "pass/kernel/emit/DebugLines.h"
#include "pass/kernel/pack/KeptPacking.h"
#include "pass/rewrite/chunks/LargerChunks.h"
#include "pass/rewrite/guard/Guard.h"
#include "pass/rewrite/guard/TileTest.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <deque>

using namespace llvm;

namespace gemmify {

namespace {

class Rewriter {
public:
  Rewriter(const Product &P, const Legality &Legal, const BlockingPlan &Plan,
           const MacroKernel &Kernel, BasicBlock *Entry, const NestAnalyses &A)
      : P(P), N(P.nest()), Kept(P.Kept), Plan(Plan), Kernel(Kernel), A(A),
        Expander(createExpander(A.SE)), Guard(N, Legal, Expander, A.SE),
        Slenderness(P.Order, Plan, Guard, A.SE), At{Entry},
        Exit(N.Root->getUniqueExitBlock()),
        Where(callLocation(N, *Entry->getParent())) {
    if (Entry != N.Root->getLoopPreheader())
      Original = N.Root->getLoopPreheader();
  }

  /// Whether the original loops are dropped.
  bool run();

private:
  using UpdateList = SmallVector<DominatorTree::UpdateType, 8>;
  bool hasTileTests() const {
    return llvm::any_of(N.Index, [](const LoopIndex &Each) {
      return Each.Tiled && Each.Tiled->hasTest();
    });
  }
  void resolveExitPhis();
  void replaceNest(IRBuilder<> &B);
  void buildBlocks(bool MayBeSmall);
  void emitSmallTests(IRBuilder<> &B);
  void guardNest(IRBuilder<> &B, Value *Large, Value *Holds);
  void addLoopsForFailure();
  void addSmallLoops(UpdateList &Updates);
  BasicBlock *keptLoops() const;
  void addSizeTests(BasicBlock *Kept);
  SmallVector<Value *, 4> keptKey(IRBuilder<> &B);
  Value *callKernel(IRBuilder<> &B);
  BasicBlock *newBlock(const Twine &Name, BasicBlock *IfTrue,
                       BasicBlock *IfFalse);
  void setCondition(BasicBlock *BB, IRBuilder<> &B, Value *Cond);

  const Product &P;
  const GemmNest &N;
  Value *const Kept; ///< See Product.
  const BlockingPlan &Plan;
  const MacroKernel &Kernel;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GuardEmitter Guard;
  ReuseProfitability Slenderness;
  TestBlocks At;
  BasicBlock *Exit;
  DebugLoc Where;                 ///< Of all that is added.
  Value *Suspended = nullptr;     ///< What is kept, until the call.
  BasicBlock *Original = nullptr; ///< Null until it is split off the entry.
  std::deque<TileTest> TileTests;
};

bool isTrue(Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isOne();
}

/// What the exit's phis bring from outside of the nest does not depend on how
/// it is left. Nothing else in them is used.
void Rewriter::resolveExitPhis() {
  for (PHINode &Phi : Exit->phis()) {
    Value *V = Phi.getIncomingValue(0);
    auto *I = dyn_cast<Instruction>(V);
    if (Phi.getNumIncomingValues() == 1 && !(I && N.Root->contains(I)))
      Phi.replaceAllUsesWith(V);
  }
}

bool Rewriter::run() {
  resolveExitPhis();
  IRBuilder<> B(At.Entry->getTerminator());
  B.SetCurrentDebugLocation(Where);
  if (Kept)
    Suspended = suspendKept(B, Kept);
  Value *Large =
      Plan.MinWork > 1 ? Guard.isLargeEnough(B, Plan.MinWork) : B.getTrue();
  Value *Holds = isTrue(Large) ? Guard.holds(B) : nullptr;
  if (Holds && isTrue(Holds) && !hasTileTests() && Kernel.alwaysSucceeds() &&
      !Original) {
    replaceNest(B);
    return true;
  }
  guardNest(B, Large, Holds);
  return false;
}

void Rewriter::replaceNest(IRBuilder<> &B) {
  callKernel(B);
  deleteDeadLoop(N.Root, &A.DT, &A.SE, &A.LI);
}

/// What may tell the operand that is kept from that of another run.
SmallVector<Value *, 4> Rewriter::keptKey(IRBuilder<> &B) {
  SmallVector<Value *, 4> Key;
  forEachKept(P, P.KeepsLeft, [&](const SCEV *Each) {
    if (!A.SE.isLoopInvariant(Each, P.KeptAcross))
      Key.push_back(Guard.expand(B, Each));
  });
  return Key;
}

/// What is kept is of use only where the guard has found C apart from it: other
/// loops may write it.
Value *Rewriter::callKernel(IRBuilder<> &B) {
  B.SetCurrentDebugLocation(Where);
  SmallVector<Value *, 16> Args;
  for (const KernelArg &Arg : Kernel.Args)
    Args.push_back(Arg.Val ? Arg.Val : Guard.expand(B, Arg.Expr));
  if (Kept)
    resumeKept(B, Kept, Suspended, keptKey(B));
  Value *Done = emitKernelCall(B, Kernel, Args);
  if (Kept && !Kernel.alwaysSucceeds())
    keepIf(B, Kept, Done);
  return Done;
}

BasicBlock *Rewriter::newBlock(const Twine &Name, BasicBlock *IfTrue,
                               BasicBlock *IfFalse) {
  BasicBlock *BB = BasicBlock::Create(At.Entry->getContext(), Name,
                                      At.Entry->getParent(), Original);
  IRBuilder<>(BB)
      .CreateCondBr(ConstantInt::getTrue(BB->getContext()), IfTrue, IfFalse)
      ->setDebugLoc(Where);
  if (Loop *Around = N.Root->getParentLoop())
    Around->addBasicBlockToLoop(BB, A.LI);
  return BB;
}

/// All blocks at once, their conditions later: the expander wants a dominator
/// tree that knows where it inserts.
void Rewriter::buildBlocks(bool MayBeSmall) {
  if (!Original)
    Original = SplitBlock(At.Entry, At.Entry->getTerminator(), &A.DT, &A.LI,
                          nullptr, "gemmify.original");
  At.Call = newBlock("gemmify.call", Exit, Original);
  for (PHINode &Phi : Exit->phis())
    Phi.addIncoming(PoisonValue::get(Phi.getType()), At.Call);
  UpdateList Updates;
  if (MayBeSmall)
    addSmallLoops(Updates);
  BasicBlock *Kept = keptLoops(), *IfApart = At.Call;
  for (const LoopIndex &Each : N.Index)
    if (Each.Tiled && Each.Tiled->hasTest()) {
      TileTests.emplace_back(*Each.Tiled, IfApart, Kept,
                             N.Root->getParentLoop(), A, Updates);
      IfApart = TileTests.back().entry();
    }
  BasicBlock *Otherwise = Kept;
  if (Guard.canBeInterleaved())
    Otherwise = At.Columns = newBlock("gemmify.columns", IfApart, Kept);
  At.Check = newBlock("gemmify.check", IfApart, Otherwise);
  addSizeTests(At.Few ? At.Few : Original);
  for (BasicBlock *BB : {At.Entry, At.Few, At.Across, At.Short, At.Slender,
                         At.Check, At.Columns, At.Call})
    if (BB)
      for (BasicBlock *Succ : successors(BB))
        if (BB != At.Entry || Succ != Original)
          Updates.push_back({DominatorTree::Insert, BB, Succ});
  A.DT.applyUpdates(Updates);
  if (At.Few && Kernel.RefusesNothing && !Kernel.alwaysSucceeds())
    addLoopsForFailure();
}

/// Lets a kernel that gets no memory go on to loops of its own. In front of the
/// source's, the call would take their registers.
void Rewriter::addLoopsForFailure() {
  UpdateList Updates{{DominatorTree::Delete, At.Call, Original}};
  Loop *Loops = emitCopy(N, *At.Call, LoopCopy::Vectorizable, Plan.Tune.Scalar,
                         A, Updates);
  At.Call->getTerminator()->setSuccessor(1, Loops->getLoopPreheader());
  Updates.push_back(
      {DominatorTree::Insert, At.Call, Loops->getLoopPreheader()});
  A.DT.applyUpdates(Updates);
}

void Rewriter::addSmallLoops(UpdateList &Updates) {
  if (N.isVector() || !canHaveScalarVersion(N, Plan.Tune.Scalar, A.SE) ||
      Original->sizeWithoutDebug() != 1)
    return;
  At.Few = newBlock("gemmify.few", Original, Original);
  A.DT.addNewBlock(At.Few, At.Entry);
  Loop *Small =
      emitCopy(N, *At.Few, LoopCopy::Small, Plan.Tune.Scalar, A, Updates);
  At.Few->getTerminator()->setSuccessor(0, Small->getLoopPreheader());
  Updates.push_back({DominatorTree::Delete, At.Entry, Original});
  if (FewSteps Steps = fewSteps(N, Plan.Tune.Scalar);
      Steps.Always < Steps.Across) {
    At.Across = newBlock("gemmify.across", Small->getLoopPreheader(), Original);
    At.Few->getTerminator()->setSuccessor(1, At.Across);
  }
}

/// Where products go that are large enough but fail a test. Where they are
/// asked for the steps of the innermost loop as small ones are, the source's
/// loops have many, and the vectorizer need not ask again in front of each.
/// Loops that are unrolled by as many steps as they then have would be worse
/// for it: what is left over would count on addresses of its own.
BasicBlock *Rewriter::keptLoops() const {
  return At.Few && isVectorized(N) ? At.Few : Original;
}

/// Lets the entry branch to the check or to loops, those from \p Kept on, by
/// the sizes.
void Rewriter::addSizeTests(BasicBlock *Kept) {
  BasicBlock *IfLarge = At.Check;
  if (Plan.MinWork > 1) {
    At.Slender = newBlock("gemmify.slender", Kept, At.Check);
    IfLarge = At.Slender;
    if (Slenderness.isForShortRows())
      IfLarge = At.Short = newBlock("gemmify.short", At.Slender, At.Check);
  }
  auto *Br = BranchInst::Create(IfLarge, Kept,
                                ConstantInt::getTrue(At.Entry->getContext()));
  Br->setDebugLoc(Where);
  ReplaceInstWithInst(At.Entry->getTerminator(), Br);
}

void Rewriter::setCondition(BasicBlock *BB, IRBuilder<> &B, Value *Cond) {
  auto *Br = cast<BranchInst>(BB->getTerminator());
  Br->setCondition(
      isGuaranteedNotToBeUndefOrPoison(Cond) ? Cond : B.CreateFreeze(Cond));
}

/// Whether small loops run, by their steps and by what these lead across.
void Rewriter::emitSmallTests(IRBuilder<> &B) {
  const FewSteps Bounds = fewSteps(N, Plan.Tune.Scalar);
  auto IsBelow = [&](uint64_t Bound) {
    Value *Steps = Guard.expand(B, innerSteps(N));
    return B.CreateICmpULT(Steps, B.getInt64(Bound));
  };
  if (At.Few) {
    B.SetInsertPoint(At.Few->getTerminator());
    setCondition(At.Few, B, IsBelow(Bounds.Always));
  }
  if (At.Across) {
    B.SetInsertPoint(At.Across->getTerminator());
    SmallVector<Value *, 3> Differ;
    for (const auto &[Stride, Bytes] : stridesAcross(N))
      Differ.push_back(
          B.CreateICmpNE(Guard.expand(B, Stride), B.getInt64(Bytes)));
    Value *IsFew = IsBelow(Bounds.Across);
    setCondition(At.Across, B, B.CreateLogicalAnd(IsFew, B.CreateOr(Differ)));
  }
}

void Rewriter::guardNest(IRBuilder<> &B, Value *Large, Value *Holds) {
  buildBlocks(!isTrue(Large));
  B.SetInsertPoint(At.Entry->getTerminator());
  setCondition(At.Entry, B, Large);
  emitSmallTests(B);
  if (At.Short) {
    B.SetInsertPoint(At.Short->getTerminator());
    setCondition(At.Short, B, Slenderness.emitMayBe(B));
  }
  if (At.Slender) {
    B.SetInsertPoint(At.Slender->getTerminator());
    setCondition(At.Slender, B, Slenderness.emit(B));
  }
  B.SetInsertPoint(At.Check->getTerminator());
  if (!Holds)
    Holds = Guard.holds(B);
  setCondition(At.Check, B, Holds);
  if (At.Columns) {
    B.SetInsertPoint(At.Columns->getTerminator());
    setCondition(At.Columns, B, Guard.isApartByColumns(B));
  }
  for (TileTest &Test : TileTests)
    Test.emit(Expander, A.SE);
  B.SetInsertPoint(At.Call->getTerminator());
  Value *Done = callKernel(B);
  if (!Kernel.alwaysSucceeds())
    cast<BranchInst>(At.Call->getTerminator())->setCondition(Done);
  weighBranches(N, Plan, At, A.SE);
  for (const LoopIndex &Each : N.Index)
    for (Loop *L : Each.Loops)
      markFallback(*L);
  llvm::for_each(N.Batch.Loops, [](Loop *L) { markFallback(*L); });
  if (N.Rest)
    markFallback(*N.Rest);
  A.SE.forgetTopmostLoop(N.Root);
}

} // namespace

RewriteOutcome rewriteNest(const Product &P, const Legality &Legal,
                           const BlockingPlan &Plan, const MacroKernel &Kernel,
                           BasicBlock &Entry, const NestAnalyses &A) {
  const unsigned Tile = P.Order.Row == DimI ? Plan.MR : Plan.NR;
  const bool AsksForMore = askForLargerChunks(*P.nest().Root, Tile, A);
  return {Rewriter(P, Legal, Plan, Kernel, &Entry, A).run(), AsksForMore};
}

} // namespace gemmify
