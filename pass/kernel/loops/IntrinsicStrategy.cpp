//===- IntrinsicStrategy.cpp - A small product as one multiply ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntrinsicStrategy.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/build/MacroKernel.h"
#include "pass/kernel/emit/RingEmitter.h"
#include "pass/kernel/tile/Tile.h"
#include "pass/product/Contiguity.h"
#include "pass/product/Product.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

namespace {

class IntrinsicProduct {
public:
  explicit IntrinsicProduct(KernelContext &Ctx)
      : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest) {}

  void emit();

private:
  unsigned sizeOf(LoopDim D) const {
    return cast<ConstantInt>(Ctx.size(D))->getZExtValue();
  }
  Value *matrix(const Slice &S, LoopDim Down, LoopDim Right, Value *Acc);
  Value *byColumns(const Slice &S, LoopDim Down, LoopDim Right, Value *Acc);
  Value *start();
  void store(Value *Result);
  std::optional<uint64_t> columnStride(const AffineRef &R, LoopDim Down,
                                       LoopDim Right) const;
  Value *columnOf(Value *Matrix, unsigned Column, unsigned Rows);
  Indices at(LoopDim Right, unsigned Index) const;

  KernelContext &Ctx;
  IRBuilderBase &B;
  const GemmNest &Nest;
};

void IntrinsicProduct::emit() {
  const OperandOrder &V = Ctx.View;
  MultiplyShape Shape = {sizeOf(V.Row), sizeOf(DimK), sizeOf(V.Col)};
  Value *Left = matrix(V.Left, V.Row, DimK, nullptr);
  Value *Right = matrix(V.Right, DimK, V.Col, nullptr);
  Value *Init = start();
  B.setFastMathFlags(Nest.Elem.flags());
  Value *Sum =
      emitAdd(B, Nest.Elem, Init, createMultiply(B, Left, Right, Shape));
  B.clearFastMathFlags();
  if (auto *I = dyn_cast<Instruction>(Sum); I && isa<FPMathOperator>(I))
    I->setMetadata(SeededMetadata, MDNode::get(B.getContext(), {}));
  store(Nest.endsWithSum() ? Sum : matrix(Nest.Final, V.Row, V.Col, Sum));
}

/// Elements between columns when \p R is a column-major matrix that
/// matrix.column.major.load and store accept.
std::optional<uint64_t> IntrinsicProduct::columnStride(const AffineRef &R,
                                                       LoopDim Down,
                                                       LoopDim Right) const {
  const auto *Stride = dyn_cast<SCEVConstant>(R.Stride[Right]);
  if (R.ElemTy != Ctx.ElemTy || !movesBy(R, Down, Ctx.ElemBytes) || !Stride ||
      !R.isStrided() || R.Alignment < Ctx.DL.getABITypeAlign(Ctx.ElemTy))
    return std::nullopt;
  int64_t Bytes = Stride->getAPInt().getSExtValue();
  if (Bytes < int64_t(sizeOf(Down) * Ctx.ElemBytes) || Bytes % Ctx.ElemBytes)
    return std::nullopt;
  return Bytes / Ctx.ElemBytes;
}

/// The values of \p S as a matrix: rows along \p Down, columns along \p Right.
Value *IntrinsicProduct::matrix(const Slice &S, LoopDim Down, LoopDim Right,
                                Value *Acc) {
  if (const AffineRef *R = S.plain()) {
    const Indices Zero = {B.getInt64(0), B.getInt64(0), B.getInt64(0)};
    if (auto Stride = columnStride(*R, Down, Right))
      return createColumnLoad(B, Ctx.ElemTy, Ctx.Slices.address(*R, Zero),
                              B.getInt64(*Stride), sizeOf(Down), sizeOf(Right));
    if (auto Stride = columnStride(*R, Right, Down))
      return createTranspose(
          B,
          createColumnLoad(B, Ctx.ElemTy, Ctx.Slices.address(*R, Zero),
                           B.getInt64(*Stride), sizeOf(Right), sizeOf(Down)),
          sizeOf(Right), sizeOf(Down));
  }
  if (!Acc && !isContiguous(S, Down, Ctx.DL) && isContiguous(S, Right, Ctx.DL))
    return createTranspose(B, byColumns(S, Right, Down, nullptr), sizeOf(Right),
                           sizeOf(Down));
  return byColumns(S, Down, Right, Acc);
}

/// Evaluates \p S one column after the other. \p Acc is a matrix.
Value *IntrinsicProduct::byColumns(const Slice &S, LoopDim Down, LoopDim Right,
                                   Value *Acc) {
  const unsigned Rows = sizeOf(Down), Cols = sizeOf(Right);
  SmallVector<Value *, 32> Columns;
  for (unsigned Col = 0; Col != Cols; ++Col)
    Columns.push_back(
        Ctx.Slices.vector(S, at(Right, Col), Down, Rows,
                          Acc ? columnOf(Acc, Col, Rows) : nullptr));
  return concatenateVectors(B, Columns);
}

Value *IntrinsicProduct::start() {
  const LoopDim Row = Ctx.View.Row, Col = Ctx.View.Col;
  if (!Nest.startsFromC())
    return matrix(Nest.Start, Row, Col, nullptr);
  Slice C;
  C.Root = Nest.C.Access;
  C.Loads.push_back(Nest.C);
  return matrix(C, Row, Col, nullptr);
}

void IntrinsicProduct::store(Value *Result) {
  const LoopDim Row = Ctx.View.Row, Col = Ctx.View.Col;
  const Indices Zero = {B.getInt64(0), B.getInt64(0), B.getInt64(0)};
  if (auto Stride = columnStride(Nest.C, Row, Col))
    return createColumnStore(B, Result, Ctx.Slices.address(Nest.C, Zero),
                             B.getInt64(*Stride), sizeOf(Row), sizeOf(Col));
  for (unsigned C = 0; C != sizeOf(Col); ++C)
    for (unsigned R = 0; R != sizeOf(Row); ++R) {
      Indices At = at(Col, C);
      At[Row] = B.getInt64(R);
      Value *V = B.CreateExtractElement(Result, C * sizeOf(Row) + R);
      B.CreateAlignedStore(V, Ctx.Slices.address(Nest.C, At), Nest.C.Alignment);
    }
}

Value *IntrinsicProduct::columnOf(Value *Matrix, unsigned Column,
                                  unsigned Rows) {
  return B.CreateShuffleVector(Matrix,
                               createSequentialMask(Column * Rows, Rows, 0));
}

Indices IntrinsicProduct::at(LoopDim Right, unsigned Index) const {
  Indices I = {B.getInt64(0), B.getInt64(0), B.getInt64(0)};
  I[Right] = B.getInt64(Index);
  return I;
}

} // namespace

void emitIntrinsicProduct(KernelContext &Ctx) { IntrinsicProduct(Ctx).emit(); }

} // namespace gemmify
