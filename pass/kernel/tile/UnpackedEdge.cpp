//===- UnpackedEdge.cpp - Tiles of other shapes than mr x nr --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpackedEdge.h"
#include "ShapeSwitch.h"
#include "intrinsic/MatrixCall.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Parameters of the function.
struct CornerParam {
  enum Index : unsigned {
    LeftPtr,
    LeftStep,
    RightPtr,
    RightStep,
    Across,
    Depth,
    FromPtr,
    FromStride,
    ToPtr,
    ToStride,
    Shape,
    Keep,  ///< First rows that are not stored.
    Count, ///< Tiles that follow each other.
    Scale, ///< Only when products are scaled.
  };
};

/// The body of the function that holds all shapes.
class CornerFunction {
public:
  CornerFunction(Function &F, const KernelContext &Ctx)
      : F(F), B(F.getContext()), Ctx(Ctx) {}

  void build();

private:
  void emitShape(EdgeShape S);
  void emitSeveral(EdgeShape S, bool Below);
  void emitTile(EdgeShape S, Value *LeftAt, Value *RightAt, Value *From,
                Value *To, bool MayKeep);
  Value *keepFirst(Value *Sums, Value *To, EdgeShape S);
  Value *mixRows(Value *Sums, Value *To, EdgeShape S);

  Function &F;
  IRBuilder<> B;
  const KernelContext &Ctx;
};

} // namespace

static ShapeNumbers cornerNumbers(const BlockingPlan &Plan) {
  return {Plan.Lanes, /*GroupCols=*/1, wideCols(Plan)};
}

void CornerFunction::build() {
  ShapeSwitch Choice(B, F, CornerParam::Shape);
  for (EdgeShape S : edgeShapes(Ctx.Plan))
    Choice.add(cornerNumbers(Ctx.Plan).of(S), "shape", [&] { emitShape(S); });
}

void CornerFunction::emitShape(EdgeShape S) {
  auto EmitOne = [&] {
    emitTile(S, F.getArg(CornerParam::LeftPtr), F.getArg(CornerParam::RightPtr),
             F.getArg(CornerParam::FromPtr), F.getArg(CornerParam::ToPtr),
             /*MayKeep=*/true);
  };
  const bool IsEnd = S.Rows == endRows(Ctx.Plan) && S.Cols == endCols(Ctx.Plan);
  if (isHigh(Ctx.Plan, S) || IsEnd)
    return emitSeveral(S, /*Below=*/!IsEnd);
  if (!followsBelow(Ctx.Plan, S))
    return EmitOne();
  // Most often there is one.
  Value *IsOne = B.CreateICmpEQ(F.getArg(CornerParam::Count), B.getInt64(1));
  emitIf(B, "one", IsOne, EmitOne, [&] { emitSeveral(S, /*Below=*/true); });
}

/// Count tiles, beside each other or below: those are whole. Sums that do not
/// start where they end start from the same tile each.
void CornerFunction::emitSeveral(EdgeShape S, bool Below) {
  auto Columns = [&](unsigned Stride) {
    return B.CreateMul(F.getArg(Stride), B.getInt64(S.Cols * Ctx.ElemBytes));
  };
  Value *Zero = B.getInt64(0), *Height = B.getInt64(S.Rows * Ctx.ElemBytes);
  Value *LeftNext = Below ? Height : Zero;
  Value *RightNext = Below ? Zero : Columns(CornerParam::Across);
  Value *ToNext = Below ? Height : Columns(CornerParam::ToStride);
  Value *IsInPlace = B.CreateICmpEQ(F.getArg(CornerParam::FromPtr),
                                    F.getArg(CornerParam::ToPtr));
  Value *FromNext = B.CreateSelect(IsInPlace, ToNext, Zero);
  emitWhile(
      B, "tiles",
      {F.getArg(CornerParam::Count), F.getArg(CornerParam::LeftPtr),
       F.getArg(CornerParam::RightPtr), F.getArg(CornerParam::FromPtr),
       F.getArg(CornerParam::ToPtr)},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSGT(S[0], Zero); },
      [&](ArrayRef<Value *> At) -> SmallVector<Value *, 8> {
        emitTile(S, At[1], At[2], At[3], At[4], /*MayKeep=*/!Below);
        Value *More = B.CreateSub(At[0], B.getInt64(1));
        Value *Left = B.CreatePtrAdd(At[1], LeftNext);
        Value *Right = B.CreatePtrAdd(At[2], RightNext);
        Value *From = B.CreatePtrAdd(At[3], FromNext);
        return {More, Left, Right, From, B.CreatePtrAdd(At[4], ToNext)};
      },
      /*RunsOnce=*/true);
}

