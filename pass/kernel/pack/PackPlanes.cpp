//===- PackPlanes.cpp - Packing planes of two axes ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackPlanes.h"
#include "TransposeLines.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Elements of a line that are read at once.
static unsigned squareSide(const PackedOperand &Operand) {
  return std::max<uint64_t>(2, 16 / Operand.Bytes);
}

/// Lines that are transposed together.
static unsigned linesTogether(KernelContext &Ctx,
                              const PackedOperand &Operand) {
  return Ctx.Plan.TransposeBits / 128 * squareSide(Operand);
}

namespace {

/// Some steps of both axes of one plane.
struct PlaneSteps {
  Value *From;          ///< The first element.
  Value *To;            ///< Where it goes in the column.
  Value *Inner, *Outer; ///< Steps of each axis.
};

class PlanePacker {
public:
  PlanePacker(KernelContext &Ctx, const PackedBlock &P)
      : Ctx(Ctx), B(Ctx.B), P(P), R(*P.Operand.Source.plain()),
        Side(squareSide(P.Operand)), Together(linesTogether(Ctx, P.Operand)),
        InnerSize(Ctx.Sig.get(Ctx.View.Nest.Index[P.Dim].Axes.Inside.back())),
        LineStride(Ctx.Sig.get(R.Stride[P.Dim])) {}

  void emit(Value *Dest);

private:
  void emitColumn(Value *K);
  void emitPart(const PlaneSteps &At);
  void emitSquares(const PlaneSteps &At, Value *Outer);
  void emitLines(const PlaneSteps &At, Value *Inner, Value *Outer);
  void emitElements(const PlaneSteps &At, Value *Outer);
  void emitSlivers(Value *K, Value *Dest);
  Value *elementPtr(Value *Ptr, Value *Elements) {
    return Ctx.packedPtr(P.Operand, Ptr, Elements);
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const PackedBlock &P;
  const AffineRef &R;
  const unsigned Side, Together;
  Value *const InnerSize, *const LineStride;
  Value *FirstInner = nullptr, *FirstOuter = nullptr; ///< Steps of P.First.
  Value *OuterSize = nullptr;
};

} // namespace

void PlanePacker::emit(Value *Dest) {
  const auto &Inside = Ctx.View.Nest.Index[P.Dim].Axes.Inside;
  Value *Points =
      Inside.size() == 1 ? Ctx.size(P.Dim) : Ctx.Sig.get(Inside.rbegin()[1]);
  OuterSize = B.CreateUDiv(Points, InnerSize);
  FirstInner = B.CreateURem(P.First, InnerSize);
  FirstOuter = B.CreateURem(B.CreateUDiv(P.First, InnerSize), OuterSize);
  // What the last sliver has beyond the edge.
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width);
  B.CreateAlignedStore(Constant::getNullValue(Ty),
                       elementPtr(P.Column, P.Count), Align(P.Operand.Bytes));
  const CarryTable Ks(Ctx, R, DimK, P.K, P.Depth,
                      std::max(Ctx.Plan.KC, Ctx.Plan.DeepKC));
  emitLoop(B, "planes.k", P.K, B.CreateAdd(P.K, P.Depth), 1, /*RunsOnce=*/true,
           [&](Value *K) {
             emitColumn(K);
             emitSlivers(K, Dest);
           });
}

/// Collects all elements of step \p K: the rest of a line of C's vectors, whole
/// ones in each plane, and the beginning of one.
void PlanePacker::emitColumn(Value *K) {
  Value *Zero = B.getInt64(0), *One = B.getInt64(1);
  emitWhile(
      B, "planes", {Zero, FirstInner, FirstOuter},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSLT(S[0], P.Count); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        Value *Left = B.CreateSub(P.Count, S[0]);
        Value *Inner = Ctx.smaller(B.CreateSub(InnerSize, S[1]), Left);
        Value *IsWhole = B.CreateICmpEQ(Inner, InnerSize);
        Value *Lines = B.CreateUDiv(Left, InnerSize);
        Lines = Ctx.smaller(Lines, B.CreateSub(OuterSize, S[2]));
        Value *Outer = B.CreateSelect(IsWhole, Lines, One);
        Indices At = {};
        At[P.Dim] = B.CreateAdd(P.First, S[0]);
        At[DimK] = K;
        emitPart({Ctx.Slices.address(R, At), elementPtr(P.Column, S[0]), Inner,
                  Outer});
        Value *Next = B.CreateAdd(S[2], Outer);
        Next = B.CreateSelect(B.CreateICmpEQ(Next, OuterSize), Zero, Next);
        return {B.CreateAdd(S[0], B.CreateMul(Inner, Outer)), Zero, Next};
      },
      /*RunsOnce=*/true);
}

void PlanePacker::emitPart(const PlaneSteps &At) {
  Value *Rest = B.CreateURem(At.Outer, B.getInt64(Side));
  Value *Whole = B.CreateSub(At.Outer, Rest);
  emitIf(B, "squares", B.CreateICmpNE(Whole, B.getInt64(0)),
         [&] { emitSquares(At, Whole); });
  emitElements(At, Whole);
}

/// The first \p Outer steps, a multiple of Side. What is stored beyond the last
/// inner step is overwritten: it belongs to the first ones of later outer
/// steps, or is behind the column. So the last inner steps come first.
void PlanePacker::emitSquares(const PlaneSteps &At, Value *Outer) {
  Value *Lines = B.getInt64(Together), *Zero = B.getInt64(0);
  Value *Before = B.CreateSub(At.Inner, B.getInt64(1));
  Value *Last = B.CreateSub(Before, B.CreateURem(Before, Lines));
  emitWhile(
      B, "squares", {Last},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSGE(S[0], Zero); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        emitLines(At, S[0], Outer);
        return {B.CreateSub(S[0], Lines)};
      },
      /*RunsOnce=*/true);
}

