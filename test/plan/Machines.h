//===- Machines.h - Invented machines for the planner's tests ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_PLAN_MACHINES_H
#define GEMMIFY_TEST_PLAN_MACHINES_H

#include "pass/plan/BlockingPlan.h"
#include "gtest/gtest.h"

namespace gemmify {

inline uint64_t KiB(uint64_t N) { return N * 1024; }

/// A machine with 16 registers of 256 bits: 32 KiB, 512 KiB, 16 MiB.
inline TargetRecord wideMachine() {
  return {"wide", 256, 16, {KiB(32), KiB(512), KiB(16384)}, {16, 6, 1}};
}

/// Odd tiles, tiny caches, no vector registers to speak of.
inline TargetRecord oddMachine() {
  return {"odd", 0, 0, {KiB(2), KiB(8), KiB(32)}, {3, 5, 2}};
}

/// Accumulators of four columns, operands in an order of their own.
inline TargetRecord unitMachine() {
  TargetRecord R{"unit", 128, 64, {KiB(48), KiB(1024), KiB(4096)}, {16, 8, 1}};
  R.Depth = 16;
  R.SumRegs = 32;
  R.AccCols = 4;
  R.WantsPacked = true;
  return R;
}

/// f32, all sizes known at run time only.
inline PlanRequest runTimeRequest(const TargetRecord &Target) {
  PlanRequest R;
  R.Target = Target;
  return R;
}

inline PlanRequest constantRequest(const TargetRecord &Target, uint64_t M,
                                   uint64_t N, uint64_t K) {
  PlanRequest R = runTimeRequest(Target);
  R.M = M;
  R.N = N;
  R.K = K;
  return R;
}

/// The plan, which must exist.
inline BlockingPlan planOf(const PlanRequest &R, const PlanOverrides &O = {}) {
  llvm::Expected<BlockingPlan> P = planBlocking(R, O);
  if (P)
    return *P;
  ADD_FAILURE() << llvm::toString(P.takeError());
  return {};
}

/// The sentence that refuses the overrides; empty when there is a plan.
inline std::string errorOf(const PlanRequest &R, const PlanOverrides &O) {
  llvm::Expected<BlockingPlan> P = planBlocking(R, O);
  return P ? "" : llvm::toString(P.takeError());
}

} // namespace gemmify

#endif // GEMMIFY_TEST_PLAN_MACHINES_H
