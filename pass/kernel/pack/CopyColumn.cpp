//===- CopyColumn.cpp - One column, as it is multiplied -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyColumn.h"
#include "pass/kernel/emit/EmitLoop.h"

using namespace llvm;

namespace gemmify {

void copyColumn(KernelContext &Ctx, const Slice &From, Value *First,
                Value *Depth, Value *To) {
  IRBuilderBase &B = Ctx.B;
  const unsigned Lanes = Ctx.Plan.Lanes;
  Value *Rest = B.CreateURem(Depth, B.getInt64(Lanes));
  Value *Whole = B.CreateSub(Depth, Rest);
  auto At = [&](Value *Step) {
    Indices Where = {B.getInt64(0), B.getInt64(0), B.getInt64(0)};
    Where[DimK] = B.CreateAdd(First, Step);
    return Where;
  };
  auto Store = [&](Value *V, Value *Step) {
    B.CreateAlignedStore(V, Ctx.elementPtr(To, Step), Align(Ctx.ElemBytes));
  };
  emitLoop(B, "column", B.getInt64(0), Whole, Lanes, /*RunsOnce=*/false,
           [&](Value *Step) {
             Store(Ctx.Slices.vector(From, At(Step), DimK, Lanes), Step);
           });
  emitLoop(
      B, "column.rest", Whole, Depth, 1, /*RunsOnce=*/false,
      [&](Value *Step) { Store(Ctx.Slices.element(From, At(Step)), Step); });
}

} // namespace gemmify
