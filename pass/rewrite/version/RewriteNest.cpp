//===- RewriteNest.cpp - Putting a macro-kernel before a nest -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteNest.h"
#include "Fallback.h"
#include "ReuseProfitability.h"
#include "ScalarVersion.h"
#include "pass/kernel/emit/DebugLines.h"
#include "pass/rewrite/guard/Guard.h"
#include "pass/rewrite/guard/TileTest.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <deque>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

namespace {

class Rewriter {
public:
  Rewriter(const Product &P, const Legality &Legal, const BlockingPlan &Plan,
           const MacroKernel &Kernel, BasicBlock *Entry, const NestAnalyses &A)
      : N(P.nest()), Plan(Plan), Kernel(Kernel), A(A),
        Expander(A.SE, "gemmify"), Guard(N, Legal, Expander, A.SE),
        Slenderness(P.Order, Plan, Guard), Entry(Entry),
        Exit(N.Root->getUniqueExitBlock()),
        Where(callLocation(N, *Entry->getParent())) {
    if (Entry != N.Root->getLoopPreheader())
      Original = N.Root->getLoopPreheader();
  }

  RewriteOutcome run();

private:
  using UpdateList = SmallVector<DominatorTree::UpdateType, 8>;
  bool hasTileTests() const {
    return llvm::any_of(N.Tiled, [](const std::optional<Tiling> &T) {
      return T && T->hasTest();
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
  std::optional<bool> isLargeInProfile() const;
  bool saysThatLoopsRun(Value *Condition, bool Holds) const;
  void weighGuards();
  void weighBranches();
  Value *callKernel(IRBuilder<> &B);
  BasicBlock *newBlock(const Twine &Name, BasicBlock *IfTrue,
                       BasicBlock *IfFalse);
  void setCondition(BasicBlock *BB, IRBuilder<> &B, Value *Cond);

  const GemmNest &N;
  const BlockingPlan &Plan;
  const MacroKernel &Kernel;
  const NestAnalyses &A;
  SCEVExpander Expander;
  GuardEmitter Guard;
  ReuseProfitability Slenderness;
  BasicBlock *Entry; ///< Where the tests begin.
  BasicBlock *Exit;
  DebugLoc Where;                 ///< Of all that is added.
  BasicBlock *Original = nullptr; ///< Null until it is split off the entry.
  BasicBlock *Few = nullptr;      ///< Whether small loops run; null: none.
  BasicBlock *Across = nullptr;   ///< Whether more steps are few; null: never.
  BasicBlock *Short = nullptr;    ///< Whether it may be slender; null: none.
  BasicBlock *Slender = nullptr;
  BasicBlock *Check = nullptr;
  BasicBlock *Columns = nullptr; ///< Null when nothing can be interleaved.
  std::deque<TileTest> TileTests;
  BasicBlock *Call = nullptr;
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

RewriteOutcome Rewriter::run() {
  resolveExitPhis();
  IRBuilder<> B(Entry->getTerminator());
  B.SetCurrentDebugLocation(Where);
  Value *Large =
      Plan.MinWork > 1 ? Guard.isLargeEnough(B, Plan.MinWork) : B.getTrue();
  Value *Holds = isTrue(Large) ? Guard.holds(B) : nullptr;
  if (Holds && isTrue(Holds) && !hasTileTests() && Kernel.alwaysSucceeds() &&
      !Original) {
    replaceNest(B);
    return {true};
  }
  guardNest(B, Large, Holds);
  return {false};
}

void Rewriter::replaceNest(IRBuilder<> &B) {
  callKernel(B);
  deleteDeadLoop(N.Root, &A.DT, &A.SE, &A.LI);
}

Value *Rewriter::callKernel(IRBuilder<> &B) {
  B.SetCurrentDebugLocation(Where);
  SmallVector<Value *, 16> Args;
  for (const KernelArg &Arg : Kernel.Args)
    Args.push_back(Arg.Val ? Arg.Val : Guard.expand(B, Arg.Expr));
  return emitKernelCall(B, Kernel, Args);
}

BasicBlock *Rewriter::newBlock(const Twine &Name, BasicBlock *IfTrue,
                               BasicBlock *IfFalse) {
  BasicBlock *BB = BasicBlock::Create(Entry->getContext(), Name,
                                      Entry->getParent(), Original);
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
    Original = SplitBlock(Entry, Entry->getTerminator(), &A.DT, &A.LI, nullptr,
                          "gemmify.original");
  Call = newBlock("gemmify.call", Exit, Original);
  for (PHINode &Phi : Exit->phis())
    Phi.addIncoming(PoisonValue::get(Phi.getType()), Call);
  UpdateList Updates;
  if (MayBeSmall)
    addSmallLoops(Updates);
  BasicBlock *Kept = keptLoops(), *IfApart = Call;
  for (const std::optional<Tiling> &T : N.Tiled)
    if (T && T->hasTest()) {
      TileTests.emplace_back(*T, IfApart, Kept, N.Root->getParentLoop(), A,
                             Updates);
      IfApart = TileTests.back().entry();
    }
  BasicBlock *Otherwise = Kept;
  if (Guard.canBeInterleaved())
    Otherwise = Columns = newBlock("gemmify.columns", IfApart, Kept);
  Check = newBlock("gemmify.check", IfApart, Otherwise);
  addSizeTests(Few ? Few : Original);
  for (BasicBlock *BB :
       {Entry, Few, Across, Short, Slender, Check, Columns, Call})
    if (BB)
      for (BasicBlock *Succ : successors(BB))
        if (BB != Entry || Succ != Original)
          Updates.push_back({DominatorTree::Insert, BB, Succ});
  A.DT.applyUpdates(Updates);
  if (Few && Kernel.RefusesNothing && !Kernel.alwaysSucceeds())
    addLoopsForFailure();
}

/// Lets a kernel that gets no memory go on to loops of its own. In front of the
/// source's, the call would take their registers.
void Rewriter::addLoopsForFailure() {
  UpdateList Updates{{DominatorTree::Delete, Call, Original}};
  Loop *Loops =
      emitCopy(N, *Call, LoopCopy::Vectorizable, Plan.Tune.Scalar, A, Updates);
  Call->getTerminator()->setSuccessor(1, Loops->getLoopPreheader());
  Updates.push_back({DominatorTree::Insert, Call, Loops->getLoopPreheader()});
  A.DT.applyUpdates(Updates);
}

void Rewriter::addSmallLoops(UpdateList &Updates) {
  if (!canHaveScalarVersion(N, Plan.Tune.Scalar, A.SE) ||
      Original->sizeWithoutDebug() != 1)
    return;
  Few = newBlock("gemmify.few", Original, Original);
  A.DT.addNewBlock(Few, Entry);
  Loop *Small =
      emitCopy(N, *Few, LoopCopy::Small, Plan.Tune.Scalar, A, Updates);
  Few->getTerminator()->setSuccessor(0, Small->getLoopPreheader());
  Updates.push_back({DominatorTree::Delete, Entry, Original});
  if (FewSteps Steps = fewSteps(N, Plan.Tune.Scalar);
      Steps.Always < Steps.Across) {
    Across = newBlock("gemmify.across", Small->getLoopPreheader(), Original);
    Few->getTerminator()->setSuccessor(1, Across);
  }
}

/// Where products go that are large enough but fail a test. Where they are
/// asked for the steps of the innermost loop as small ones are, the source's
/// loops have many, and the vectorizer need not ask again in front of each.
/// Loops that are unrolled by as many steps as they then have would be worse
/// for it: what is left over would count on addresses of its own.
BasicBlock *Rewriter::keptLoops() const {
  return Few && isVectorized(N) ? Few : Original;
}

/// Lets the entry branch to the check or to loops, those from \p Kept on, by
/// the sizes.
void Rewriter::addSizeTests(BasicBlock *Kept) {
  BasicBlock *IfLarge = Check;
  if (Plan.MinWork > 1) {
    Slender = newBlock("gemmify.slender", Kept, Check);
    IfLarge = Slender;
    if (Slenderness.isForShortRows())
      IfLarge = Short = newBlock("gemmify.short", Slender, Check);
  }
  auto *Br = BranchInst::Create(IfLarge, Kept,
                                ConstantInt::getTrue(Entry->getContext()));
  Br->setDebugLoc(Where);
  ReplaceInstWithInst(Entry->getTerminator(), Br);
}

void Rewriter::setCondition(BasicBlock *BB, IRBuilder<> &B, Value *Cond) {
  auto *Br = cast<BranchInst>(BB->getTerminator());
  Br->setCondition(
      isGuaranteedNotToBeUndefOrPoison(Cond) ? Cond : B.CreateFreeze(Cond));
}

/// How many steps \p L has in the profile.
static std::optional<unsigned> profiledSteps(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  return Latch && hasBranchWeightMD(*Latch->getTerminator())
             ? getLoopEstimatedTripCount(&L)
             : std::nullopt;
}

/// Whether the profile has products that are large enough on average; empty
/// when it says nothing about the nest.
std::optional<bool> Rewriter::isLargeInProfile() const {
  uint64_t Work = 1;
  for (ArrayRef<Loop *> Group : N.Loops)
    for (Loop *L : Group) {
      std::optional<unsigned> Steps = profiledSteps(*L);
      if (!Steps)
        return std::nullopt;
      Work = SaturatingMultiply<uint64_t>(Work, *Steps);
    }
  return Work >= Plan.MinWork;
}

/// Whether \p Condition, if it \p Holds, says no more than that loops of the
/// nest run.
bool Rewriter::saysThatLoopsRun(Value *Condition, bool Holds) const {
  Value *X, *Y;
  if (Holds ? match(Condition, m_LogicalAnd(m_Value(X), m_Value(Y)))
            : match(Condition, m_LogicalOr(m_Value(X), m_Value(Y))))
    return saysThatLoopsRun(X, Holds) && saysThatLoopsRun(Y, Holds);
  CmpPredicate Pred;
  const APInt *Bound;
  if (!match(Condition, m_ICmp(Pred, m_Value(X), m_APInt(Bound))))
    return false;
  const CmpInst::Predicate Is =
      Holds ? CmpInst::Predicate(Pred) : CmpInst::getInversePredicate(Pred);
  const bool IsAboveZero = Bound->isZero()
                               ? Is == CmpInst::ICMP_NE || ICmpInst::isGT(Is)
                               : Bound->isOne() && ICmpInst::isGE(Is);
  const SCEV *Size = A.SE.getSCEV(X);
  return IsAboveZero && llvm::any_of(N.Trip, [&](const SCEV *Trip) {
           auto *Extended = dyn_cast<SCEVIntegralCastExpr>(Trip);
           return Size == (Extended ? Extended->getOperand() : Trip);
         });
}

/// Says that the loops run, to branches in front of the nest that ask whether
/// they do. Targets evaluate conditions one after the other where one of them
/// is likely to tell, which makes up for our own tests. What is behind the
/// other branch must not become cold by it: for LLVM that is 2 %.
void Rewriter::weighGuards() {
  constexpr uint32_t Likely = 31;
  for (BasicBlock *BB = Entry, *Pred; (Pred = BB->getSinglePredecessor());
       BB = Pred) {
    auto *Br = dyn_cast<BranchInst>(Pred->getTerminator());
    if (!Br)
      return;
    if (Br->isUnconditional())
      continue;
    const bool IsFirst = Br->getSuccessor(0) == BB;
    if (!saysThatLoopsRun(Br->getCondition(), IsFirst) ||
        hasBranchWeightMD(*Br))
      return;
    setBranchWeights(*Br, {IsFirst ? Likely : 1, IsFirst ? 1 : Likely},
                     /*IsExpected=*/false);
  }
}

/// In a function with a profile, branches without weights would count as taken
/// every other time. In others, registers are for the values that the source's
/// loops use: large products can do without them.
void Rewriter::weighBranches() {
  auto Weigh = [](BasicBlock *BB, bool IsLikely) {
    auto *Br = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
    if (Br && Br->isConditional() && !isa<Constant>(Br->getCondition()))
      setBranchWeights(*Br, {IsLikely ? 127u : 1u, IsLikely ? 1u : 127u},
                       /*IsExpected=*/false);
  };
  std::optional<bool> IsLarge = isLargeInProfile();
  Weigh(Entry, IsLarge.value_or(false));
  if (!IsLarge) {
    weighGuards();
    // Enough to let the source's loops follow without a jump, which the small
    // ones can afford; little enough to leave both their registers.
    if (Few)
      setBranchWeights(*Few->getTerminator(), {1, 3}, /*IsExpected=*/false);
    return;
  }
  Weigh(Short, false);
  Weigh(Slender, false);
  const uint64_t Steps = profiledSteps(innerLoop(N)).value_or(0);
  Weigh(Few, Steps < fewSteps(N, Plan.Tune.Scalar).Always);
  Weigh(Across, Steps < fewSteps(N, Plan.Tune.Scalar).Across);
  for (BasicBlock *BB : {Check, Columns, Call})
    Weigh(BB, true);
}

/// Whether small loops run, by their steps and by what these lead across.
void Rewriter::emitSmallTests(IRBuilder<> &B) {
  const FewSteps Bounds = fewSteps(N, Plan.Tune.Scalar);
  auto IsBelow = [&](uint64_t Bound) {
    Value *Steps = Guard.expand(B, innerSteps(N));
    return B.CreateICmpULT(Steps, B.getInt64(Bound));
  };
  if (Few) {
    B.SetInsertPoint(Few->getTerminator());
    setCondition(Few, B, IsBelow(Bounds.Always));
  }
  if (Across) {
    B.SetInsertPoint(Across->getTerminator());
    SmallVector<Value *, 3> Differ;
    for (const auto &[Stride, Bytes] : stridesAcross(N))
      Differ.push_back(
          B.CreateICmpNE(Guard.expand(B, Stride), B.getInt64(Bytes)));
    Value *IsFew = IsBelow(Bounds.Across);
    setCondition(Across, B, B.CreateLogicalAnd(IsFew, B.CreateOr(Differ)));
  }
}

void Rewriter::guardNest(IRBuilder<> &B, Value *Large, Value *Holds) {
  buildBlocks(!isTrue(Large));
  B.SetInsertPoint(Entry->getTerminator());
  setCondition(Entry, B, Large);
  emitSmallTests(B);
  if (Short) {
    B.SetInsertPoint(Short->getTerminator());
    setCondition(Short, B, Slenderness.emitMayBe(B));
  }
  if (Slender) {
    B.SetInsertPoint(Slender->getTerminator());
    setCondition(Slender, B, Slenderness.emit(B));
  }
  B.SetInsertPoint(Check->getTerminator());
  if (!Holds)
    Holds = Guard.holds(B);
  setCondition(Check, B, Holds);
  if (Columns) {
    B.SetInsertPoint(Columns->getTerminator());
    setCondition(Columns, B, Guard.isApartByColumns(B));
  }
  for (TileTest &Test : TileTests)
    Test.emit(Expander, A.SE);
  B.SetInsertPoint(Call->getTerminator());
  Value *Done = callKernel(B);
  if (!Kernel.alwaysSucceeds())
    cast<BranchInst>(Call->getTerminator())->setCondition(Done);
  weighBranches();
  for (ArrayRef<Loop *> Group : N.Loops)
    for (Loop *L : Group)
      markFallback(*L);
  if (N.Rest)
    markFallback(*N.Rest);
  A.SE.forgetTopmostLoop(N.Root);
}

} // namespace

RewriteOutcome rewriteNest(const Product &P, const Legality &Legal,
                           const BlockingPlan &Plan, const MacroKernel &Kernel,
                           BasicBlock &Entry, const NestAnalyses &A) {
  return Rewriter(P, Legal, Plan, Kernel, &Entry, A).run();
}

} // namespace gemmify
