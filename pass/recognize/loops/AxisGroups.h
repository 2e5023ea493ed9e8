//===- AxisGroups.h - Which loops play one index together -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A contraction has more than three loops, each of which is an axis of i, j or
/// k:
///
///     C[a][b][c] += A[a][d][e] * B[d][b][e][c]
///
/// sums over k = (d, e), and has i = a and j = (b, c). An axis is of k when C
/// does not move with it, and of i or j by the operand that does. A convolution
/// is one as well: its input moves with axes of both j and k. An axis of C with
/// which both operands move is one of a batch of products.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_AXISGROUPS_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_AXISGROUPS_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/access/AffineAccess.h"

namespace gemmify {

/// Loops of a chain by the index that they play, as positions in the chain. The
/// groups are in the order of their innermost loops.
struct AxisGroups {
  /// Of each group, outermost axis first: those of the sum in the order of the
  /// loops, those of C's indices so that C's strides fall.
  PerDim<llvm::SmallVector<unsigned, 3>> Axes;
  /// Those with which both operands move; not all of them are around all
  /// others.
  llvm::SmallVector<unsigned, 3> Batch;
};

/// Groups the loops of \p Chain, outermost first, each the parent of the next.
/// Empty, with a reason in \p Why where there is one to tell, when they do not
/// form three groups.
std::optional<AxisGroups> groupAxes(llvm::ArrayRef<llvm::Loop *> Chain,
                                    AffineAccess &Access, Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_AXISGROUPS_H
