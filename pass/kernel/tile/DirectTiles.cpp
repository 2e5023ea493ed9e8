//===- DirectTiles.cpp - Tiles that are computed in C ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectTiles.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/plan/EdgeShapes.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

/// Tiles of whole vectors are loaded from C when its rows are one element apart
/// and its columns a whole number of elements, at least a tile's height.
DirectTiles::DirectTiles(KernelContext &Ctx) : Ctx(Ctx) {
  IRBuilderBase &B = Ctx.B;
  const AffineRef &C = Ctx.View.Nest.C;
  Value *Bytes = B.getInt64(Ctx.ElemBytes);
  Value *RowStride = Ctx.Sig.get(C.Stride[Ctx.View.Row]);
  Value *InBytes = Ctx.Sig.get(C.Stride[Ctx.View.Col]);
  ColStride = Ctx.inElements(InBytes);
  Value *Whole = B.CreateICmpEQ(B.CreateMul(ColStride, Bytes), InBytes);
  Value *Height = B.getInt64(Ctx.Plan.MR);
  if (Ctx.Plan.hasEdgeTiles() && !C.isCarried()) {
    Height =
        Ctx.smaller(Ctx.size(Ctx.View.Row), B.getInt64(tallRows(Ctx.Plan, 1)));
    // With a single column, the distance is arbitrary.
    ColStride =
        Ctx.select(B.CreateICmpEQ(Ctx.size(Ctx.View.Col), B.getInt64(1)),
                   Height, ColStride);
  }
  // Those that are in one run.
  if (Value *Run = runLength(Ctx, C, Ctx.View.Row))
    Height = Ctx.smaller(Run, Height);
  if (Ctx.Plan.hasPartTiles())
    Height = Ctx.smaller(Ctx.size(Ctx.View.Row), Height);
  Value *HighEnough = B.CreateICmpSGE(ColStride, Height);
  Value *Contiguous = B.CreateICmpEQ(RowStride, Bytes);
  CanBe = B.CreateAnd(B.CreateAnd(Contiguous, Whole), HighEnough);
  if (C.ElemTy != Ctx.ElemTy || !isAligned(C, Ctx.DL) || C.hasRows())
    CanBe = B.getFalse();
}

/// Whether a start value is the same everywhere.
static bool startsAlike(const GemmNest &N) {
  return !N.startsFromC() && N.Start.Loads.empty() &&
         N.Start.Counters.empty() && !N.Step.Odd;
}

Value *DirectTiles::stayInC() const {
  const GemmNest &N = Ctx.View.Nest;
  const bool Stay = N.endsWithSum() && (N.startsFromC() || startsAlike(N));
  return Stay ? CanBe : Ctx.B.getFalse();
}

Value *DirectTiles::mayBeSlender() const {
  return Ctx.Plan.hasEdgeTiles() && !Ctx.View.Nest.C.isCarried()
             ? stayInC()
             : Ctx.B.getFalse();
}

Value *DirectTiles::mayShift() const {
  IRBuilderBase &B = Ctx.B;
  Value *HasVector =
      B.CreateICmpSGE(Ctx.size(Ctx.View.Row), B.getInt64(Ctx.Plan.Lanes));
  return Ctx.all({mayBeSlender(), HasVector});
}

TilePlace DirectTiles::at(Value *Row, Value *Col) const {
  Indices First = {};
  First[Ctx.View.Row] = Row;
  First[Ctx.View.Col] = Col;
  return {Ctx.Slices.address(Ctx.View.Nest.C, First), ColStride};
}

/// \p Count times \p Element, which takes no stack. All kernels of \p M share
/// it.
static GlobalVariable *constantTile(Constant &Element, uint64_t Count,
                                    Module &M) {
  Constant *Tile =
      ConstantVector::getSplat(ElementCount::getFixed(Count), &Element);
  for (GlobalVariable &G : M.globals())
    if (G.hasPrivateLinkage() && G.isConstant() && G.hasInitializer() &&
        G.getInitializer() == Tile && G.getName().starts_with("gemmify.starts"))
      return &G;
  auto *G =
      new GlobalVariable(M, Tile->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, Tile, "gemmify.starts");
  G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  G->setAlignment(Align(64));
  return G;
}

Value *emitStarts(KernelContext &Ctx) {
  IRBuilderBase &B = Ctx.B;
  const GemmNest &N = Ctx.View.Nest;
  const unsigned MR = Ctx.Plan.MR, NR = Ctx.Plan.NR;
  if (!startsAlike(N))
    return nullptr;
  Value *Start = Ctx.Slices.element(N.Start, {});
  if (auto *Known = dyn_cast<ConstantData>(Start))
    return constantTile(*Known, uint64_t(MR) * NR,
                        *B.GetInsertBlock()->getModule());
  Value *Starts = Ctx.createBuffer(uint64_t(MR) * NR, "starts");
  Value *V = B.CreateVectorSplat(MR, Start);
  for (unsigned Col = 0; Col != NR; ++Col)
    B.CreateAlignedStore(V, Ctx.elementPtr(Starts, B.getInt64(Col * MR)),
                         Ctx.alignmentOf(MR));
  return Starts;
}

Value *rowsKept(KernelContext &Ctx, Value *Rows) {
  return Ctx.B.CreateSub(Ctx.wholeVectors(Rows), Rows);
}

} // namespace gemmify
