//===- PlanNest.h - From a nest to a planning request -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bridge between IR and the planner's pure arithmetic.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_PLANNEST_H
#define GEMMIFY_PASS_PLAN_PLANNEST_H

#include "Options.h"
#include "pass/product/Product.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace gemmify {

/// What a plan depends on other than the nest and its target.
struct Surroundings {
  bool MayAllocate = false;
  /// Whether only a test at run time shows that C is apart from the operands.
  /// Then nothing of C is stored before all operands have been read.
  bool MayOverlap = false;
};

/// Chooses the target row of \p F and plans \p P. Fails with a sentence that
/// names the option at fault.
llvm::Expected<BlockingPlan> planNest(const Product &P, const Options &Opts,
                                      const llvm::Function &F,
                                      const llvm::TargetTransformInfo &TTI,
                                      llvm::ScalarEvolution &SE,
                                      Surroundings Around);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_PLANNEST_H
