//===- EdgeShapes.h - Shapes of tiles besides mr x nr -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which shapes a tile can have where a matrix does not consist of whole ones:
/// all that a micro-kernel can keep in the registers that it has for mr×nr.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_EDGESHAPES_H
#define GEMMIFY_PASS_PLAN_EDGESHAPES_H

#include "BlockingPlan.h"

namespace gemmify {

/// Rows are a multiple of the plan's vectors.
struct EdgeShape {
  unsigned Rows, Cols;
};

/// The shapes of \p Plan, mr×nr among them: every number of columns with every
/// number of vectors up to those of mr, the tall ones and what is half as tall,
/// those at the end of the rows, and the wide one.
llvm::SmallVector<EdgeShape, 64> edgeShapes(const BlockingPlan &Plan);

/// The shapes of tiles of packed slivers besides mr×nr, for a plan that has
/// some: all of whole vectors and PartCols columns.
llvm::SmallVector<EdgeShape, 16> partShapes(const BlockingPlan &Plan);

/// Whether \p S is one of the tall shapes or half as tall: of more rows than
/// mr and a vector.
bool isHigh(const BlockingPlan &Plan, EdgeShape S);

/// Whether one call computes several tiles of shape \p S below each other.
bool followsBelow(const BlockingPlan &Plan, EdgeShape S);

/// Rows of the best tiles for a product of \p Cols columns, mr times 1, 2 or 4:
/// few columns need more of them, for sums enough to be added to in turn.
unsigned tallRows(const BlockingPlan &Plan, unsigned Cols);

/// Rows of a tile that takes the place of a whole one and a single vector below
/// it, which alone would reuse little: a vector more than mr. 0: there is none.
unsigned endRows(const BlockingPlan &Plan);

/// The most columns of such a tile: three vectors and a broadcast value leave
/// less registers for sums than two.
unsigned endCols(const BlockingPlan &Plan);

/// Columns of the best tiles for a product of one vector of rows.
unsigned wideCols(const BlockingPlan &Plan);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_EDGESHAPES_H
