//===- RegionBounds.cpp - Rows and columns of C that exist ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionBounds.h"

using namespace llvm;

namespace gemmify {

RegionBounds::RegionBounds(const KernelContext &Ctx)
    : B(Ctx.B), OfRow(Ctx.View.Nest.Region->Coef[Ctx.View.Row]),
      OfCol(Ctx.View.Nest.Region->Coef[Ctx.View.Col]),
      Offset(Ctx.Sig.get(Ctx.View.Nest.Region->Offset)) {}

/// The offset plus \p Coef times a line of \p Across: the largest of these
/// numbers, or the smallest.
Value *RegionBounds::reach(int Coef, Span Across, bool Most) const {
  if ((Coef > 0) == Most) {
    Value *Last = B.CreateSub(Across.End, B.getInt64(1));
    return Coef > 0 ? B.CreateAdd(Offset, Last) : B.CreateSub(Offset, Last);
  }
  return Coef > 0 ? B.CreateAdd(Offset, Across.First)
                  : B.CreateSub(Offset, Across.First);
}

/// The lines with Coef * line + Reach >= 0.
RegionBounds::Span RegionBounds::clip(int Coef, Span Lines,
                                      Value *Reach) const {
  if (Coef > 0)
    return {B.CreateBinaryIntrinsic(Intrinsic::smax, Lines.First,
                                    B.CreateNeg(Reach)),
            Lines.End};
  Value *Behind = B.CreateAdd(Reach, B.getInt64(1));
  return {Lines.First,
          B.CreateBinaryIntrinsic(Intrinsic::smin, Lines.End, Behind)};
}

RegionBounds::Span RegionBounds::rowsWithSome(Span Rows, Span Cols) const {
  return clip(OfRow, Rows, reach(OfCol, Cols, /*Most=*/true));
}

RegionBounds::Span RegionBounds::rowsWithAll(Span Rows, Span Cols) const {
  return clip(OfRow, Rows, reach(OfCol, Cols, /*Most=*/false));
}

RegionBounds::Span RegionBounds::colsWithSome(Span Cols, Span Rows) const {
  return clip(OfCol, Cols, reach(OfRow, Rows, /*Most=*/true));
}

} // namespace gemmify
