//===- PlanNest.h - From a nest to a planning request -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Asks the planner: the bridge between IR and its pure arithmetic.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_PLANNEST_H
#define GEMMIFY_PASS_PLAN_PLANNEST_H

#include "Options.h"
#include "pass/recognize/GemmNest.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace gemmify {

/// Whether a macro-kernel that \p F calls may allocate: its \p TLI knows malloc
/// and free, as it does not where flags say that a program has its own, its
/// module leaves the library's names to the library, and the options allow it.
bool mayAllocate(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI,
                 const Options &Opts);

/// What a plan depends on besides the nest and its target.
struct Surroundings {
  bool MayAllocate = false;
  /// Whether only a test at run time tells that C is apart from the operands:
  /// then nothing of C is stored before all of them have been read.
  bool MayOverlap = false;
};

/// Chooses the target row of \p F and plans \p Nest. Fails with a sentence that
/// names the option at fault.
llvm::Expected<BlockingPlan> planNest(const GemmNest &Nest, const Options &Opts,
                                      const llvm::Function &F,
                                      const llvm::TargetTransformInfo &TTI,
                                      llvm::ScalarEvolution &SE,
                                      Surroundings Around);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_PLANNEST_H
