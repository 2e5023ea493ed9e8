//===- PackedEdge.cpp - Narrower tiles of packed slivers ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedEdge.h"
#include "ShapeSwitch.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Parameters of the function.
struct EdgeParam {
  enum Index : unsigned {
    LeftPtr,
    LeftSums, ///< Null unless the plan keeps them; RightSums as well.
    RightPtr,
    RightSums,
    Depth,
    FromPtr,
    FromStride,
    ToPtr,
    ToStride,
    Shape,
    Scale, ///< Only when products are scaled.
  };
};

} // namespace

static ShapeNumbers numbers(const BlockingPlan &Plan) {
  return {Plan.Lanes, Plan.PartCols, Plan.NR / Plan.PartCols};
}

static void build(Function &F, const KernelContext &Ctx) {
  const BlockingPlan &Plan = Ctx.Plan;
  IRBuilder<> B(F.getContext());
  ShapeSwitch Choice(B, F, EdgeParam::Shape);
  auto Operand = [&](const PackedOperand &Of, unsigned Ptr, unsigned Sums,
                     unsigned Width) {
    return TileOperand{F.getArg(Ptr), B.getInt64(Width * Of.Bytes),
                       B.getInt64(1), nullptr,
                       Of.SumTy ? F.getArg(Sums) : nullptr};
  };
  const PackedTile Tile = {
      Operand(Ctx.Left, EdgeParam::LeftPtr, EdgeParam::LeftSums, Plan.MR),
      Operand(Ctx.Right, EdgeParam::RightPtr, EdgeParam::RightSums, Plan.NR),
      F.getArg(EdgeParam::Depth),
      Ctx.View.Nest.Scale ? F.getArg(EdgeParam::Scale) : nullptr,
      {F.getArg(EdgeParam::FromPtr), F.getArg(EdgeParam::FromStride)},
      {F.getArg(EdgeParam::ToPtr), F.getArg(EdgeParam::ToStride)}};
  for (EdgeShape S : partShapes(Plan))
    Choice.add(numbers(Plan).of(S), "shape",
               [&] { emitPackedTile(B, Ctx, Tile, S, Plan.Tune.Tile.Unroll); });
}

PackedEdge::PackedEdge(KernelContext &Ctx) : Ctx(Ctx) {
  Type *Ptr = Ctx.B.getPtrTy(), *Int = Ctx.B.getInt64Ty();
  Fn = getTileFunction(Ctx, "part" + describeSlivers(Ctx),
                       {Ptr, Ptr, Ptr, Ptr, Int, Ptr, Int, Ptr, Int, Int},
                       {EdgeParam::LeftPtr, EdgeParam::LeftSums,
                        EdgeParam::RightPtr, EdgeParam::RightSums},
                       [&](Function &F) { build(F, Ctx); });
}

void PackedEdge::emitCall(const PackedTile &Tile, Value *Rows, Value *Cols) {
  IRBuilderBase &B = Ctx.B;
  auto OrNull = [&](Value *Sums) -> Value * {
    return Sums ? Sums : Constant::getNullValue(B.getPtrTy());
  };
  emitTileCall(Ctx, *Fn,
               {Tile.Left.Ptr, OrNull(Tile.Left.Sums), Tile.Right.Ptr,
                OrNull(Tile.Right.Sums), Tile.Depth, Tile.From.Ptr,
                Tile.From.Stride, Tile.To.Ptr, Tile.To.Stride,
                numbers(Ctx.Plan).of(B, Rows, Cols)});
}

} // namespace gemmify
