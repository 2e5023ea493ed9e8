//===- PackStep.cpp - Packs the operands of all products ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackStep.h"
#include "PackPairs.h"

using namespace llvm;

namespace gemmify {

void emitPackStep(KernelContext &Ctx, const PackedBlock &First, Value *Dest,
                  Value *Bytes) {
  const StepProducts &Step = Ctx.View.Nest.Step;
  auto Pack = [&](const PackedBlock &Block, unsigned Product) {
    if (Step.PairedAlong == Block.Dim)
      emitPackPairs(Ctx, Block, Step.Pairs[Product], Dest);
    else
      emitPack(Ctx, Block, Dest);
  };
  Pack(First, 0);
  unsigned Product = 0;
  const bool IsLeft = &First.Operand == &Ctx.Left;
  for (const auto &[Left, Right] : Ctx.More) {
    const PackedBlock Next = {
        IsLeft ? Left : Right, First.Dim, First.Width, First.First,
        First.Count,           First.K,   First.Depth};
    Dest = Ctx.B.CreatePtrAdd(Dest, Bytes);
    Pack(Next, ++Product);
  }
}

} // namespace gemmify
