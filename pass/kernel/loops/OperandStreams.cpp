//===- OperandStreams.cpp - Operands that no cache holds ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandStreams.h"
#include "GotoLoops.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

/// The same of operands that do not fit a cache together.
static Value *streamsLarge(KernelContext &Ctx) {
  IRBuilderBase &B = Ctx.B;
  const BlockingPlan &Plan = Ctx.Plan;
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *K = Ctx.size(DimK);
  const uint64_t Most = Plan.StreamedBytes / Ctx.ElemBytes;
  const uint64_t MaxTiles = Plan.Tune.Stream.MaxTiles;
  Value *Streams = B.getFalse();
  if (Ctx.View.ReadsLeft) {
    Value *IsLarge = Ctx.exceedsFetchBytes(K);
    Value *IsThin = B.CreateICmpSLE(N, B.getInt64(std::max(1u, Plan.NR / 3)));
    Value *IsHuge = productExceeds(B, M, K, Most);
    Value *IsFlat = B.CreateICmpSLE(N, B.getInt64(MaxTiles * Plan.NR));
    Value *Thin = B.CreateAnd(IsLarge, IsThin);
    Streams = B.CreateOr(Thin, B.CreateAnd(IsHuge, IsFlat));
  }
  if (Ctx.View.ReadsRight &&
      movesBy(*Ctx.View.Right.plain(), Ctx.View.Col, Ctx.ElemBytes)) {
    Value *IsHuge = productExceeds(B, N, K, Most);
    Value *IsFlat = B.CreateICmpSLE(M, B.getInt64(MaxTiles * Plan.MR));
    Streams = B.CreateOr(Streams, B.CreateAnd(IsHuge, IsFlat));
  }
  return Streams;
}

Value *streamsOperand(KernelContext &Ctx) {
  IRBuilderBase &B = Ctx.B;
  if (!Ctx.P.SumsRest)
    return B.getFalse();
  // This wraps only for unrealistic sizes.
  Value *Elements =
      B.CreateMul(B.CreateAdd(Ctx.size(Ctx.View.Row), Ctx.size(Ctx.View.Col)),
                  Ctx.size(DimK));
  const uint64_t Few = std::min(Ctx.Plan.FetchBytes, Ctx.Plan.StreamedBytes);
  Value *IsSmall = B.CreateICmpULE(Elements, B.getInt64(Few / Ctx.ElemBytes));
  return B.CreateNot(emitOr(B, "large", IsSmall,
                            [&] { return B.CreateNot(streamsLarge(Ctx)); }));
}

} // namespace gemmify
