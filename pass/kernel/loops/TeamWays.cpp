//===- TeamWays.cpp - How a product is cut for a team ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamWays.h"
#include "intrinsic/SharedTuning.h"
#include "pass/kernel/runtime/Team.h"

using namespace llvm;

namespace gemmify {

/// \p X over \p Y, rounded up; both are at least 1.
static Value *ceiling(IRBuilderBase &B, Value *X, Value *Y) {
  Value *Less = B.CreateSub(X, B.getInt64(1));
  return B.CreateAdd(B.CreateUDiv(Less, Y), B.getInt64(1));
}

/// Steps that the largest share takes for each step of k, with those that
/// packing and reading take the time of: it packs its rows and reads the packed
/// columns once for each block of rows, the first time those that other threads
/// have packed from their caches. What it packs of these does not depend on the
/// ways. Sizes are below 2^62 together, as C has as many elements; what wraps
/// changes the choice only.
static Value *stepsOfShare(KernelContext &Ctx, TeamWays Ways) {
  IRBuilderBase &B = Ctx.B;
  const BlockingPlan &Plan = Ctx.Plan;
  auto Most = [&](LoopDim D, unsigned Unit, Value *Shares) {
    Value *Tiles = ceiling(B, divideUp(B, Ctx.size(D), Unit), Shares);
    return B.CreateMul(Tiles, B.getInt64(Unit));
  };
  Value *Rows = Most(Ctx.View.Row, Plan.MR, Ways.Down);
  Value *Cols = Most(Ctx.View.Col, Plan.NR, Ways.Across);
  Value *Packing =
      B.CreateMul(Rows, B.getInt64(SharedTuning::PackedElementSteps));
  Value *Blocks = divideUp(B, Rows, Plan.MC);
  Value *Read = B.CreateMul(Blocks, Cols);
  Value *Reading =
      B.CreateMul(Read, B.getInt64(SharedTuning::SharedElementSteps));
  Value *OfOthers = B.CreateSub(Cols, B.CreateUDiv(Cols, Ways.Down));
  Value *Fetching =
      B.CreateMul(OfOthers, B.getInt64(SharedTuning::FetchedElementSteps));
  Value *Moving = B.CreateAdd(B.CreateAdd(Packing, Reading), Fetching);
  return B.CreateAdd(B.CreateMul(Rows, Cols), Moving);
}

/// A region's rows differ in length, so more of them are dealt.
static TeamWays waysOfRegion(IRBuilderBase &B, Value *Threads,
                             Value *MayShare) {
  Value *One = B.getInt64(1);
  Value *Many = B.CreateMul(Threads, B.getInt64(SharedTuning::RegionShares));
  Value *Down = B.CreateSelect(MayShare, Many, One);
  return {Down, B.CreateSelect(MayShare, One, Threads)};
}

TeamWays chooseWays(KernelContext &Ctx, Value *Threads) {
  IRBuilderBase &B = Ctx.B;
  Value *MayShare = hasBarrier(B);
  if (Ctx.View.Nest.Region)
    return waysOfRegion(B, Threads, MayShare);
  Value *One = B.getInt64(1);
  Value *Most = B.CreateSelect(MayShare, Threads, One);
  auto Steps = [&](Value *Down) {
    return stepsOfShare(Ctx, {Down, B.CreateUDiv(Threads, Down)});
  };
  Value *Whole = Steps(One);
  auto Last = emitWhile(
      B, "ways", {B.getInt64(2), One, Whole},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSLE(S[0], Most); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        Value *Those = Steps(S[0]);
        Value *Fewer = B.CreateICmpULT(Those, S[2]);
        Value *Down = B.CreateSelect(Fewer, S[0], S[1]);
        Value *Least = B.CreateSelect(Fewer, Those, S[2]);
        return {B.CreateAdd(S[0], One), Down, Least};
      });
  return {Last[1], B.CreateUDiv(Threads, Last[1])};
}

} // namespace gemmify
