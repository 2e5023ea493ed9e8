//===- EdgeShapes.cpp - Shapes of tiles besides mr x nr -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeShapes.h"

using namespace llvm;

namespace gemmify {

unsigned tallRows(const BlockingPlan &Plan, unsigned Cols) {
  return Plan.MR * (Cols <= Plan.NR / 4 ? 4 : Cols <= Plan.NR / 3 ? 2 : 1);
}

bool isHigh(const BlockingPlan &Plan, EdgeShape S) {
  return S.Rows >= 2 * Plan.MR;
}

bool followsBelow(const BlockingPlan &Plan, EdgeShape S) {
  return isHigh(Plan, S) ||
         (S.Rows == Plan.MR && S.Cols > Plan.NR / 2 && S.Cols < Plan.NR &&
          Plan.NR <= Plan.Tune.Unpacked.MaxFollowing);
}

unsigned endRows(const BlockingPlan &Plan) {
  return Plan.MR == 2 * Plan.Lanes && Plan.NR > 2 ? Plan.MR + Plan.Lanes : 0;
}

unsigned endCols(const BlockingPlan &Plan) { return Plan.NR / 2; }

unsigned wideCols(const BlockingPlan &Plan) {
  return Plan.MR > Plan.Lanes ? 2 * Plan.NR : Plan.NR;
}

SmallVector<EdgeShape, 64> edgeShapes(const BlockingPlan &Plan) {
  SmallVector<EdgeShape, 64> Shapes;
  for (unsigned Cols = 1; Cols <= Plan.NR; ++Cols) {
    for (unsigned Rows = Plan.Lanes; Rows <= Plan.MR; Rows += Plan.Lanes)
      Shapes.push_back({Rows, Cols});
    for (unsigned Rows = 2 * Plan.MR; Rows <= tallRows(Plan, Cols); Rows *= 2)
      Shapes.push_back({Rows, Cols});
  }
  for (unsigned Cols = 1; endRows(Plan) && Cols <= endCols(Plan); ++Cols)
    Shapes.push_back({endRows(Plan), Cols});
  if (wideCols(Plan) != Plan.NR)
    Shapes.push_back({Plan.Lanes, wideCols(Plan)});
  return Shapes;
}

SmallVector<EdgeShape, 16> partShapes(const BlockingPlan &Plan) {
  SmallVector<EdgeShape, 16> Shapes;
  for (unsigned Cols = Plan.PartCols; Cols <= Plan.NR; Cols += Plan.PartCols)
    for (unsigned Rows = Plan.Lanes; Rows <= Plan.MR; Rows += Plan.Lanes)
      if (Rows != Plan.MR || Cols != Plan.NR)
        Shapes.push_back({Rows, Cols});
  return Shapes;
}

} // namespace gemmify
