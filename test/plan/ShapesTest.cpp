//===- ShapesTest.cpp - Tiles besides mr×nr, and when they are used -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machines.h"
#include "pass/plan/EdgeShapes.h"
#include <set>

using namespace gemmify;

namespace {

BlockingPlan planFor(unsigned Bits, TileShape Tile) {
  TargetRecord T = wideMachine();
  T.VectorBits = Bits;
  T.VectorRegs = Bits == 512 ? 32 : 16;
  T.Tile = Tile;
  return planOf(runTimeRequest(T));
}

TEST(Shapes, EveryEdgeHasOne) {
  for (BlockingPlan P : {planFor(256, {16, 6, 1}), planFor(512, {32, 12, 1}),
                         planFor(256, {24, 4, 1}), planFor(256, {8, 1, 1})}) {
    std::set<std::pair<unsigned, unsigned>> Shapes;
    for (EdgeShape S : edgeShapes(P)) {
      EXPECT_EQ(S.Rows % P.Lanes, 0u);
      EXPECT_LE(S.Rows * S.Cols, P.MR * P.NR) << S.Rows << "x" << S.Cols;
      EXPECT_TRUE(Shapes.insert({S.Rows, S.Cols}).second)
          << S.Rows << "x" << S.Cols;
    }
    for (unsigned Cols = 1; Cols <= P.NR; ++Cols) {
      for (unsigned Rows = P.Lanes; Rows <= P.MR; Rows += P.Lanes)
        EXPECT_TRUE(Shapes.count({Rows, Cols})) << Rows << "x" << Cols;
      for (unsigned Rows = tallRows(P, Cols); Rows >= P.MR; Rows /= 2)
        EXPECT_TRUE(Shapes.count({Rows, Cols})) << Rows << "x" << Cols;
    }
    for (unsigned Cols = 1; endRows(P) && Cols <= endCols(P); ++Cols)
      EXPECT_TRUE(Shapes.count({endRows(P), Cols}));
    EXPECT_TRUE(Shapes.count({P.Lanes, wideCols(P)}));
  }
}

TEST(Shapes, SlenderProducts) {
  BlockingPlan P = planFor(256, {16, 6, 1});
  EXPECT_EQ(P.Lanes, 8u);
  EXPECT_EQ(tallRows(P, 1), 64u);
  EXPECT_EQ(tallRows(P, 2), 32u);
  EXPECT_EQ(tallRows(P, 3), 16u);
  EXPECT_EQ(wideCols(P), 12u);
}

TEST(Shapes, EndsOfRows) {
  BlockingPlan P = planFor(256, {16, 6, 1});
  EXPECT_EQ(endRows(P), 24u);
  EXPECT_EQ(endCols(P), 3u);
  EXPECT_EQ(endRows(planFor(256, {24, 4, 1})), 0u);
  EXPECT_EQ(endRows(planFor(256, {8, 4, 1})), 0u);
}

TEST(Shapes, HighOnesHaveMoreRowsThanTheOneAtTheEnd) {
  BlockingPlan P = planFor(256, {16, 6, 1});
  EXPECT_FALSE(isHigh(P, {16, 6}));
  EXPECT_FALSE(isHigh(P, {endRows(P), endCols(P)}));
  EXPECT_TRUE(isHigh(P, {32, 2}));
  EXPECT_TRUE(isHigh(P, {tallRows(P, 1), 1}));
}

TEST(Shapes, TilesThatAreNoVectors) {
  BlockingPlan P = planFor(256, {3, 5, 1});
  EXPECT_EQ(P.Lanes, 3u);
  EXPECT_EQ(wideCols(P), 5u);
}

TEST(Thresholds, PackingBeginsWhereMatricesLeaveL2) {
  BlockingPlan P = planFor(256, {16, 6, 1});
  EXPECT_TRUE(P.hasEdgeTiles());
  EXPECT_EQ(P.MinWork, 216u);
  EXPECT_EQ(P.MinPackWork, 209u * 209 * 209);
  EXPECT_EQ(P.MinPackWorkEvicting, 24u * 24 * 24);
}

TEST(Thresholds, BlocksAreDeeperWhereCIsFar) {
  PlanRequest R = runTimeRequest(wideMachine());
  BlockingPlan P = planOf(R);
  EXPECT_EQ(P.KC, 368u);
  EXPECT_EQ(P.DeepKC, 736u);
  EXPECT_EQ(P.FarBytes, KiB(16384));
  PlanOverrides O;
  O.KC = 368;
  EXPECT_EQ(planOf(R, O).DeepKC, 0u);
  // Three quarters of L1 hold 512 steps of six doubles, and 256 of twelve.
  R.ElemBytes = 8;
  R.Target.Tile = {8, 6, 1};
  EXPECT_EQ(planOf(R).KC, 288u);
  EXPECT_EQ(planOf(R).DeepKC, 512u);
  R.Target.Tile = {16, 12, 1};
  EXPECT_EQ(planOf(R).KC, 136u);
  EXPECT_EQ(planOf(R).DeepKC, 256u);
  // Hardly deeper: three quarters of this L1 hold 504, half as many again.
  R = runTimeRequest(wideMachine());
  R.Target.Tile = {8, 12, 1};
  R.Target.Caches.L1 = 32256;
  EXPECT_EQ(planOf(R).KC, 336u);
  EXPECT_EQ(planOf(R).DeepKC, 0u);
  R.Target.Caches.L1 += 512;
  EXPECT_EQ(planOf(R).KC, 336u);
  EXPECT_EQ(planOf(R).DeepKC, 512u);
  // Blocks of that many steps would be of few tiles, or of none.
  R = runTimeRequest(wideMachine());
  R.Target.Caches.L2 = KiB(256);
  EXPECT_EQ(planOf(R).MC, 64u);
  EXPECT_EQ(planOf(R).DeepKC, 0u);
  R = runTimeRequest(wideMachine());
  R.Target.Caches.L1 = 480;
  R.N = 6;
  EXPECT_EQ(planOf(R).KC, 1u);
  EXPECT_EQ(planOf(R).DeepKC, 0u);
  R.K = 700;
  EXPECT_EQ(planOf(R).DeepKC, 0u);
}

TEST(Thresholds, OperandsAreStreamedFromTheLastCache) {
  BlockingPlan P = planFor(256, {16, 6, 1});
  EXPECT_EQ(P.FetchBytes, KiB(2 * 512));
  EXPECT_EQ(P.StreamedBytes, KiB(4 * 16384));
}

TEST(Thresholds, TilesOfSeveralKsHaveOneShape) {
  BlockingPlan P = planFor(256, {16, 6, 2});
  EXPECT_FALSE(P.hasEdgeTiles());
  EXPECT_EQ(P.MinWork, 16u * 16 * 16);
  EXPECT_EQ(P.MinPackWork, 64u * 64 * 64);
}

TEST(Thresholds, CopiedSliversNeedEdgeTiles) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.CanReadLeft = false;
  EXPECT_EQ(planOf(R).MinWork, 288u);
  R.Target.Tile.KR = 2;
  EXPECT_EQ(planOf(R).MinWork, 24u * 24 * 24);
  EXPECT_EQ(planOf(R).MinPackWork, 0u);
}

