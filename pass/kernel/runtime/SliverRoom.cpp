//===- SliverRoom.cpp - Memory for copies of slivers ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliverRoom.h"
#include "KernelWorkspace.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/plan/EdgeShapes.h"

using namespace llvm;

namespace gemmify {

uint64_t SliverRoom::onStack(const KernelContext &Ctx) {
  const BlockingPlan &Plan = Ctx.Plan;
  const RoomTuning &Tune = Plan.Tune.Room;
  const uint64_t Tiles = uint64_t(Plan.MR) * Plan.NR * Ctx.ElemBytes;
  const uint64_t Left = Tune.KernelStack > Tiles ? Tune.KernelStack - Tiles : 0;
  const uint64_t Rows = std::max(Plan.MR, endRows(Plan));
  const uint64_t OneK = (Rows + Plan.NR) * Ctx.ElemBytes + 64;
  return std::max(std::clamp(Left, Tune.MinSlivers, Tune.MaxSlivers), OneK);
}

void SliverRoom::obtain(Value *Bytes, uint64_t MostBytes, uint64_t NearBytes) {
  IRBuilderBase &B = Ctx.B;
  if (const auto *Known = dyn_cast<ConstantInt>(Bytes))
    MostBytes = std::min(MostBytes, Known->getZExtValue());
  uint64_t Near = MostBytes;
  if (Ctx.MayAllocate)
    Near = std::min(Near, NearBytes);
  AllocaInst *Buffer = Ctx.createBuffer(
      std::max<uint64_t>(divideCeil(Near, Ctx.ElemBytes), 1), "slivers");
  Ptr = Buffer;
  Failed = B.getFalse();
  if (Near == MostBytes)
    return;
  Value *IsFar = B.CreateICmpUGT(Bytes, B.getInt64(Near));
  Value *Null = ConstantPointerNull::get(B.getPtrTy()), *Far;
  BasicBlock *Before = B.GetInsertBlock(), *Took;
  emitIf(B, "far", IsFar, [&] {
    Taken = takeWorkspace(B, B.CreateAdd(Bytes, B.getInt64(WorkspaceAlign)));
    Far = alignWorkspace(B, Taken);
    Took = B.GetInsertBlock();
  });
  if (!isa<Constant>(IsFar)) {
    auto Join = [&](Value *V, Value *Else) {
      PHINode *Phi = B.CreatePHI(B.getPtrTy(), 2);
      Phi->addIncoming(V, Took);
      Phi->addIncoming(Else, Before);
      return Phi;
    };
    Taken = Join(Taken, Null);
    Far = Join(Far, Buffer);
  }
  Value *IsNone = B.CreateIsNull(Taken);
  Failed = B.CreateAnd(IsFar, IsNone);
  Ptr = B.CreateSelect(Failed, Buffer, Far);
}

void SliverRoom::release() {
  IRBuilderBase &B = Ctx.B;
  if (Taken)
    emitIf(B, "give", B.CreateIsNotNull(Taken),
           [&] { giveWorkspace(B, Taken); });
}

} // namespace gemmify
