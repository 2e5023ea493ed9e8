//===- TuningTest.cpp - Numbers that a row may change ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machines.h"
#include "pass/plan/EdgeShapes.h"

using namespace gemmify;

namespace {

TEST(Tuning, ReachesThePlan) {
  TargetRecord Row = wideMachine();
  Row.Tune.Stream.ShallowAhead = 7;
  EXPECT_EQ(planOf(runTimeRequest(Row)).Tune.Stream.ShallowAhead, 7u);
  EXPECT_EQ(planOf(runTimeRequest(wideMachine())).Tune.Stream.ShallowAhead, 4u);
}

TEST(Tuning, OfARowMovesTheChoiceOfStrategy) {
  TargetRecord Row = wideMachine();
  const PlanRequest Usual = constantRequest(Row, 16, 16, 16);
  EXPECT_EQ(planOf(Usual).Chosen, Strategy::Intrinsic);
  Row.Tune.Choice.AutoIntrinsicWork = 16 * 16 * 16 - 1;
  EXPECT_EQ(planOf(constantRequest(Row, 16, 16, 16)).Chosen, Strategy::Tiling);
  Row.Tune.Choice.MinConstantWork = 16 * 16 * 16 + 1;
  EXPECT_EQ(describePlan(planOf(constantRequest(Row, 16, 16, 16))),
            "off: a product of 4096 multiply-adds is too small to gain");
}

TEST(Tuning, OfARowMovesThresholds) {
  TargetRecord Row = wideMachine();
  Row.Tune.Choice.MinEdgeTilingWork = 1000;
  Row.Tune.Cache.StreamedL3s = 1;
  Row.Tune.Cache.LineBytes = 128;
  Row.Tune.Pack.MaxFlatRows = 12;
  const BlockingPlan P = planOf(runTimeRequest(Row));
  EXPECT_EQ(P.MinWork, 1000u);
  EXPECT_EQ(P.StreamedBytes, KiB(16384));
  EXPECT_EQ(P.CrowdingDepth, KiB(32) / (4 * 128));
  EXPECT_EQ(P.MaxFlatRows, 12u);
}

TEST(Tuning, OfARowMovesBlocks) {
  TargetRecord Row = wideMachine();
  Row.Tune.Block.MaxKC = 64;
  Row.Tune.Block.MaxNC = 60;
  const BlockingPlan P = planOf(runTimeRequest(Row));
  EXPECT_EQ(P.KC, 64u);
  EXPECT_EQ(P.NC, 60u);
}

TEST(Tuning, OfARowMovesShapes) {
  BlockingPlan P = planOf(runTimeRequest(wideMachine()));
  EXPECT_TRUE(followsBelow(P, {P.MR, P.NR - 1}));
  P.Tune.Unpacked.MaxFollowing = 5;
  EXPECT_FALSE(followsBelow(P, {P.MR, P.NR - 1}));
}

TEST(Tuning, IsInTheKeyOfSharedCodeWhereItDiffers) {
  Tuning Usual, Other;
  EXPECT_EQ(tuningKey(Usual), "");
  Other.Room.MaxRest = 1;
  EXPECT_NE(tuningKey(Other), "");
  Usual.Cache.LineBytes = 128;
  EXPECT_NE(tuningKey(Usual), tuningKey(Other));
}

} // namespace
