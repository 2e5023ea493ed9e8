//===- Triangle.h - A loop whose count moves with another one ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `for (i = 0; i < m; i++) for (j = 0; j <= i; j++)` and its like: in row i,
/// an iteration of the outer loop, the inner loop runs First ± i times, or not
/// at all where that is not positive.
///
/// Addresses are stated in indices of a box that just contains the elements
/// that exist. Rows without an element are no rows of the box. Where the inner
/// loop begins with i, as in `for (j = i; j < n; j++)`, operands move with j
/// and not with the number of the iteration: columns of the box are values of
/// j. See HalfPlane for the part of the box that exists.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_TRIANGLE_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_TRIANGLE_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

class AffineAccess;

/// The two loops of a triangle. Expressions are i64 and do not change in the
/// nest.
struct Triangle {
  unsigned Outer = 0, Inner = 0;        ///< Positions in the chain.
  const llvm::Loop *OverRows = nullptr; ///< The one at Outer.
  /// How often the outer loop runs, and the inner one in its first iteration,
  /// where that is positive.
  const llvm::SCEV *AllRows = nullptr, *First = nullptr;
  int Slope = 0; ///< 1 or -1: by how much First grows in each iteration.
  /// Iterations of the outer loop before the first row of the box.
  const llvm::SCEV *Skipped = nullptr;
  /// The inner loop's iteration number is Column - Shear * i - Shift, where i
  /// is the outer loop's: 0, or the negative of Slope.
  int Shear = 0;
  const llvm::SCEV *Shift = nullptr;
  const llvm::SCEV *Rows = nullptr, *Columns = nullptr; ///< Of the box.

  /// Which elements exist, by positions in the chain.
  HalfPlane plane(llvm::ScalarEvolution &SE) const;
};

/// The triangle of \p Chain, three loops, whose counts are \p Count and where
/// that of \p Inner changes in the nest. Conditions are left in \p Access;
/// whether rows without an iteration are passed by is to be found on the path.
/// Empty where the count does not change by one with one loop.
std::optional<Triangle> matchTriangle(llvm::ArrayRef<llvm::Loop *> Chain,
                                      llvm::ArrayRef<const llvm::SCEV *> Count,
                                      unsigned Inner, AffineAccess &Access,
                                      llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_TRIANGLE_H
