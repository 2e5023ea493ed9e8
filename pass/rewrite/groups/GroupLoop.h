//===- GroupLoop.h - The loop over groups as the outermost one --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns a copy of a grouped sum into one product for each group, between which
/// values rest in C:
///
///     for each group g, for i, for j:
///       val = g == 0 ? first : C(i,j);
///       one iteration of the loop over groups, the g-th
///       C(i,j) = val;
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GROUPS_GROUPLOOP_H
#define GEMMIFY_PASS_REWRITE_GROUPS_GROUPLOOP_H

#include "GroupedSum.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "pass/rewrite/padding/EntryNumbers.h"

namespace gemmify {

/// The loop over groups around the copy of a trial.
class GroupLoop {
public:
  GroupLoop(const GroupedSum &Sum, TrialNest &Trial, const NestAnalyses &A)
      : Sum(Sum), Trial(Trial), A(A), Numbers(A.SE) {}

  /// False where the place of C(i,j) is not known before the group.
  bool build();

  const GroupedSum &sum() const { return Sum; }
  EntryNumbers &numbers() { return Numbers; }
  llvm::Loop &loop() const { return *Around; }
  /// The load of C(i,j) in the copy.
  const llvm::LoadInst *load() const { return OfC; }

private:
  void addLoop();
  void startCounters(llvm::BasicBlock &Pre);
  bool startValue(llvm::BasicBlock &Pre);
  void runOnce(llvm::Loop &Groups);

  const GroupedSum Sum;
  TrialNest &Trial;
  const NestAnalyses &A;
  EntryNumbers Numbers;
  llvm::BasicBlock *Start = nullptr;
  llvm::Loop *Around = nullptr;
  llvm::PHINode *Group = nullptr; ///< i64.
  llvm::LoadInst *OfC = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GROUPS_GROUPLOOP_H