/// Those from step \p Inner of the inner axis on. After the last one, that one
/// is read again.
void PlanePacker::emitLines(const PlaneSteps &At, Value *Inner, Value *Outer) {
  auto *Ty = FixedVectorType::get(P.Operand.Ty, Side);
  Value *Last = B.CreateSub(At.Inner, B.getInt64(1));
  SmallVector<Value *, 16> Lines;
  for (unsigned Line = 0; Line != Together; ++Line) {
    Value *Step = Ctx.smaller(B.CreateAdd(Inner, B.getInt64(Line)), Last);
    Lines.push_back(B.CreatePtrAdd(At.From, B.CreateMul(Step, LineStride)));
  }
  emitLoop(B, "square", B.getInt64(0), Outer, Side, /*RunsOnce=*/true,
           [&](Value *Step) {
             SmallVector<Value *, 16> Read;
             for (Value *Line : Lines)
               Read.push_back(B.CreateAlignedLoad(Ty, elementPtr(Line, Step),
                                                  R.Alignment));
             Value *To = B.CreateAdd(B.CreateMul(Step, At.Inner), Inner);
             for (Value *Column : transposeLines(B, Read, 0, Side)) {
               B.CreateAlignedStore(Column, elementPtr(At.To, To),
                                    Align(P.Operand.Bytes));
               To = B.CreateAdd(To, At.Inner);
             }
           });
}

/// The steps from \p Outer on.
void PlanePacker::emitElements(const PlaneSteps &At, Value *Outer) {
  Value *Zero = B.getInt64(0);
  emitLoop(B, "plane.line", Outer, At.Outer, 1, false, [&](Value *Step) {
    Value *From = elementPtr(At.From, Step);
    Value *To = elementPtr(At.To, B.CreateMul(Step, At.Inner));
    emitLoop(B, "plane.element", Zero, At.Inner, 1, true, [&](Value *Inner) {
      Value *V = B.CreateAlignedLoad(
          P.Operand.Ty, B.CreatePtrAdd(From, B.CreateMul(Inner, LineStride)),
          R.Alignment);
      B.CreateAlignedStore(V, elementPtr(To, Inner), Align(P.Operand.Bytes));
    });
  });
}

/// The column in parts, each of which is one of a sliver.
void PlanePacker::emitSlivers(Value *K, Value *Dest) {
  auto *Ty = FixedVectorType::get(P.Operand.Ty, P.Width);
  Value *InSliver = B.CreateMul(B.CreateSub(K, P.K), B.getInt64(P.Width));
  emitLoop(B, "sliver", B.getInt64(0), P.Count, P.Width, /*RunsOnce=*/true,
           [&](Value *First) {
             const PackedSliver Sliver(B, P.Operand, Dest, First, P.Width,
                                       P.Depth);
             Value *V = B.CreateAlignedLoad(Ty, elementPtr(P.Column, First),
                                            Align(P.Operand.Bytes));
             B.CreateAlignedStore(V, elementPtr(Sliver.Ptr, InSliver),
                                  Ctx.packedAlign(P.Operand, P.Width));
           });
}

bool mayHavePlanes(KernelContext &Ctx, const PackedOperand &Operand,
                   LoopDim D) {
  const AffineRef *R = Operand.Source.plain();
  return R && R->isCarried(D) && !R->isLookedUp(D) && !R->Lookup &&
         Operand.Group == 1 && Operand.FillsUpTo <= 1 && !Operand.SumTy &&
         !Operand.Flipped && R->ElemTy == Operand.Ty &&
         isPacked(R->ElemTy, Ctx.DL) && isPowerOf2_64(Operand.Bytes) &&
         Operand.Bytes <= 8 && !isContiguous(*R, DimK, Ctx.DL, true) &&
         !isContiguous(*R, D, Ctx.DL, true);
}

Value *hasPlanes(KernelContext &Ctx, const PackedOperand &Operand, LoopDim D) {
  IRBuilderBase &B = Ctx.B;
  const AffineRef &R = *Operand.Source.plain();
  Value *Inner = Ctx.Sig.get(Ctx.View.Nest.Index[D].Axes.Inside.back());
  Value *Step = B.CreateAdd(Ctx.Sig.get(R.Carry[D].back()),
                            B.CreateMul(Inner, Ctx.Sig.get(R.Stride[D])));
  return B.CreateAnd({B.CreateICmpEQ(Step, B.getInt64(Operand.Bytes)),
                      B.CreateICmpSGE(Inner, B.getInt64(squareSide(Operand)))});
}

/// With room for the rest of a sliver, or of the last lines that are
/// transposed.
Value *columnBytes(KernelContext &Ctx, Value *Count) {
  uint64_t Bytes = 0, Behind = Ctx.Plan.MR + Ctx.Plan.NR;
  for (const PackedOperand *Each : {&Ctx.Left, &Ctx.Right}) {
    Bytes = std::max<uint64_t>(Bytes, Each->Bytes);
    Behind = std::max<uint64_t>(Behind, linesTogether(Ctx, *Each));
  }
  Value *Elements = Ctx.B.CreateAdd(Count, Ctx.B.getInt64(Behind));
  return Ctx.B.CreateMul(Elements, Ctx.B.getInt64(Bytes));
}

void emitPackPlanes(KernelContext &Ctx, const PackedBlock &Block, Value *Dest) {
  PlanePacker(Ctx, Block).emit(Dest);
}

} // namespace gemmify
