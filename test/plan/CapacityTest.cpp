//===- CapacityTest.cpp - Constraints 1 to 7 and the workspace ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace gemmify;

namespace {

void expectMultiples(const BlockingPlan &P) {
  ASSERT_GT(P.MR * P.NR * P.KR, 0u);
  EXPECT_GT(P.MC, 0u);
  EXPECT_GT(P.KC, 0u);
  EXPECT_GT(P.NC, 0u);
  EXPECT_EQ(P.MC % P.MR, 0u) << describePlan(P);
  EXPECT_EQ(P.KC % P.KR, 0u) << describePlan(P);
  EXPECT_EQ(P.NC % P.NR, 0u) << describePlan(P);
}

void expectCapacity(const BlockingPlan &P, uint64_t S, const CacheSizes &C) {
  EXPECT_LE(P.KC * P.NR * S, C.L1 / 2) << describePlan(P);
  EXPECT_LE((P.KC * (P.MR + P.NR) + uint64_t(P.MR) * P.NR) * S, C.L1)
      << describePlan(P);
  EXPECT_LE(P.MC * P.KC * S, C.L2 / 2) << describePlan(P);
  EXPECT_LE(P.NC * P.KC * S, C.L3 / 2) << describePlan(P);
  if (C.L2 > 2 * C.L1) {
    EXPECT_LE(2 * P.MC * P.KC * S + C.L1, C.L2) << describePlan(P);
  }
  if (C.L3 > 2 * C.L2) {
    EXPECT_LE(2 * P.NC * P.KC * S + C.L2, C.L3) << describePlan(P);
  }
}

TEST(Capacity, KnownMachine) {
  BlockingPlan P = planOf(runTimeRequest(wideMachine()));
  EXPECT_EQ(describePlan(P), "packing mr=16 nr=6 kr=1 mc=160 kc=368 nc=4092");
  EXPECT_EQ(P.PackedABytes, 160u * 368 * 4);
  EXPECT_EQ(P.PackedBBytes, 4092u * 368 * 4);
}

TEST(Capacity, DoubleHalvesTheBlocks) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.ElemBytes = 8;
  R.Target.Tile = {8, 6, 1};
  EXPECT_EQ(describePlan(planOf(R)),
            "packing mr=8 nr=6 kr=1 mc=104 kc=288 nc=3522");
}

TEST(Capacity, HoldsForASweepOfMachines) {
  for (uint64_t L1 : {KiB(4), KiB(8), KiB(32), KiB(48), KiB(128)})
    for (uint64_t L2 : {L1, L1 * 3 / 2, L1 * 2, L1 * 9, L1 * 64})
      for (uint64_t L3 : {L2 / 2, L2, L2 * 3, L2 * 50})
        for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u})
          for (TileShape Tile : {TileShape{16, 6, 1}, TileShape{3, 5, 2},
                                 TileShape{8, 8, 4}, TileShape{1, 1, 1}}) {
            PlanRequest R = runTimeRequest({"swept", 0, 0, {L1, L2, L3}, Tile});
            R.ElemBytes = Bytes;
            BlockingPlan P = planOf(R);
            EXPECT_EQ(P.Chosen, Strategy::Packing);
            expectMultiples(P);
            expectCapacity(P, Bytes, R.Target.Caches);
            if (HasFailure())
              return;
          }
}

TEST(Capacity, CapsHoldOnHugeCaches) {
  PlanOverrides O;
  O.Caches = {uint64_t(1) << 40, uint64_t(1) << 40, uint64_t(1) << 40};
  BlockingPlan P = planOf(runTimeRequest(wideMachine()), O);
  expectMultiples(P);
  EXPECT_LE(P.KC, 512u);
  EXPECT_LE(P.NC, 4096u);
}

TEST(Capacity, UnknownCachesAreCommonOnes) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.Target.Caches = {};
  expectCapacity(planOf(R), 4, {KiB(32), KiB(256), KiB(1024)});
}

