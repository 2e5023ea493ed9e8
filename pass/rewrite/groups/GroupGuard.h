//===- GroupGuard.h - Whether groups may run in turn ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that runs group by group leaves values in C that the source has in a
/// register. That is the same where C's elements are distinct and no group
/// reads what is left there, its own element excepted. See L115.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GROUPS_GROUPGUARD_H
#define GEMMIFY_PASS_REWRITE_GROUPS_GROUPGUARD_H

#include "GroupLoop.h"
#include "pass/rewrite/guard/Guard.h"
#include <memory>

namespace gemmify {

/// The test before a trial that runs by groups.
class GroupGuard {
public:
  GroupGuard(std::unique_ptr<GroupLoop> Groups, const TrialNest &Trial,
             const NestAnalyses &A)
      : Groups(std::move(Groups)), Trial(Trial), A(A) {}

  /// Takes note of what has been recognized in a group. False where it cannot
  /// be said of all of them.
  bool admit(const GemmNest &OfGroup, llvm::AAResults &AA);

  /// Gives the loop its numbers, and emits whether each group is large enough.
  llvm::Value *emitFirst(llvm::IRBuilderBase &B);
  /// Emits the test, after that.
  llvm::Value *emit(llvm::IRBuilderBase &B);

private:
  bool takeReferences();
  bool takeChecks();
  bool takeSizes();
  bool expandsAtEntry();

  const std::unique_ptr<GroupLoop> Groups;
  const TrialNest &Trial;
  const NestAnalyses &A;
  GemmNest Whole; ///< All groups: k counts them, and what is in each.
  Legality Legal;
  PerDim<const llvm::SCEV *> Sizes = {}; ///< Of one group.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GROUPS_GROUPGUARD_H
