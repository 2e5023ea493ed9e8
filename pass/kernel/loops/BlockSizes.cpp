//===- BlockSizes.cpp - How large the blocks of a product are -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSizes.h"
#include "pass/kernel/pack/PackPlanes.h"
#include "pass/plan/EvenBlocks.h"

using namespace llvm;

namespace gemmify {

namespace {

/// NumberOps as IR.
struct EmittedOps {
  using Value = llvm::Value *;
  IRBuilderBase &B;
  Value number(uint64_t N) const { return B.getInt64(N); }
  Value add(Value X, Value Y) const { return B.CreateAdd(X, Y); }
  Value subtract(Value X, Value Y) const { return B.CreateSub(X, Y); }
  Value multiply(Value X, Value Y) const { return B.CreateMul(X, Y); }
  Value divide(Value X, Value Y) const { return B.CreateUDiv(X, Y); }
};

class BlockChoice {
public:
  BlockChoice(KernelContext &Ctx, const PackingLayout &L,
              const BlockLimits *Limits)
      : Ctx(Ctx), B(Ctx.B), L(L), Limits(Limits), MR(Ctx.Plan.MR),
        NR(Ctx.Plan.NR), M(Ctx.size(Ctx.View.Row)), N(Ctx.size(Ctx.View.Col)) {}

  BlockSizes run();

private:
  Value *blocksOf(Value *Size, Value *Most, uint64_t Step) {
    return evenBlock(EmittedOps{B}, Size, Most, B.getInt64(Step));
  }
  bool mayBeDeep() const;
  Value *maxDepth();
  Value *maxRows(Value *KC);
  Value *rows(Value *GroupRows, Value *Most);
  Value *maxCols(Value *KC);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackingLayout &L;
  const BlockLimits *const Limits;
  const unsigned MR, NR;
  Value *const M, *const N;
};

} // namespace

/// Of what the depth of blocks is a multiple.
static uint64_t unitOfDepth(const BlockingPlan &Plan, const PackingLayout &L) {
  const uint64_t Nice = Plan.niceDepth();
  return L.KC % Nice ? Plan.KR : Nice;
}

uint64_t plannedDepth(const BlockingPlan &Plan, const PackingLayout &L,
                      uint64_t K) {
  return evenBlock(NumberOps(), K, L.KC, unitOfDepth(Plan, L));
}

BlockSizes BlockChoice::run() {
  BlockSizes Sizes;
  Sizes.Depth = blocksOf(Ctx.size(DimK), maxDepth(), unitOfDepth(Ctx.Plan, L));
  Value *Rows = Limits ? Limits->Rows : M;
  Sizes.GroupRows =
      L.RestRows ? blocksOf(Rows, B.getInt64(L.RestRows), MR) : Rows;
  Sizes.Rows = rows(Sizes.GroupRows, maxRows(Sizes.Depth));
  Value *Cols = maxCols(Sizes.Depth);
  if (Limits)
    Cols = B.CreateMul(Cols, Limits->Across);
  Sizes.Cols = blocksOf(N, Cols, NR);
  return Sizes;
}

/// Whether blocks may have BlockingPlan::DeepKC steps of k: they are as large
/// as planned.
bool BlockChoice::mayBeDeep() const {
  const BlockingPlan &Plan = Ctx.Plan;
  return Plan.DeepKC && !L.RestRows && L.MC == Plan.MC && L.KC == Plan.KC &&
         L.NC == Plan.NC;
}

Value *BlockChoice::maxDepth() {
  if (!mayBeDeep())
    return B.getInt64(L.KC);
  Value *IsFar = productExceeds(B, M, N, Ctx.Plan.FarBytes / Ctx.ElemBytes - 1);
  return B.CreateSelect(IsFar, B.getInt64(Ctx.Plan.DeepKC), B.getInt64(L.KC));
}

/// As many rows of the left operand as fit in place of mc×kc: with few steps of
/// k, a product mostly moves C, which is best streamed along its columns.
Value *BlockChoice::maxRows(Value *KC) {
  if (!Ctx.Plan.hasEdgeTiles() || L.RestRows)
    return B.getInt64(L.MC);
  Value *Slivers = B.CreateUDiv(B.getInt64(L.MC / MR * L.KC), KC);
  if (findsRuns(Ctx, L)) {
    const uint64_t Most = std::max(L.MC, SharedTuning::MaxRunRows);
    Slivers = Ctx.smaller(Slivers, B.getInt64(Most / MR));
  }
  return B.CreateMul(Slivers, B.getInt64(MR));
}

/// Where the left operand is packed by planes, a block ends with a line of C's
/// vectors, unless that makes it much smaller.
Value *BlockChoice::rows(Value *GroupRows, Value *Most) {
  const LoopDim Row = Ctx.View.Row;
  if (L.RestRows || !mayHavePlanes(Ctx, Ctx.Left, Row))
    return blocksOf(GroupRows, Most, MR);
  Value *Line = Ctx.Sig.get(Ctx.View.Nest.Index[Row].Axes.Inside.back());
  Value *Common = B.CreateBinaryIntrinsic(
      Intrinsic::umin, B.CreateAnd(Line, B.CreateNeg(Line)),
      B.getInt64(MR & -MR)); // Divides both.
  Value *Lines = B.CreateMul(B.CreateUDiv(Line, Common), B.getInt64(MR));
  Value *Half = B.CreateUDiv(Most, B.getInt64(2));
  Value *ByLines = B.CreateAnd(
      {hasPlanes(Ctx, Ctx.Left, Row), B.CreateICmpULE(Lines, Half)});
  Value *Unit = B.CreateSelect(ByLines, Lines, B.getInt64(MR));
  Most = B.CreateSub(Most, B.CreateURem(Most, Unit));
  return evenBlock(EmittedOps{B}, GroupRows, Most, Unit);
}

/// As many columns of the right operand as fit in place of kc×nc.
Value *BlockChoice::maxCols(Value *KC) {
  if (!mayBeDeep())
    return B.getInt64(L.NC);
  Value *Slivers = B.CreateUDiv(B.getInt64(L.NC / NR * L.KC), KC);
  Slivers = Ctx.smaller(Slivers, B.getInt64(L.NC / NR));
  return B.CreateMul(Slivers, B.getInt64(NR));
}

BlockSizes chooseBlocks(KernelContext &Ctx, const PackingLayout &Layout,
                        const BlockLimits *Limits) {
  return BlockChoice(Ctx, Layout, Limits).run();
}

bool findsRuns(const KernelContext &Ctx, const PackingLayout &Layout) {
  const GemmNest &N = Ctx.View.Nest;
  return N.C.isCarried() && !N.Region && Layout.Home == WorkspaceHome::Heap;
}

bool mayTransposePlanes(KernelContext &Ctx, const PackingLayout &Layout) {
  return Layout.Home == WorkspaceHome::Heap &&
         (mayHavePlanes(Ctx, Ctx.Left, Ctx.View.Row) ||
          mayHavePlanes(Ctx, Ctx.Right, Ctx.View.Col));
}

} // namespace gemmify
