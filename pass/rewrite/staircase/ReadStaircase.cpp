//===- ReadStaircase.cpp - Triangular nests in blocks ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadStaircase.h"
#include "BlockEmitter.h"
#include "StaircaseGuard.h"
#include "pass/rewrite/version/Fallback.h"
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

  Staircase(ModelNest N, BlockSchedule B, ScalarEvolution &SE)
      : Nest(std::move(N)), Blocks(std::move(B)), Numbers(SE) {
    for (const SchedulePiece &P : Blocks.Pieces)
      if (P.IsProduct)
        Guard.emplace(Nest, P.Parts.front().Of, Numbers);
  }
};
} // namespace

/// Puts the blocks in place of the copy.
static bool replaceCopy(TrialNest &Trial, Staircase &Of,
                        const NestAnalyses &A) {
  BasicBlock &Start = Trial.start();
  BlockEmitter Emitter(Of.Nest, Of.Blocks, Of.Numbers, Start, A.LI);
  const bool Done = Emitter.run(*Start.getTerminator());
  A.DT.recalculate(*Start.getParent());
  deleteDeadLoop(&Trial.copy(), &A.DT, &A.SE, &A.LI);
  A.SE.forgetTopmostLoop(&Trial.root());
  A.SE.forgetBlockAndLoopDispositions();
  if (!Done || Emitter.products().empty())
    return false;
  for (Loop *L : Emitter.others())
    markFallback(*L);
  for (Loop *L : Emitter.products().drop_front())
    Trial.readAlsoAt(*L);
  Of.Product = Emitter.products().front();
  return true;
}

std::unique_ptr<TrialNest> readStaircase(Loop &Innermost,
                                         const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost)) {
    if (!TrialNest::canCopy(*Root) || Root->isInnermost())
      continue;
    std::optional<ModelNest> Nest = modelNest(*Root, A.SE, A.LI, A.DT);
    std::optional<BlockSchedule> Blocks =
        Nest ? scheduleBlocks(*Nest) : std::nullopt;
    if (!Blocks)
      continue;
    auto Of =
        std::make_shared<Staircase>(std::move(*Nest), std::move(*Blocks), A.SE);
    auto Trial = std::make_unique<TrialNest>(*Root, ".block", A);
    if (!replaceCopy(*Trial, *Of, A) ||
        !Of->Guard->canEmit(
            *Trial->start().getSinglePredecessor()->getTerminator()))
      continue;
    Trial->askFirst(
        [Of](IRBuilderBase &B) { return Of->Guard->emitIsLarge(B); });
    Trial->readAt(*Of->Product,
                  [Of](IRBuilderBase &B) { return Of->Guard->emit(B); });
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
