//===- ReadPivots.cpp - Columns that wait for steps -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadPivots.h"
#include "WaitingColumns.h"
#include "pass/rewrite/staircase/StaircaseGuard.h"

using namespace llvm;

namespace gemmify {

namespace {
/// What the condition of a trial needs for as long as that lives.
struct Pivots {
  PivotNest Of;
  EntryNumbers Numbers;
  StaircaseGuard Guard;

  std::optional<WaitingColumns> Waiting;

  Pivots(PivotNest P, ScalarEvolution &SE)
      : Of(std::move(P)), Numbers(SE), Guard(Of.Nest, Of.Update, Numbers) {}
  Value *emit(IRBuilderBase &B);
};
} // namespace

Value *Pivots::emit(IRBuilderBase &B) {
  Waiting->factors().emitWorkspace();
  Value *All = Guard.emit(B);
  return Of.Factor ? B.CreateAnd(All, Guard.emitFits(B, Of.FactorRows)) : All;
}

static std::unique_ptr<TrialNest> readPivotsAt(Loop &Root,
                                               const NestAnalyses &A) {
  if (!TrialNest::isOneNest(Root) || Root.isInnermost())
    return nullptr;
  std::optional<PivotNest> P = readPivotNest(Root, A.SE, A.LI, A.DT);
  if (!P || !WaitingColumns::canClip(*P) || !TrialNest::makeCopyable(Root, A))
    return nullptr;
  auto Of = std::make_shared<Pivots>(std::move(*P), A.SE);
  auto Trial = std::make_unique<TrialNest>(Root, ".wait", A);
  Of->Waiting.emplace(Of->Of, *Trial, Of->Numbers, A);
  Loop *Product = Of->Waiting->run();
  if (!Product || !Of->Guard.canEmit(
                      *Trial->start().getSinglePredecessor()->getTerminator()))
    return nullptr;
  Trial->askFirst([Of](IRBuilderBase &B) { return Of->Guard.emitIsLarge(B); });
  Trial->readAt(*Product, [Of](IRBuilderBase &B) { return Of->emit(B); });
  if (Of->Of.Factor)
    Trial->takeWorkspace();
  return Trial;
}

std::unique_ptr<TrialNest> readPivots(Loop &Innermost, const NestAnalyses &A) {
  return readOutermost(Innermost,
                       [&](Loop &Root) { return readPivotsAt(Root, A); });
}

} // namespace gemmify
