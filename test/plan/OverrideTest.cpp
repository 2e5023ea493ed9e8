//===- OverrideTest.cpp - Overrides are kept or refused -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace gemmify;

namespace {

std::string refusal(const PlanOverrides &O) {
  return errorOf(runTimeRequest(wideMachine()), O);
}

TEST(Override, BlocksAreKeptToTheLetter) {
  PlanOverrides O;
  O.MC = 1600;
  O.KC = 1000;
  O.NC = 60000;
  BlockingPlan P = planOf(runTimeRequest(wideMachine()), O);
  EXPECT_EQ(describePlan(P),
            "packing mr=16 nr=6 kr=1 mc=1600 kc=1000 nc=60000");
  P = planOf(constantRequest(wideMachine(), 500, 500, 500), O);
  EXPECT_EQ(P.MC, 1600u);
}

TEST(Override, TileIsKeptToTheLetter) {
  PlanOverrides O;
  O.MR = 24;
  O.NR = 4;
  O.KR = 4;
  BlockingPlan P = planOf(runTimeRequest(wideMachine()), O);
  EXPECT_EQ(P.MR, 24u);
  EXPECT_EQ(P.NR, 4u);
  EXPECT_EQ(P.KR, 4u);
  EXPECT_EQ(P.MC % 24, 0u);
  EXPECT_EQ(P.KC % 4, 0u);
}

TEST(Override, TinyL1) {
  PlanOverrides O;
  O.Caches.L1 = 3;
  EXPECT_EQ(refusal(O), "-gemmify-l1-size=3 cannot work: the micro-kernel's "
                        "tile of mr=16 nr=6 kr=1 needs room; accepted are "
                        "sizes from 472 bytes");
  O.Caches.L1 = 471;
  EXPECT_NE(refusal(O), "");
  O.Caches.L1 = 472;
  EXPECT_EQ(refusal(O), "");
}

TEST(Override, L1LargerThanL2) {
  PlanOverrides O;
  O.Caches.L1 = KiB(1024);
  EXPECT_EQ(refusal(O), "-gemmify-l1-size=1048576 cannot work: the effective "
                        "L2 has 524288 bytes; accepted are sizes from 472 to "
                        "524288, or more together with -gemmify-l2-size");
  O.Caches.L2 = KiB(1024);
  EXPECT_EQ(refusal(O), "");
}

TEST(Override, TinyL2AndL3) {
  PlanOverrides O;
  O.Caches.L2 = 3;
  EXPECT_EQ(refusal(O), "-gemmify-l2-size=3 cannot work: the micro-kernel's "
                        "tile of mr=16 nr=6 kr=1 needs room; accepted are "
                        "sizes from 32768 bytes");
  O = {};
  O.Caches.L3 = 95;
  EXPECT_EQ(refusal(O), "-gemmify-l3-size=95 cannot work: the micro-kernel's "
                        "tile of mr=16 nr=6 kr=1 needs room; accepted are "
                        "sizes from 96 bytes");
}

TEST(Override, SmallestCachesGiveAPlan) {
  PlanRequest R = runTimeRequest(wideMachine());
  R.Target.Tile = {16, 1, 4};
  PlanOverrides O;
  O.Caches = {336, 1023, 64};
  EXPECT_NE(errorOf(R, O).find("-gemmify-l2-size=1023 cannot work"),
            std::string::npos);
  O.Caches.L2 = 1024;
  BlockingPlan P = planOf(R, O);
  EXPECT_EQ(describePlan(P), "packing mr=16 nr=1 kr=4 mc=16 kc=4 nc=1");
}

TEST(Override, BlocksThatAreNoMultiples) {
  PlanOverrides O;
  O.MC = 100;
  EXPECT_EQ(refusal(O), "-gemmify-mc=100 cannot work: accepted are multiples "
                        "of mr=16 from 16 to 1048576");
  O = {};
  O.NC = 100;
  EXPECT_EQ(refusal(O), "-gemmify-nc=100 cannot work: accepted are multiples "
                        "of nr=6 from 6 to 1048572");
  O = {};
  O.KC = 7;
  O.KR = 2;
  EXPECT_EQ(refusal(O), "-gemmify-kc=7 cannot work: accepted are multiples of "
                        "kr=2 from 2 to 1048576");
  O = {};
  O.KC = uint64_t(1) << 40;
  EXPECT_NE(refusal(O).find("-gemmify-kc="), std::string::npos);
}

TEST(Override, TileLargerThanTheRegisterFile) {
  PlanOverrides O;
  O.MR = 64;
  EXPECT_EQ(refusal(O), "-gemmify-mr=64 cannot work: row 'wide' has 16 vector "
                        "registers of 8 elements; with nr=6 accepted are 1 to "
                        "16");
  O = {};
  O.NR = 7;
  EXPECT_EQ(refusal(O), "-gemmify-nr=7 cannot work: row 'wide' has 16 vector "
                        "registers of 8 elements; with mr=16 accepted are 1 to "
                        "6");
  O.MR = 8;
  EXPECT_EQ(refusal(O), "");
  O.NR = 1000;
  O.MR = 1000;
  EXPECT_NE(refusal(O).find("-gemmify-mr=1000 cannot work"), std::string::npos);
}

TEST(Override, AcceptedTilesAreAccepted) {
  for (unsigned MR = 1; MR <= 16; ++MR) {
    PlanOverrides O;
    O.MR = MR;
    EXPECT_EQ(refusal(O), "") << MR;
  }
}

TEST(Override, StepMustSuitTheRow) {
  PlanRequest R = runTimeRequest(oddMachine());
  PlanOverrides O;
  O.KR = 3;
  EXPECT_EQ(errorOf(R, O), "-gemmify-kr=3 cannot work: accepted are multiples "
                           "of 2 up to 64");
  O.KR = 4;
  EXPECT_EQ(errorOf(R, O), "");
}

TEST(Override, RowWithoutTileIsAnErrorNotACrash) {
  PlanRequest R;
  EXPECT_NE(errorOf(R, {}).find("describes no tile"), std::string::npos);
  R = runTimeRequest(wideMachine());
  R.ElemBytes = 0;
  EXPECT_NE(errorOf(R, {}), "");
}

/// Every combination of overrides is an error or a plan that follows them.
TEST(Override, NeverCrashesNeverDeviates) {
  const uint64_t Values[] = {0,  1,  2,    3,       6,         16,
                             17, 48, 4096, 1 << 20, UINT32_MAX};
  for (uint64_t MR : Values)
    for (uint64_t NR : Values)
      for (uint64_t MC : Values)
        for (uint64_t NC : Values)
          for (uint64_t L1 : {uint64_t(0), uint64_t(3), uint64_t(700)}) {
            PlanOverrides O;
            O.MR = unsigned(MR);
            O.NR = unsigned(NR);
            O.MC = MC;
            O.NC = NC;
            O.Caches.L1 = L1;
            llvm::Expected<BlockingPlan> P =
                planBlocking(runTimeRequest(wideMachine()), O);
            if (!P) {
              EXPECT_NE(llvm::toString(P.takeError()).find("-gemmify-"),
                        std::string::npos);
              continue;
            }
            EXPECT_TRUE(!MR || P->MR == MR);
            EXPECT_TRUE(!NR || P->NR == NR);
            EXPECT_TRUE(!MC || P->MC == MC);
            EXPECT_TRUE(!NC || P->NC == NC);
          }
}

} // namespace
