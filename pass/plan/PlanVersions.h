//===- PlanVersions.h - Plans for processors that may be met ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of a target's versions (lowering/target/TargetVersion.h) get a kernel
/// for a product, beside the one that all processors of the program run, and
/// what is planned for them. kernel/build/Dispatch.h puts them behind a choice.
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

/// Plans \p P for the versions that multiply in another way than \p F's own
/// target, for which it is planned as \p Own, and than each other; the best one
/// is the last. None where that is not wanted, or F may not have it, or the
/// product is so small that the choice would cost more. Lengths of vectors need
/// not be asked for, but only those that F leaves open are planned for. Fails
/// like planNest().
llvm::Expected<llvm::SmallVector<VersionPlan, 4>>
planVersions(const Product &P, const BlockingPlan &Own, const Options &Opts,
             llvm::Function &F, const llvm::TargetTransformInfo &TTI,
             llvm::ScalarEvolution &SE, Surroundings Around);

/// What multiplies no part of a product although the user asked for it.
struct UnusedEngine {
  llvm::StringRef Name;
  std::string Why; ///< The option that leaves no room for it, and the remedy.
};

/// The one of \p P, if \p F's target has it.
std::optional<UnusedEngine>
findUnusedEngine(const Product &P, const Options &Opts, llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_PLANVERSIONS_H