TEST(Thresholds, OperandsThatAreTakenFromVectorsArePackedEarly) {
  PlanRequest R = runTimeRequest(wideMachine());
  EXPECT_EQ(planOf(R).MinPackWork, 209u * 209 * 209);
  EXPECT_EQ(planOf(R).MaxFlatRows, 96u);
  EXPECT_EQ(planOf(R).FlatDepth, 129u);
  R.Target.TakesLanes = true;
  EXPECT_EQ(planOf(R).MaxFlatRows, 0u);
  EXPECT_EQ(planOf(R).FlatDepth, 0u);
  EXPECT_EQ(planOf(R).MinPackWork, 24u * 24 * 24);
  R = constantRequest(R.Target, 40, 40, 40);
  EXPECT_EQ(planOf(R).Chosen, Strategy::Packing);
  R.Target.TakesLanes = false;
  EXPECT_EQ(planOf(R).Chosen, Strategy::Tiling);
}

TEST(Thresholds, CopiesOfBothOperandsArePackedEarly) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.CanReadRight = false;
  EXPECT_GT(planOf(R).MinPackWork, 64u * 64 * 64);
  R.CanReadLeft = false;
  EXPECT_EQ(planOf(R).MinPackWork, 24u * 24 * 24);
}

TEST(Thresholds, SumsWithoutAPlaceAreTiledInOneBlock) {
  PlanRequest R = constantRequest(wideMachine(), 64, 64, 150);
  R.SumsRest = false;
  EXPECT_EQ(planOf(R).TiledKC, 150u);
  EXPECT_EQ(planOf(R).Chosen, Strategy::Tiling);
  R.K = 300;
  EXPECT_EQ(planOf(R).Chosen, Strategy::Packing);
  R.K.reset();
  EXPECT_EQ(planOf(R).TiledKC, 184u);
}

TEST(PartShapes, AreWholeVectorsAndGroupsOfColumns) {
  BlockingPlan P = planOf(runTimeRequest(unitMachine()));
  ASSERT_TRUE(P.hasPartTiles());
  std::vector<std::pair<unsigned, unsigned>> Found;
  for (EdgeShape S : partShapes(P))
    Found.push_back({S.Rows, S.Cols});
  EXPECT_EQ(Found,
            (std::vector<std::pair<unsigned, unsigned>>{
                {4, 4}, {8, 4}, {12, 4}, {16, 4}, {4, 8}, {8, 8}, {12, 8}}));
}

TEST(PartShapes, OnlyWhereAccumulatorsFillTheTile) {
  EXPECT_FALSE(planOf(runTimeRequest(wideMachine())).hasPartTiles());
  PlanOverrides O;
  O.NR = 6;
  EXPECT_FALSE(planOf(runTimeRequest(unitMachine()), O).hasPartTiles());
}

} // namespace