TEST(Capacity, EffectiveSizesReplaceTheTargets) {
  PlanOverrides O;
  O.Caches = {KiB(8), KiB(64), KiB(128)};
  BlockingPlan P = planOf(runTimeRequest(wideMachine()), O);
  expectCapacity(P, 4, O.Caches);
  EXPECT_NE(describePlan(P),
            describePlan(planOf(runTimeRequest(wideMachine()))));
}

TEST(Capacity, ConstantSizesShrinkAndBalance) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.M = 20;
  R.K = 400;
  R.N = 4100;
  BlockingPlan P = planOf(R);
  EXPECT_EQ(P.MC, 32u);
  EXPECT_EQ(P.KC, 200u) << "two equal blocks";
  EXPECT_EQ(P.NC % 6, 0u);
  EXPECT_LT(P.NC, 4100u);
  EXPECT_GE(2 * P.NC, 4100u);
}

TEST(Capacity, ConstantSizesNeverOverflow) {
  for (uint64_t Size : {uint64_t(1), uint64_t(97), UINT64_MAX - 1, UINT64_MAX})
    expectMultiples(planOf(constantRequest(wideMachine(), Size, Size, Size)));
}

TEST(Workspace, BoundsThePackedBlocks) {
  for (uint64_t Limit :
       {uint64_t(200), uint64_t(1000), KiB(16), KiB(64), KiB(512), KiB(1024)})
    for (const TargetRecord &Target : {wideMachine(), oddMachine()}) {
      PlanRequest R = runTimeRequest(Target);
      R.WorkspaceLimit = Limit;
      BlockingPlan P = planOf(R);
      ASSERT_EQ(P.Chosen, Strategy::Packing) << Limit;
      expectMultiples(P);
      EXPECT_LE(P.PackedABytes + P.PackedBBytes, Limit);
    }
}

TEST(Workspace, SmallLimitStillGivesUsefulBlocks) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.WorkspaceLimit = KiB(16);
  BlockingPlan P = planOf(R);
  EXPECT_GE(P.KC, 32u);
  EXPECT_GE(P.NC, 24u);
}

TEST(Workspace, NoneMeansNoPacking) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.WorkspaceLimit = 0;
  BlockingPlan P = planOf(R);
  EXPECT_EQ(P.Chosen, Strategy::Tiling);
  EXPECT_EQ(P.PackedABytes + P.PackedBBytes, 0u);
  R.CanTile = false;
  P = planOf(R);
  EXPECT_EQ(P.Chosen, Strategy::Off);
  EXPECT_NE(P.WhyOff.find("bytes of workspace and 0 are allowed"),
            std::string::npos)
      << P.WhyOff;
}

TEST(Workspace, FixedBlocksAreNotShrunk) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.CanTile = false;
  R.WorkspaceLimit = KiB(16);
  PlanOverrides O;
  O.MC = 1600;
  O.KC = 256;
  BlockingPlan P = planOf(R, O);
  EXPECT_EQ(P.Chosen, Strategy::Off);
  EXPECT_NE(P.WhyOff.find("-gemmify-mc"), std::string::npos) << P.WhyOff;

  O = {};
  O.MC = 1600;
  P = planOf(R, O);
  EXPECT_EQ(P.Chosen, Strategy::Packing) << "the free blocks shrink";
  EXPECT_EQ(P.MC, 1600u);
  EXPECT_LE(P.PackedABytes + P.PackedBBytes, KiB(16));

  O = {};
  O.NC = 600;
  P = planOf(R, O);
  EXPECT_EQ(P.Chosen, Strategy::Packing);
  EXPECT_EQ(P.NC, 600u);

  O = {};
  O.MC = 16;
  O.KC = 64;
  P = planOf(R, O);
  EXPECT_EQ(P.Chosen, Strategy::Packing);
  EXPECT_EQ(P.MC, 16u);
  EXPECT_EQ(P.KC, 64u);
  EXPECT_LE(P.PackedABytes + P.PackedBBytes, KiB(16));
}

} // namespace
