//===- SveEmitter.cpp - Sections by elements of SVE's segments ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SveEmitter.h"
#include "Scalable.h"
#include "intrinsic/Llvm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IntrinsicsAArch64.h"

using namespace llvm;

namespace gemmify {

namespace {

/// An element: that of a lane in every segment.
struct Factor {
  Value *V = nullptr;
  unsigned Lane = 0;
};

/// Elements of the right operand, for the steps of one section.
class Factors {
public:
  explicit Factors(const Matrix &Bmat) : Bmat(Bmat) {}

  Factor get(IRBuilderBase &B, unsigned K, unsigned Col) {
    const MatrixMemory *Mem = Bmat.memory();
    if (!Mem || !Mem->isContiguous(Bmat.rows()) || Mem->Volatile ||
        Bmat.lanesTotal() < segmentLanes(Mem->ElemTy))
      return inAllLanes(B, K, Col);
    // The last segment begins early enough to end within the operand.
    const unsigned Lanes = segmentLanes(Mem->ElemTy);
    const unsigned Index = Col * Bmat.rows() + K;
    const unsigned First =
        std::min(Index / Lanes * Lanes, Bmat.lanesTotal() - Lanes);
    Value *&Segment = Segments[First];
    if (!Segment)
      Segment = loadSegment(B, *Mem, Mem->address(B, First, 0));
    return {Segment, Index - First};
  }

private:
  Factor inAllLanes(IRBuilderBase &B, unsigned K, unsigned Col) {
    Value *Element = Bmat.element(B, K, Col);
    ElementCount Count = scalableTy(Element->getType())->getElementCount();
    return {B.CreateVectorSplat(Count, Element)};
  }

  const Matrix &Bmat;
  DenseMap<unsigned, Value *> Segments;
};

class SveEmitter final : public SiteEmitter {
public:
  SmallVector<Type *> carriedTypes(LLVMContext &, const Section &S,
                                   const ProductMath &Math) const override {
    Type *Sum = Math.Kind.Sum;
    if (!isCutIntoSegments(S.Cut, Sum))
      return {};
    return SmallVector<Type *>(S.Cut.pieces(), scalableTy(Sum));
  }

  Accumulators begin(IRBuilderBase &B, const Section &S,
                     const ProductMath &Math,
                     ArrayRef<Value *> Start) const override {
    Accumulators Acc = Plain.begin(B, S, Math, Start);
    if (isCutIntoSegments(S.Cut, Math.Kind.Sum) && !Start.empty())
      for (Value *&V : Acc)
        V = toScalable(B, V);
    return Acc;
  }

  void step(IRBuilderBase &B, const Section &S, const ProductMath &Math,
            Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
            unsigned KBegin, unsigned KEnd) const override {
    if (!isCutIntoSegments(S.Cut, Math.Kind.Sum))
      return Plain.step(B, S, Math, Acc, A, Bmat, KBegin, KEnd);
    const unsigned Chunks = S.Cut.chunks();
    Factors Rights(Bmat);
    for (unsigned K = KBegin; K != KEnd; ++K) {
      SmallVector<Value *, 4> Column;
      for (unsigned I = 0; I != Chunks; ++I)
        Column.push_back(toScalable(
            B, A.lanes(B, S.Row + S.Cut.chunkRow(I), K, S.Cut.Chunk)));
      for (unsigned C = 0; C != S.Cut.Cols; ++C) {
        const Factor Right = Rights.get(B, K, S.Col + C);
        for (unsigned I = 0; I != Chunks; ++I) {
          Value *&Sum = Acc[C * Chunks + I];
          Sum = multiplyAdd(B, Math, Sum, Column[I], Right);
        }
      }
    }
  }

  SmallVector<Value *> finish(IRBuilderBase &B, const Section &S,
                              const ProductMath &Math,
                              const Accumulators &Acc) const override {
    SmallVector<Value *> Pieces = Plain.finish(B, S, Math, Acc);
    if (isCutIntoSegments(S.Cut, Math.Kind.Sum))
      for (Value *&V : Pieces)
        V = V ? toFixed(B, V, S.Cut.Chunk) : nullptr;
    return Pieces;
  }

private:
  /// Acc ± L * R, or L * R when there is no Acc yet. Always by a lane: even
  /// where all lanes of R are equal, that form keeps sums in their registers.
  static Value *multiplyAdd(IRBuilderBase &B, const ProductMath &Math,
                            Value *Acc, Value *L, Factor R) {
    Type *Ty = L->getType();
    Value *Lane = B.getInt32(R.Lane);
    if (Acc && Math.Fuse)
      return B.CreateIntrinsic(Math.Subtract ? Intrinsic::aarch64_sve_fmls_lane
                                             : Intrinsic::aarch64_sve_fmla_lane,
                               {Ty}, {Acc, L, R.V, Lane});
    WithFlags Mul(B, Math.Mul);
    Value *Product = B.CreateIntrinsic(Intrinsic::aarch64_sve_fmul_lane, {Ty},
                                       {L, R.V, Lane});
    if (!Acc)
      return Product;
    WithFlags Add(B, Math.Add);
    return Math.Subtract ? B.CreateFSub(Acc, Product)
                         : B.CreateFAdd(Acc, Product);
  }

  /// For sections with pieces of other lengths.
  const SiteEmitter &Plain = vectorEmitter(/*LaneBroadcast=*/false);
};

} // namespace

const SiteEmitter &sveEmitter() {
  static const SveEmitter Emitter;
  return Emitter;
}

} // namespace gemmify
