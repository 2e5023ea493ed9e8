//===- EdgeShapes.h - Shapes of tiles besides mr x nr -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shapes that tiles can have where a matrix does not consist of whole
/// tiles: all that fit the registers of an mr×nr tile.
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
/// number of vectors up to mr, the tall shapes and half of them, those at the
/// end of the rows, and the wide one.
llvm::SmallVector<EdgeShape, 64> edgeShapes(const BlockingPlan &Plan);

/// The shapes of tiles of packed slivers besides mr×nr, for a plan that has
/// some: whole vectors by multiples of PartCols columns.
llvm::SmallVector<EdgeShape, 16> partShapes(const BlockingPlan &Plan);

/// Whether \p S is a tall shape or half of one: more rows than mr and a vector.
bool isHigh(const BlockingPlan &Plan, EdgeShape S);

/// Whether one call computes several tiles of shape \p S in a column.
bool followsBelow(const BlockingPlan &Plan, EdgeShape S);

/// Rows of the best tiles for a product of \p Cols columns, mr times 1, 2 or 4:
/// with few columns, more rows are needed for enough independent sums.
unsigned tallRows(const BlockingPlan &Plan, unsigned Cols);

/// Rows of a tile that replaces a whole one and the single vector below it,
/// which alone would reuse little: mr and a vector. 0: there is none.
unsigned endRows(const BlockingPlan &Plan);

/// The most columns of such a tile: three vectors and a broadcast value leave
/// fewer registers for sums than two.
unsigned endCols(const BlockingPlan &Plan);

/// Columns of the best tiles for a product of one vector of rows.
unsigned wideCols(const BlockingPlan &Plan);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_EDGESHAPES_H