void CornerFunction::emitTile(EdgeShape S, Value *LeftAt, Value *RightAt,
                              Value *From, Value *To, bool MayKeep) {
  TileOperand Left{LeftAt, F.getArg(CornerParam::LeftStep), B.getInt64(1)};
  TileOperand Right{RightAt, F.getArg(CornerParam::RightStep),
                    F.getArg(CornerParam::Across)};
  const TileTuning &Tune = Ctx.Plan.Tune.Tile;
  const bool IsSmall = S.Rows / Ctx.Plan.Lanes * S.Cols < Tune.SmallSums;
  const unsigned Unroll = IsSmall ? Tune.SmallUnroll : 1;
  MicroKernel Micro(B, Ctx.View.Nest, Ctx.Plan, S.Rows, S.Cols, Unroll,
                    Ctx.View.Nest.Scale ? F.getArg(CornerParam::Scale)
                                        : nullptr);
  Value *Init = createColumnLoad(
      B, Ctx.ElemTy, From, F.getArg(CornerParam::FromStride), S.Rows, S.Cols);
  Value *Sums =
      Micro.emit(Left, Right, F.getArg(CornerParam::Depth), false, Init);
  if (MayKeep)
    Sums = keepFirst(Sums, To, S);
  createColumnStore(B, Sums, To, F.getArg(CornerParam::ToStride), S.Rows,
                    S.Cols);
}

/// \p Sums, except rows to be kept, if any, which have the values in memory.
/// Both cases share one store: a separate store of merged rows would become a
/// masked store, which takes AMD's processors many cycles.
Value *CornerFunction::keepFirst(Value *Sums, Value *To, EdgeShape S) {
  BasicBlock *Before = B.GetInsertBlock(), *Keeping = nullptr;
  Value *Mixed = nullptr;
  emitIf(B, "keep", B.CreateICmpNE(F.getArg(CornerParam::Keep), B.getInt64(0)),
         [&] {
           Keeping = B.GetInsertBlock();
           Mixed = mixRows(Sums, To, S);
         });
  PHINode *Stored = B.CreatePHI(Sums->getType(), 2);
  Stored->addIncoming(Sums, Before);
  Stored->addIncoming(Mixed, Keeping);
  return Stored;
}

Value *CornerFunction::mixRows(Value *Sums, Value *To, EdgeShape S) {
  Value *Old = createColumnLoad(
      B, Ctx.ElemTy, To, F.getArg(CornerParam::ToStride), S.Rows, S.Cols);
  Type *RowTy = B.getIntNTy(8 * Ctx.ElemBytes);
  SmallVector<Constant *, 128> Rows, MayBeKept;
  for (unsigned Lane = 0; Lane != S.Rows * S.Cols; ++Lane) {
    Rows.push_back(ConstantInt::get(RowTy, Lane % S.Rows));
    MayBeKept.push_back(B.getInt1(Lane % S.Rows < Ctx.Plan.Lanes));
  }
  Value *Kept = B.CreateVectorSplat(
      Rows.size(), B.CreateZExtOrTrunc(F.getArg(CornerParam::Keep), RowTy));
  Value *IsKept = B.CreateICmpULT(ConstantVector::get(Rows), Kept);
  return B.CreateSelect(B.CreateAnd(IsKept, ConstantVector::get(MayBeKept)),
                        Old, Sums);
}

UnpackedEdge::UnpackedEdge(KernelContext &Ctx) : Ctx(Ctx), B(Ctx.B) {
  Type *Ptr = B.getPtrTy(), *Int = B.getInt64Ty();
  Fn = getTileFunction(
      Ctx, "edge",
      {Ptr, Int, Ptr, Int, Int, Int, Ptr, Int, Ptr, Int, Int, Int, Int},
      {CornerParam::LeftPtr, CornerParam::RightPtr},
      [&](Function &F) { CornerFunction(F, Ctx).build(); });
}

void UnpackedEdge::emitCall(const TileOperand &Left, const TileOperand &Right,
                            Value *Depth, TilePlace From, TilePlace To,
                            Value *Rows, Value *Cols, Value *Keep,
                            Value *Tiles) {
  emitTileCall(Ctx, *Fn,
               {Left.Ptr, Left.KStride, Right.Ptr, Right.KStride, Right.Across,
                Depth, From.Ptr, From.Stride, To.Ptr, To.Stride,
                cornerNumbers(Ctx.Plan).of(B, Rows, Cols), Keep, Tiles});
}

} // namespace gemmify
