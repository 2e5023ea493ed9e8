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

/// \p Line as often as the size of \p Coef says.
Value *RegionBounds::times(int Coef, Value *Line) const {
  return std::abs(Coef) == 1 ? Line
                             : B.CreateMul(Line, B.getInt64(std::abs(Coef)));
}

/// The offset plus \p Coef times a line of \p Across: the largest of these
/// numbers, or the smallest.
Value *RegionBounds::reach(int Coef, Span Across, bool Most) const {
  if ((Coef > 0) == Most) {
    Value *Last = times(Coef, B.CreateSub(Across.End, B.getInt64(1)));
    return Coef > 0 ? B.CreateAdd(Offset, Last) : B.CreateSub(Offset, Last);
  }
  Value *First = times(Coef, Across.First);
  return Coef > 0 ? B.CreateAdd(Offset, First) : B.CreateSub(Offset, First);
}

/// The lines with Coef * line + Reach >= 0.
RegionBounds::Span RegionBounds::clip(int Coef, Span Lines,
                                      Value *Reach) const {
  if (std::abs(Coef) == 2) // Rounded down.
    Reach = B.CreateAShr(Reach, 1);
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

RegionBounds::Span RegionBounds::rowsOf(Span Rows, Value *Col) const {
  Span Exist = rowsWithAll(Rows, {Col, B.CreateAdd(Col, B.getInt64(1))});
  Exist.End = B.CreateBinaryIntrinsic(Intrinsic::smax, Exist.End, Exist.First);
  return Exist;
}

RegionBounds::Span RegionBounds::colsWithSome(Span Cols, Span Rows) const {
  return clip(OfCol, Cols, reach(OfRow, Rows, /*Most=*/true));
}

} // namespace gemmify
