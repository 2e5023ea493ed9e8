//===- TilingLoops.cpp - The product without packing ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For products that fit the caches as they are. Full tiles read both operands
/// where they lie; only the last sliver of an operand, when it is not full, is
/// copied to the stack first, so that nothing beyond the edge is read.
///
//===----------------------------------------------------------------------===//

#include "../../intrinsic/MatrixCall.h"
#include "GotoLoops.h"
#include "Pack.h"
#include "Tile.h"

using namespace llvm;

namespace gemmify {

namespace {

class TilingLoops {
public:
  TilingLoops(KernelContext &Ctx, uint64_t EdgeBytes)
      : Ctx(Ctx), B(Ctx.B), MR(Ctx.Plan.MR), NR(Ctx.Plan.NR),
        KC(maxDepth(Ctx, EdgeBytes)), Tile(Ctx) {}

  void emit();

private:
  /// A sliver of an operand: where k = 0 lies and how its elements do; strides
  /// in bytes for k, in elements across.
  struct Sliver {
    Value *Ptr, *KStride, *Across;
  };
  static uint64_t maxDepth(const KernelContext &Ctx, uint64_t EdgeBytes);
  void emitBlockOfK(Value *K, Value *Depth);
  void emitTile(Value *Row, Value *Col, Value *K, Value *Depth, Sliver Right);
  Value *edge(Value *Size, unsigned Tile);
  void packEdge(const PackedOperand &Operand, LoopDim Dim, unsigned Width,
                Value *First, Value *Count, Value *K, Value *Depth,
                Value *Dest);
  Sliver choose(Value *Cond, Sliver X, Sliver Y);
  Sliver inPlace(const Slice &S, LoopDim Dim, Value *First, Value *K);
  Sliver packed(Value *Ptr, unsigned Width);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const unsigned MR, NR;
  const uint64_t KC;
  TileEmitter Tile;
  Value *M, *N, *K;
  Value *LeftEdge, *RightEdge;
  Value *RightInPlace; ///< i1: the right operand's strides allow it.
};

uint64_t TilingLoops::maxDepth(const KernelContext &Ctx, uint64_t EdgeBytes) {
  uint64_t Fits = EdgeBytes / ((Ctx.Plan.MR + Ctx.Plan.NR) * Ctx.ElemBytes);
  uint64_t KC = std::min(std::max<uint64_t>(Fits, 1), Ctx.Plan.KC);
  return KC > 8 ? KC - KC % 8 : KC;
}

void TilingLoops::emit() {
  M = Ctx.size(Ctx.View.Row);
  N = Ctx.size(Ctx.View.Col);
  K = Ctx.size(DimK);
  LeftEdge = Ctx.createBuffer(MR * KC, "left.edge");
  RightEdge = Ctx.createBuffer(NR * KC, "right.edge");
  Value *Stride = Ctx.Sig.get(Ctx.View.Right.plain()->Stride[Ctx.View.Col]);
  Value *Size = B.getInt64(Ctx.ElemBytes);
  RightInPlace =
      B.CreateAnd(B.CreateICmpEQ(B.CreateSRem(Stride, Size), B.getInt64(0)),
                  B.CreateICmpSGE(Stride, Size));
  emitLoop(B, "pc", B.getInt64(0), K, KC, true, [&](Value *First) {
    emitBlockOfK(First, Ctx.smaller(B.CreateSub(K, First), B.getInt64(KC)));
  });
}

/// First index of the last sliver.
Value *TilingLoops::edge(Value *Size, unsigned Width) {
  return B.CreateSub(Size, B.CreateURem(Size, B.getInt64(Width)));
}

void TilingLoops::packEdge(const PackedOperand &Operand, LoopDim Dim,
                           unsigned Width, Value *First, Value *Count, Value *K,
                           Value *Depth, Value *Dest) {
  emitPack(Ctx, {Operand, Dim, Width, First, Count, K, Depth}, Dest);
}

void TilingLoops::emitBlockOfK(Value *K, Value *Depth) {
  const RoleView &V = Ctx.View;
  Value *Edge = edge(M, MR);
  emitIf(B, "left.edge", B.CreateICmpSLT(Edge, M), [&] {
    packEdge(Ctx.Left, V.Row, MR, Edge, B.CreateSub(M, Edge), K, Depth,
             LeftEdge);
  });
  emitLoop(B, "jr", B.getInt64(0), N, NR, true, [&](Value *Col) {
    Value *Cols = Ctx.valid(V.Col, N, Col, NR);
    Value *Direct =
        B.CreateAnd(RightInPlace, B.CreateICmpEQ(Cols, B.getInt64(NR)));
    emitIf(B, "right.edge", B.CreateNot(Direct), [&] {
      packEdge(Ctx.Right, V.Col, NR, Col, Cols, K, Depth, RightEdge);
    });
    Sliver Right =
        choose(Direct, inPlace(V.Right, V.Col, Col, K), packed(RightEdge, NR));
    emitLoop(B, "ir", B.getInt64(0), M, MR, true,
             [&](Value *Row) { emitTile(Row, Col, K, Depth, Right); });
  });
}

TilingLoops::Sliver TilingLoops::choose(Value *Cond, Sliver X, Sliver Y) {
  return {Ctx.select(Cond, X.Ptr, Y.Ptr),
          Ctx.select(Cond, X.KStride, Y.KStride),
          Ctx.select(Cond, X.Across, Y.Across)};
}

TilingLoops::Sliver TilingLoops::inPlace(const Slice &S, LoopDim Dim,
                                         Value *First, Value *K) {
  const AffineRef &R = *S.plain();
  Indices At = {};
  At[Dim] = First;
  At[DimK] = K;
  return {Ctx.Slices.address(R, At), Ctx.Sig.get(R.Stride[DimK]),
          B.CreateSDiv(Ctx.Sig.get(R.Stride[Dim]), B.getInt64(Ctx.ElemBytes))};
}

TilingLoops::Sliver TilingLoops::packed(Value *Ptr, unsigned Width) {
  return {Ptr, B.getInt64(Width * Ctx.ElemBytes), B.getInt64(1)};
}

void TilingLoops::emitTile(Value *Row, Value *Col, Value *First, Value *Depth,
                           Sliver Right) {
  TileJob Job;
  Job.Row = Row;
  Job.Col = Col;
  Job.Rows = Ctx.valid(Ctx.View.Row, M, Row, MR);
  Job.Cols = Ctx.valid(Ctx.View.Col, N, Col, NR);
  Job.Depth = Depth;
  Job.IsFirst = B.CreateICmpEQ(First, B.getInt64(0));
  Job.IsLast = B.CreateICmpEQ(B.CreateAdd(First, Depth), K);
  Sliver Left = choose(B.CreateICmpEQ(Job.Rows, B.getInt64(MR)),
                       inPlace(Ctx.View.Left, Ctx.View.Row, Row, First),
                       packed(LeftEdge, MR));
  auto LoadLeft = [&](Value *Ptr, unsigned) -> Value * {
    return B.CreateAlignedLoad(FixedVectorType::get(Ctx.ElemTy, MR), Ptr,
                               Ctx.alignmentOf(1));
  };
  auto LoadRight = [&](Value *Ptr, unsigned) {
    return createColumnLoad(B, Ctx.ElemTy, Ptr, Right.Across, 1, NR);
  };
  Job.Left = {Left.Ptr, Left.KStride, Left.Across, LoadLeft};
  Job.Right = {Right.Ptr, Right.KStride, Right.Across, LoadRight};
  Tile.emit(Job);
}

} // namespace

void emitTilingLoops(KernelContext &Ctx, uint64_t EdgeBytes) {
  TilingLoops(Ctx, EdgeBytes).emit();
}

} // namespace gemmify
