//===- VectorEmitter.cpp - Sections by plain vector instructions ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The outer product of a column of A and a row of B, on vectors of plain IR.
/// Each accumulator is a value of its own from the first step to the last, so
/// that it lives in one register.
///
//===----------------------------------------------------------------------===//

#include "Broadcasts.h"
#include "SiteEmitter.h"
#include "intrinsic/Llvm.h"

using namespace llvm;

namespace gemmify {

/// Acc ± L * R, or L * R when there is no Acc yet.
static Value *multiplyAdd(IRBuilderBase &B, const ProductMath &Math, Value *Acc,
                          Value *L, Value *R) {
  if (!Math.IsFP) {
    Value *Product = B.CreateMul(L, R);
    if (!Acc)
      return Product;
    return Math.Subtract ? B.CreateSub(Acc, Product)
                         : B.CreateAdd(Acc, Product);
  }
  if (Acc && Math.Fuse) {
    if (Math.Subtract)
      L = B.CreateFNeg(L);
    WithFlags Add(B, Math.Add);
    return B.CreateIntrinsic(Intrinsic::fmuladd, {Acc->getType()}, {L, R, Acc});
  }
  WithFlags Mul(B, Math.Mul);
  Value *Product = B.CreateFMul(L, R);
  if (!Acc)
    return Product;
  WithFlags Add(B, Math.Add);
  return Math.Subtract ? B.CreateFSub(Acc, Product)
                       : B.CreateFAdd(Acc, Product);
}

namespace {

class VectorEmitter final : public SiteEmitter {
public:
  explicit VectorEmitter(bool LaneBroadcast) : LaneBroadcast(LaneBroadcast) {}

  void step(IRBuilderBase &B, const Section &S, const ProductMath &Math,
            Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
            unsigned KBegin, unsigned KEnd) const override {
    unsigned Chunks = S.Cut.chunks();
    Broadcasts Splats(Bmat, LaneBroadcast ? S.Cut.Chunk : 0);
    for (unsigned K = KBegin; K != KEnd; ++K) {
      SmallVector<Value *, 8> Column;
      for (unsigned I = 0; I != Chunks; ++I)
        Column.push_back(
            A.lanes(B, S.Row + S.Cut.chunkRow(I), K, S.Cut.chunkLen(I)));
      for (unsigned C = 0; C != S.Cut.Cols; ++C) {
        Value *Splat = nullptr;
        for (unsigned I = 0; I != Chunks; ++I) {
          unsigned Len = S.Cut.chunkLen(I);
          if (I == 0 || Len != S.Cut.Chunk)
            Splat = Splats.get(B, K, S.Col + C, Len);
          Value *&Sum = Acc[C * Chunks + I];
          Sum = multiplyAdd(B, Math, Sum, Column[I], Splat);
        }
      }
    }
  }

private:
  bool LaneBroadcast;
};

} // namespace

const SiteEmitter &vectorEmitter(bool LaneBroadcast) {
  static const VectorEmitter ByElement(false), ByVector(true);
  return LaneBroadcast ? ByVector : ByElement;
}

} // namespace gemmify
