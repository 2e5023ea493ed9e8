//===- StrategyTest.cpp - Intrinsic, tiling, packing or nothing -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace gemmify;

namespace {

Strategy chosen(uint64_t M, uint64_t N, uint64_t K) {
  return planOf(constantRequest(wideMachine(), M, N, K)).Chosen;
}

/// Where C is stored only when all of it is known.
Strategy chosenToWait(uint64_t M, uint64_t N, uint64_t K) {
  PlanRequest R = constantRequest(wideMachine(), M, N, K);
  R.MayOverlap = true;
  return planOf(R).Chosen;
}

BlockingPlan wanted(Strategy S, const PlanRequest &R) {
  PlanOverrides O;
  O.Wanted = S;
  return planOf(R, O);
}

TEST(StrategyChoice, ByConstantSize) {
  EXPECT_EQ(chosen(4, 4, 4), Strategy::Intrinsic);
  EXPECT_EQ(chosen(8, 8, 8), Strategy::Intrinsic);
  EXPECT_EQ(chosen(16, 16, 16), Strategy::Intrinsic);
  EXPECT_EQ(chosen(24, 24, 24), Strategy::Intrinsic);
  EXPECT_EQ(chosen(25, 25, 25), Strategy::Tiling);
  EXPECT_EQ(chosenToWait(8, 8, 8), Strategy::Intrinsic);
  EXPECT_EQ(chosenToWait(24, 24, 24), Strategy::Tiling);
  EXPECT_EQ(chosenToWait(24, 24, 2), Strategy::Intrinsic);
  EXPECT_EQ(chosen(128, 128, 128), Strategy::Tiling);
  EXPECT_EQ(chosen(1024, 1024, 1024), Strategy::Packing);
  EXPECT_EQ(chosen(UINT64_MAX, UINT64_MAX, UINT64_MAX), Strategy::Packing);
}

TEST(StrategyChoice, LargeResultOfLittleWorkIsNotUnrolled) {
  EXPECT_EQ(chosen(64, 64, 1), Strategy::Tiling);
}

TEST(StrategyChoice, FallsBackByForm) {
  PlanRequest R = constantRequest(wideMachine(), 32, 32, 32);
  R.CanUseIntrinsic = false;
  EXPECT_EQ(planOf(R).Chosen, Strategy::Tiling);
  R.CanTile = false;
  EXPECT_EQ(planOf(R).Chosen, Strategy::Packing);
}

TEST(StrategyChoice, ConstantSizesNeedNoThreshold) {
  for (uint64_t Size : {8, 100, 1000}) {
    BlockingPlan P = planOf(constantRequest(wideMachine(), Size, Size, Size));
    EXPECT_EQ(P.MinWork, 0u);
    EXPECT_EQ(P.MinPackWork, 0u);
  }
}

TEST(StrategyChoice, TooSmallToGain) {
  PlanRequest R = constantRequest(wideMachine(), 8, 8, 8);
  R.CanUseIntrinsic = false;
  BlockingPlan P = planOf(R);
  EXPECT_EQ(describePlan(P),
            "off: a product of 512 multiply-adds is too small to gain");
}

TEST(StrategyChoice, TooSmallForOneCall) {
  BlockingPlan P = planOf(constantRequest(wideMachine(), 3, 3, 3));
  EXPECT_EQ(describePlan(P),
            "off: a product of 27 multiply-adds is too small to gain");
}

TEST(StrategyChoice, TooSmallForUnevenColumns) {
  EXPECT_EQ(describePlan(planOf(constantRequest(wideMachine(), 4, 7, 6))),
            "off: a product of 168 multiply-adds is too small to gain");
  for (unsigned Cols : {4, 8})
    EXPECT_EQ(planOf(constantRequest(wideMachine(), 4, Cols, 5)).Chosen,
              Strategy::Intrinsic);
  EXPECT_EQ(planOf(constantRequest(wideMachine(), 5, 7, 5)).Chosen,
            Strategy::Intrinsic);
}

TEST(StrategyChoice, TooSmallToLookUpRows) {
  PlanRequest R = constantRequest(wideMachine(), 8, 8, 8);
  R.LooksUpRows = true;
  EXPECT_EQ(describePlan(planOf(R)),
            "off: a product of 512 multiply-adds is too small to gain");
  R = constantRequest(wideMachine(), 12, 12, 12);
  R.LooksUpRows = true;
  EXPECT_EQ(planOf(R).Chosen, Strategy::Intrinsic);
}

TEST(StrategyChoice, NoWork) {
  for (Strategy S : {Strategy::Auto, Strategy::Intrinsic, Strategy::Tiling,
                     Strategy::Packing})
    for (int Dim = 0; Dim < 3; ++Dim) {
      BlockingPlan P = wanted(
          S, constantRequest(wideMachine(), Dim != 0, Dim != 1, Dim != 2));
      EXPECT_EQ(describePlan(P), "off: a product with a size of 0 has no work");
    }
}

TEST(StrategyChoice, RunTimeThresholdsRise) {
  PlanRequest R = runTimeRequest(wideMachine());
  BlockingPlan P = planOf(R);
  EXPECT_EQ(P.Chosen, Strategy::Packing);
  EXPECT_GT(P.MinWork, 0u);
  EXPECT_GT(P.MinPackWork, P.MinWork);
  R.CanTile = false;
  P = planOf(R);
  EXPECT_GT(P.MinWork, 0u);
  EXPECT_EQ(P.MinPackWork, 0u);
}

TEST(StrategyWanted, IsKeptWhereItSuits) {
  PlanRequest RunTime = runTimeRequest(wideMachine());
  PlanRequest Small = constantRequest(wideMachine(), 5, 5, 5);
  for (const PlanRequest &R : {RunTime, Small})
    for (Strategy S : {Strategy::Tiling, Strategy::Packing}) {
      BlockingPlan P = wanted(S, R);
      EXPECT_EQ(P.Chosen, S);
      EXPECT_EQ(P.MinWork, 0u);
      EXPECT_EQ(P.MinPackWork, 0u);
    }
  EXPECT_EQ(describePlan(wanted(Strategy::Intrinsic, Small)), "intrinsic");
}

TEST(StrategyWanted, NeverBecomesAnotherOne) {
  PlanRequest R = runTimeRequest(wideMachine());
  EXPECT_EQ(describePlan(wanted(Strategy::Intrinsic, R)),
            "off: -gemmify-strategy=intrinsic needs sizes that are known at "
            "compile time");
  EXPECT_EQ(describePlan(wanted(Strategy::Intrinsic,
                                constantRequest(wideMachine(), 64, 64, 64))),
            "off: -gemmify-strategy=intrinsic unrolls at most 32768 "
            "multiply-adds and this product has 262144");
  R.CanTile = false;
  EXPECT_EQ(describePlan(wanted(Strategy::Tiling, R)),
            "off: -gemmify-strategy=tiling needs operands that can be read "
            "without a copy");
  R = constantRequest(wideMachine(), 4, 4, 4);
  R.CanUseIntrinsic = false;
  EXPECT_EQ(describePlan(wanted(Strategy::Intrinsic, R)),
            "off: -gemmify-strategy=intrinsic cannot express this product in "
            "one matrix.multiply");
}

TEST(StrategyWanted, Off) {
  EXPECT_EQ(describePlan(wanted(Strategy::Off, runTimeRequest(wideMachine()))),
            "off: -gemmify-strategy=off keeps all loops");
}

TEST(StrategyName, AsTheOptionSpellsIt) {
  EXPECT_STREQ(strategyName(Strategy::Auto), "auto");
  EXPECT_STREQ(strategyName(Strategy::Intrinsic), "intrinsic");
  EXPECT_STREQ(strategyName(Strategy::Tiling), "tiling");
  EXPECT_STREQ(strategyName(Strategy::Packing), "packing");
  EXPECT_STREQ(strategyName(Strategy::Off), "off");
}

TEST(StrategyChoice, OperandsThatChangeTheirOrderArePackedEarly) {
  BlockingPlan P = planOf(runTimeRequest(unitMachine()));
  EXPECT_EQ(P.Chosen, Strategy::Packing);
  EXPECT_EQ(P.MinWork, 8u * 8 * 8);
  EXPECT_EQ(P.MinPackWork, 0u);
  EXPECT_EQ(planOf(constantRequest(unitMachine(), 40, 40, 40)).Chosen,
            Strategy::Packing);
  EXPECT_EQ(wanted(Strategy::Tiling, runTimeRequest(unitMachine())).Chosen,
            Strategy::Tiling);
}

} // namespace
