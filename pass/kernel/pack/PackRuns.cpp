//===- PackRuns.cpp - Packing what axes carry -----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An operand whose axes do not fold moves by one stride within a run, a step
/// of all axes but the innermost: a row of an image, the channels of a pixel.
/// Lines in one run are packed by columns, ks in one run are transposed.
///
//===----------------------------------------------------------------------===//

#include "Packer.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

/// Whether vectors along \p D are memory as it is where they are in one run.
/// Ks are run through so only where lines are not, in no groups.
bool Packer::isInRunsOf(LoopDim D) const {
  if (D == P.Dim)
    return isContiguous(Source, D, Ctx.DL, /*InOneRun=*/true);
  const AffineRef *R = Source.plain();
  return R && Group == 1 && R->isCarried(DimK) && !R->isLookedUp(P.Dim) &&
         isContiguous(*R, DimK, Ctx.DL, /*InOneRun=*/true) &&
         !isContiguous(*R, P.Dim, Ctx.DL, /*InOneRun=*/true);
}

/// One sliver of lines that are not one stride apart.
void Packer::emitCarriedSliver(Value *First, Value *Left,
                               const PackedSliver &Sliver) {
  Value *Width = B.getInt64(P.Width);
  auto ByLines = [&] {
    Value *Count = Ctx.smaller(Left, Width);
    const CarryTable Lines(Ctx, Source.Loads, P.Dim, First, Count, P.Width);
    emitSliver(First, Left, Sliver);
  };
  if (!isInRunsOf(P.Dim))
    return ByLines();
  Value *IsOneRun =
      B.CreateAnd({B.CreateICmpSGE(Left, Width),
                   isInOneRun(Ctx, Source.Loads, P.Dim, First, Width)});
  emitIf(
      B, "pack.run", IsOneRun,
      [&] {
        const CarryTable Lines(Ctx, Source.Loads, P.Dim, First);
        Ctx.Slices.inOneRun(P.Dim, [&] { emitFullSliver(First, Sliver.Ptr); });
      },
      ByLines);
}

/// The same as emitTransposed() for each run of ks. \p Count lines; null: all.
void Packer::emitRunsOfK(Value *First, Value *Count, Value *Dest) {
  const AffineRef &R = *Source.plain();
  Value *Length = Ctx.Sig.get(runOf(Ctx.View.Nest, R, DimK));
  Value *From = FirstK, *End = EndK, *One = B.getInt64(1);
  Value *Last = B.CreateUDiv(B.CreateSub(End, One), Length);
  emitLoop(B, "pack.run", B.CreateUDiv(From, Length), B.CreateAdd(Last, One), 1,
           /*RunsOnce=*/true, [&](Value *Run) {
             Value *Begin = B.CreateMul(Run, Length);
             Begin = B.CreateBinaryIntrinsic(Intrinsic::smax, Begin, From);
             EndK = B.CreateMul(B.CreateAdd(Run, One), Length);
             EndK = Ctx.smaller(EndK, End);
             const CarryTable InRun(Ctx, R, DimK, Begin);
             Ctx.Slices.inOneRun(DimK, [&] {
               emitTransposed(Begin, B.CreateSub(EndK, Begin), First, Count,
                              Dest);
             });
           });
  EndK = End;
}

} // namespace gemmify
