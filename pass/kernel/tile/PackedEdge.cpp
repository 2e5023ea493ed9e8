//===- PackedEdge.cpp - Narrower tiles of packed slivers ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedEdge.h"

using namespace llvm;

namespace gemmify {

namespace {

enum Param {
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

} // namespace

/// The number by which a shape is chosen, given vectors of rows and groups of
/// columns.
static Value *shapeNumber(IRBuilderBase &B, const BlockingPlan &Plan,
                          Value *Vectors, Value *Groups) {
  Value *One = B.getInt64(1);
  Value *Row = B.CreateMul(B.CreateSub(Vectors, One),
                           B.getInt64(Plan.NR / Plan.PartCols));
  return B.CreateAdd(Row, B.CreateSub(Groups, One));
}

static void build(Function &F, const KernelContext &Ctx) {
  const BlockingPlan &Plan = Ctx.Plan;
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  auto *None = BasicBlock::Create(F.getContext(), "none", &F);
  SwitchInst *Choice = B.CreateSwitch(F.getArg(Shape), None);
  B.SetInsertPoint(None);
  B.CreateUnreachable();
  auto Operand = [&](const PackedOperand &Of, Param Ptr, Param Sums,
                     unsigned Width) {
    return TileOperand{F.getArg(Ptr), B.getInt64(Width * Of.Bytes),
                       B.getInt64(1), nullptr,
                       Of.SumTy ? F.getArg(Sums) : nullptr};
  };
  const PackedTile Tile = {Operand(Ctx.Left, LeftPtr, LeftSums, Plan.MR),
                           Operand(Ctx.Right, RightPtr, RightSums, Plan.NR),
                           F.getArg(Depth),
                           Ctx.View.Nest.Scale ? F.getArg(Scale) : nullptr,
                           {F.getArg(FromPtr), F.getArg(FromStride)},
                           {F.getArg(ToPtr), F.getArg(ToStride)}};
  for (EdgeShape S : partShapes(Plan)) {
    auto *Case = BasicBlock::Create(F.getContext(), "shape", &F);
    Value *Number = shapeNumber(B, Plan, B.getInt64(S.Rows / Plan.Lanes),
                                B.getInt64(S.Cols / Plan.PartCols));
    Choice->addCase(cast<ConstantInt>(Number), Case);
    B.SetInsertPoint(Case);
    emitPackedTile(B, Ctx, Tile, S, Plan.Tune.Tile.Unroll);
    B.CreateRetVoid();
  }
}

PackedEdge::PackedEdge(KernelContext &Ctx) : Ctx(Ctx) {
  Type *Ptr = Ctx.B.getPtrTy(), *Int = Ctx.B.getInt64Ty();
  Fn = getTileFunction(Ctx, "part" + describeSlivers(Ctx),
                       {Ptr, Ptr, Ptr, Ptr, Int, Ptr, Int, Ptr, Int, Int},
                       {LeftPtr, LeftSums, RightPtr, RightSums},
                       [&](Function &F) { build(F, Ctx); });
}

void PackedEdge::emitCall(const PackedTile &Tile, Value *Rows, Value *Cols) {
  IRBuilderBase &B = Ctx.B;
  auto Steps = [&](Value *Count, unsigned Step) {
    return B.CreateUDiv(B.CreateAdd(Count, B.getInt64(Step - 1)),
                        B.getInt64(Step));
  };
  auto OrNull = [&](Value *Sums) -> Value * {
    return Sums ? Sums : Constant::getNullValue(B.getPtrTy());
  };
  Value *Vectors = Steps(Rows, Ctx.Plan.Lanes);
  Value *Groups = Steps(Cols, Ctx.Plan.PartCols);
  emitTileCall(Ctx, *Fn,
               {Tile.Left.Ptr, OrNull(Tile.Left.Sums), Tile.Right.Ptr,
                OrNull(Tile.Right.Sums), Tile.Depth, Tile.From.Ptr,
                Tile.From.Stride, Tile.To.Ptr, Tile.To.Stride,
                shapeNumber(B, Ctx.Plan, Vectors, Groups)});
}

} // namespace gemmify
