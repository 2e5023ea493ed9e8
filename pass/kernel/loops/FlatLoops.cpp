//===- FlatLoops.cpp - A packed operand and one in place ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatLoops.h"
#include "GotoLoops.h"
#include "intrinsic/SharedTuning.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/plan/EdgeShapes.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

bool fitsFlatLoops(const Product &P, const BlockingPlan &Plan) {
  const OperandOrder &View = P.Order;
  const GemmNest &Nest = P.nest();
  if (!Plan.FlatDepth || P.Kept || P.packedConstant(/*OfLeft=*/false))
    return false;
  const DataLayout &DL = Nest.C.Access->getDataLayout();
  return View.ReadsRight && Nest.Step.isOne() && !Nest.Region &&
         Nest.Batch.isOne() &&
         movesBy(*View.Right.plain(), DimK, DL.getTypeStoreSize(Nest.Elem.Ty));
}

/// i1: whether \p M rows are so few that the right operand is read rarely, and
/// too many for the high tiles of other loops.
static Value *hasFlatRows(KernelContext &Ctx, Value *M) {
  IRBuilderBase &B = Ctx.B;
  const BlockingPlan &Plan = Ctx.Plan;
  const uint64_t MR = Plan.MR;
  Value *IsFar = productExceeds(B, Ctx.size(Ctx.View.Col), Ctx.size(DimK),
                                Plan.FetchBytes / Plan.Tune.Cache.FetchL2s /
                                    Ctx.ElemBytes);
  Value *Most =
      B.CreateSelect(IsFar, B.getInt64(SharedTuning::MaxFlatTiles * MR),
                     B.getInt64(SharedTuning::MaxNearFlatTiles * MR));
  Value *Over = B.CreateURem(B.CreateSub(M, B.getInt64(1)), B.getInt64(MR));
  Value *Least = B.CreateSelect(B.CreateICmpULT(Over, B.getInt64(Plan.Lanes)),
                                B.getInt64(2 * MR + Plan.Lanes),
                                B.getInt64(std::max(Plan.MR, endRows(Plan))));
  Value *IsHigh = B.CreateICmpSGT(M, Least);
  return B.CreateAnd(IsHigh, B.CreateICmpSLE(M, Most));
}

Value *isFlat(KernelContext &Ctx) {
  IRBuilderBase &B = Ctx.B;
  Value *IsNarrow = B.CreateICmpSLT(Ctx.size(Ctx.View.Col),
                                    B.getInt64(SharedTuning::MinFlatCols));
  return B.CreateNot(emitOr(B, "columns", IsNarrow, [&] {
    Value *IsDeep =
        B.CreateICmpSGE(Ctx.size(DimK), B.getInt64(Ctx.Plan.FlatDepth));
    return B.CreateNot(
        Ctx.all({IsDeep, hasFlatRows(Ctx, Ctx.size(Ctx.View.Row)),
                 Ctx.hasWholeColumns()}));
  }));
}

void emitFlatLoops(KernelContext &Ctx, PackingLayout Layout) {
  Layout.RightInPlace = true;
  emitGotoLoops(Ctx, Layout);
}

} // namespace gemmify
