//===- PlanVersions.h - Plans for processors that may be met ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of a target's versions (lowering/target/TargetVersion.h) get a kernel
/// for a product, in addition to the one that runs on all processors of the
/// program, and their plans. kernel/build/Dispatch.h emits the choice between
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_PLANVERSIONS_H
#define GEMMIFY_PASS_PLAN_PLANVERSIONS_H

#include "PlanNest.h"
#include "lowering/target/TargetVersion.h"
#include "pass/recognize/GemmNest.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace gemmify {

struct VersionPlan {
  const TargetVersion *Level = nullptr;
  BlockingPlan Plan;
};

/// Plans \p P for the versions that multiply differently from \p F's own
/// target, whose plan is \p Own, and from each other, the best one last. None
/// where the options exclude them, where F may not have them, or where the
/// product is so small that the choice would cost more than it gains. Vector
/// lengths need no option, but only those that F leaves open are planned for.
/// Fails like planNest().
llvm::Expected<llvm::SmallVector<VersionPlan, 4>>
planVersions(const Product &P, const BlockingPlan &Own, const Options &Opts,
             llvm::Function &F, const llvm::TargetTransformInfo &TTI,
             llvm::ScalarEvolution &SE, Surroundings Around);

/// An engine that the user asked for and that computes no part of a product.
struct UnusedEngine {
  llvm::StringRef Name;
  std::string Why; ///< The option that rules it out, and the remedy.
};

/// The one of \p P, if \p F's target has it.
std::optional<UnusedEngine>
findUnusedEngine(const Product &P, const Options &Opts, llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_PLANVERSIONS_H
