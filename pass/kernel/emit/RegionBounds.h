//===- RegionBounds.h - Rows and columns of C that exist --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_REGIONBOUNDS_H
#define GEMMIFY_PASS_KERNEL_EMIT_REGIONBOUNDS_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Clips ranges of a product of which only a part of C exists
/// (GemmNest::Region). Rows and columns are those of the kernel's view.
class RegionBounds {
public:
  /// Lines from First on, before End; i64. Empty where First is not below.
  struct Span {
    llvm::Value *First, *End;
  };

  explicit RegionBounds(const KernelContext &Ctx);

  /// Those of \p Rows that have an element in some of \p Cols, which are not
  /// empty.
  Span rowsWithSome(Span Rows, Span Cols) const;
  /// Those that have one in all of \p Cols.
  Span rowsWithAll(Span Rows, Span Cols) const;
  /// Those that column \p Col has; the end is not before the first.
  Span rowsOf(Span Rows, llvm::Value *Col) const;
  /// Those of \p Cols that have an element in some of \p Rows.
  Span colsWithSome(Span Cols, Span Rows) const;

private:
  llvm::Value *times(int Coef, llvm::Value *Line) const;
  llvm::Value *reach(int Coef, Span Across, bool Most) const;
  Span clip(int Coef, Span Lines, llvm::Value *Reach) const;

  llvm::IRBuilderBase &B;
  const int OfRow, OfCol;
  llvm::Value *const Offset;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_REGIONBOUNDS_H
