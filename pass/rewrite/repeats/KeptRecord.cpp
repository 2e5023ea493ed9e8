//===- KeptRecord.cpp - The record of an operand that is kept -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptRecord.h"
#include "RepeatedRuns.h"
#include "pass/kernel/emit/DebugLines.h"
#include "pass/kernel/pack/KeptPacking.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

/// At the beginning of \p Exit, which only the loop leads to.
static void giveBack(BasicBlock &Exit, Value *Record, const DebugLoc &Where,
                     const NestAnalyses &A) {
  IRBuilder<> B(&Exit, Exit.getFirstInsertionPt());
  B.SetCurrentDebugLocation(Where);
  Value *Memory = loadKeptMemory(B, Record);
  Value *HasMemory = B.CreateIsNotNull(Memory);
  DomTreeUpdater DTU(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *End =
      SplitBlockAndInsertIfThen(HasMemory, B.GetInsertPoint(),
                                /*Unreachable=*/false, nullptr, &DTU, &A.LI);
  B.SetInsertPoint(End);
  giveWorkspace(B, Memory);
}

static Value *addRecord(const RepeatedRuns &Runs, const DebugLoc &Where,
                        const NestAnalyses &A) {
  Loop &Around = *Runs.Around;
  if (!Around.getLoopPreheader())
    InsertPreheaderForLoop(&Around, &A.DT, &A.LI, nullptr,
                           /*PreserveLCSSA=*/false);
  BasicBlock &Before = *Around.getLoopPreheader();
  BasicBlock &Entry = Before.getParent()->getEntryBlock();
  Value *Record = IRBuilder<>(&Entry, Entry.begin())
                      .CreateAlloca(getKeptRecordType(Before.getContext()),
                                    nullptr, "kept");
  IRBuilder<> B(Before.getTerminator());
  B.SetCurrentDebugLocation(Where);
  emitForgetKept(B, Record);
  formDedicatedExitBlocks(&Around, &A.DT, &A.LI, nullptr,
                          /*PreserveLCSSA=*/false);
  SmallVector<BasicBlock *, 4> Exits;
  Around.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    giveBack(*Exit, Record, Where, A);
  for (Instruction *I : Runs.Forget) {
    B.SetInsertPoint(I);
    suspendKept(B, Record);
  }
  return Record;
}

/// Whether a kernel of \p Plan packs all of an operand, the left one if \p
/// OfLeft.
static bool packsWhole(const Product &P, const BlockingPlan &Plan,
                       bool OfLeft) {
  return Plan.Chosen == Strategy::Packing ||
         (Plan.Chosen == Strategy::Tiling && OfLeft && !P.Order.ReadsLeft);
}

void keepAcrossRuns(Product &P, const BlockingPlan &Plan, bool MayAllocate,
                    AAResults &AA, const NestAnalyses &A) {
  if (!MayAllocate)
    return;
  const std::optional<RepeatedRuns> Runs = findRepeatedRuns(P, AA, A);
  if (!Runs || !packsWhole(P, Plan, Runs->OfLeft) ||
      P.packedConstant(Runs->OfLeft))
    return;
  const GemmNest &N = P.nest();
  P.KeepsLeft = Runs->OfLeft;
  P.KeptAcross = Runs->Around;
  P.Kept =
      addRecord(*Runs, callLocation(N, *N.Root->getHeader()->getParent()), A);
}

} // namespace gemmify
