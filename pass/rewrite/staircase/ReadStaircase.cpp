//===- ReadStaircase.cpp - Triangular nests in blocks ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadStaircase.h"
#include "BlockEmitter.h"
#include "StaircaseGuard.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/rewrite/normalize/SplitParts.h"
#include "pass/rewrite/recovery/FoldedProducts.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

namespace {
/// What the condition of a trial needs for as long as that lives.
struct Staircase {
  ModelNest Nest;
  BlockSchedule Blocks;
  EntryNumbers Numbers;
  std::optional<StaircaseGuard> Guard;
  Loop *Product = nullptr;
  /// Where rows are saved: what stands for the workspace, its bytes, and where
  /// nothing reads it any more.
  Instruction *Place = nullptr;
  Value *Bytes = nullptr;
  BasicBlock *Behind = nullptr;

  Staircase(ModelNest N, BlockSchedule B, ScalarEvolution &SE)
      : Nest(std::move(N)), Blocks(std::move(B)), Numbers(SE) {
    for (const SchedulePiece &P : Blocks.Pieces)
      if (P.IsProduct)
        Guard.emplace(Nest, P.Parts.front().Of, Numbers);
  }
  void emitWorkspace();
  Value *emit(IRBuilderBase &B);
};
} // namespace

void Staircase::emitWorkspace() {
  IRBuilder<> B(Place);
  B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
  Value *Workspace = takeWorkspace(B, Bytes);
  Place->replaceAllUsesWith(Workspace);
  Place->eraseFromParent();
  B.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  giveWorkspace(B, Workspace);
}

Value *Staircase::emit(IRBuilderBase &B) {
  if (Blocks.Saved)
    emitWorkspace();
  Value *All = Guard->emit(B);
  return Blocks.Saved ? B.CreateAnd(All, Guard->emitFits(B, *Blocks.Saved))
                      : All;
}

/// Emits the blocks before \p Jump where there is workspace for their rows;
/// where there is none, the source's loops run.
static bool emitWithWorkspace(Instruction &Jump, TrialNest &Trial,
                              Staircase &Of, BlockEmitter &Emitter,
                              const NestAnalyses &A) {
  std::tie(Of.Place, Of.Bytes) = Emitter.keepRows(Jump);
  IRBuilder<> B(&Jump);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  BasicBlock &Blocks =
      *Trial.leaveUnless(B.CreateIsNotNull(Of.Place), Jump).getParent();
  Of.Behind = SplitBlock(&Blocks, Blocks.getTerminator()->getIterator(),
                         static_cast<DominatorTree *>(nullptr), &A.LI, nullptr,
                         "gemmify.behind");
  return Emitter.run(*Blocks.getTerminator());
}

/// What is used behind the copy of a nest, which will be gone, is computed
/// before it. False where that is not so of something.
static bool giveExitValues(TrialNest &Trial, EntryNumbers &Numbers) {
  const Loop &Copy = Trial.copy();
  for (BasicBlock *BB : Copy.blocks())
    for (Instruction &I : *BB) {
      auto IsBehind = [&](Use &U) {
        return !Copy.contains(cast<Instruction>(U.getUser()));
      };
      if (llvm::none_of(I.uses(), IsBehind))
        continue;
      Instruction *Of = Trial.find(I);
      const SCEV *Last =
          Of ? exitValue(*Of, Trial.root(), Numbers.evolution()) : nullptr;
      if (!Last)
        return false;
      I.replaceUsesWithIf(Numbers.hold(Last, Trial.start()), IsBehind);
    }
  return true;
}

/// Puts the blocks in place of the copy.
static bool replaceCopy(TrialNest &Trial, Staircase &Of,
                        const NestAnalyses &A) {
  BasicBlock &Start = Trial.start();
  BlockEmitter Emitter(Of.Nest, Of.Blocks, Of.Numbers, Start, A.LI);
  const bool Gives = giveExitValues(Trial, Of.Numbers);
  Instruction *Jump = Start.getTerminator();
  if (Value *All = Gives ? Emitter.askAll(*Jump) : nullptr)
    Jump = &Trial.leaveUnless(All, *Jump);
  const bool Done =
      Gives &&
      (Of.Blocks.Saved ? emitWithWorkspace(*Jump, Trial, Of, Emitter, A)
                       : Emitter.run(*Jump));
  A.DT.recalculate(*Start.getParent());
  deleteDeadLoop(&Trial.copy(), &A.DT, &A.SE, &A.LI);
  if (isOfParts(Of.Nest.ElemTy)) {
    if (unfoldBehind(Start, A))
      Trial.readAgain();
    splitPartsBehind(Start, A.DT);
  }
  A.SE.forgetTopmostLoop(&Trial.root());
  A.SE.forgetBlockAndLoopDispositions();
  if (!Done || Emitter.products().empty())
    return false;
  for (Loop *L : Emitter.others())
    markFallback(*L);
  for (Loop *L : Emitter.products().drop_front())
    Trial.readAlsoAt(*L);
  if (Of.Blocks.IsWhole)
    Of.Guard->expectWhole();
  else if (Emitter.runsInSteps())
    Of.Guard->expectSteps();
  Of.Product = Emitter.products().front();
  return true;
}

/// Whether what \p Root stores is used for something else.
static bool usesStored(const Loop &Root) {
  return llvm::any_of(Root.blocks(), [&](const BasicBlock *BB) {
    return llvm::any_of(*BB, [&](const Instruction &I) {
      const auto *Store = dyn_cast<StoreInst>(&I);
      const auto *Of =
          Store ? dyn_cast<Instruction>(Store->getValueOperand()) : nullptr;
      return Of && Root.contains(Of) && !isa<PHINode>(Of) && !Of->hasOneUse();
    });
  });
}

/// The model of \p Root and its schedule, if there are both.
static std::optional<std::pair<ModelNest, BlockSchedule>>
modelBlocks(Loop &Root, const NestAnalyses &A) {
  for (bool ReadsStored : {false, true}) {
    if (ReadsStored && !usesStored(Root))
      break;
    std::optional<ModelNest> Nest =
        modelNest(Root, A.SE, A.LI, A.DT, ReadsStored);
    if (std::optional<BlockSchedule> Blocks =
            Nest ? scheduleBlocks(*Nest) : std::nullopt)
      return std::pair(std::move(*Nest), std::move(*Blocks));
  }
  return std::nullopt;
}

std::unique_ptr<TrialNest> readStaircase(Loop &Innermost,
                                         const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost)) {
    if (!TrialNest::isOneNest(*Root) || Root->isInnermost())
      continue;
    auto Blocks = modelBlocks(*Root, A);
    // What is used behind it is an address at most.
    if (!Blocks || !TrialNest::makeCopyable(*Root, A))
      continue;
    auto Of = std::make_shared<Staircase>(std::move(Blocks->first),
                                          std::move(Blocks->second), A.SE);
    auto Trial = std::make_unique<TrialNest>(*Root, ".block", A);
    if (!replaceCopy(*Trial, *Of, A) ||
        !Of->Guard->canEmit(
            *Trial->start().getSinglePredecessor()->getTerminator()))
      continue;
    Trial->askFirst(
        [Of](IRBuilderBase &B) { return Of->Guard->emitIsLarge(B); });
    Trial->readAt(*Of->Product, [Of](IRBuilderBase &B) { return Of->emit(B); });
    if (Of->Blocks.Saved)
      Trial->takeWorkspace();
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
