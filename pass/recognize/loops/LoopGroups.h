//===- LoopGroups.h - Which loops count one index together ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Folds the four to six loops of a nest that the programmer has tiled into
/// the three indices of its product: `for (ii = 0; ii < m; ii += T)` around
/// `for (i = ii; i < min(ii + T, m); i++)` counts one index from 0 to m - 1.
///
/// Two loops fold when the outer one's steps are as long as the inner one is:
/// the inner one's trip count depends on the outer one's iteration alone and is
/// T in each but the last, where it is smaller or equal, and every address
/// moves T times as far with the outer loop as with the inner one. The order
/// of iterations along the folded index is then that of one ascending loop,
/// wherever the other loops stand.
///
/// Where more than three are left, each is an axis of one of three groups; see
/// AxisGroups.h.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_LOOPGROUPS_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_LOOPGROUPS_H

#include "Triangle.h"
#include "pass/recognize/GemmNest.h"
#include "pass/recognize/Reasons.h"
#include "pass/recognize/access/AffineAccess.h"
#include <optional>

namespace gemmify {

/// The loops of a nest by the index that they count. DimI, DimJ and DimK stand
/// for the positions of the innermost loops of the groups here, outer to inner.
struct LoopGroups {
  PerDim<LoopIndex> Index;
  AxisGroup Batch;
  /// Of a chain of three in which one loop's count moves with another one.
  std::optional<Triangle> Clipped;
  /// How often the body of each loop of the chain runs, i64; may change with
  /// the loops around it.
  llvm::SmallVector<const llvm::SCEV *, 6> Count;
  /// Whether two loops are taken for one tiled index because of their strides
  /// alone: they could be two axes as well.
  bool TiledByStrides = false;
};

/// Groups the loops of \p Chain, outermost first, each the parent of the next.
/// A chain of three is three groups of one, one of two leaves DimI without a
/// loop. Empty, with a reason in \p Why where there is one to tell, when a trip
/// count is unknown or not fixed, or the loops play more than three indices. \p
/// PreferAxes: no TiledByStrides.
std::optional<LoopGroups> groupLoops(llvm::ArrayRef<llvm::Loop *> Chain,
                                     AffineAccess &Access,
                                     llvm::ScalarEvolution &SE, bool PreferAxes,
                                     Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_LOOPGROUPS_H
