//===- SumApart.h - A sum split off the nest that uses it ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sum in a register may be one of several things that its loop does, or go
/// through an expression that reads what the sum would replace:
///
///     for i, j { t = 0; for k < i { C(k,j) += x(i,j) * A(i,k);
///                                   t += B(k,j) * A(i,k); }
///                C(i,j) = beta * C(i,j) + t; }
///
/// If it reads nothing that the nest writes, all of the sums can be computed
/// before, and kept in workspace (L95).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_SUMAPART_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_SUMAPART_H

#include "pass/rewrite/distribute/DistributedLoop.h"
#include "pass/rewrite/normalize/SumResult.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "pass/rewrite/padding/EntryNumbers.h"

namespace gemmify {

/// The sum of an innermost loop in two others.
struct LoneSum {
  SumResult Result;
  llvm::Loop *Loops[2] = {};      ///< The two others, outermost first.
  const llvm::SCEV *Last[2] = {}; ///< Of their iterations, from 0; i64.

  uint64_t elementBytes() const {
    return Result.Phi->getType()->getPrimitiveSizeInBits() / 8;
  }
};

/// The sum in \p Innermost, if there is one of which nothing else is used.
std::optional<LoneSum> findLoneSum(llvm::Loop &Innermost,
                                   const NestAnalyses &A);

/// Splits the copy in a trial of the outermost loop of a sum in two.
class SumApart {
public:
  SumApart(const LoneSum &Sum, TrialNest &Trial, EntryNumbers &Numbers,
           const NestAnalyses &A)
      : Sum(Sum), Trial(Trial), Numbers(Numbers), A(A) {}

  /// Whether it is done.
  bool run();
  /// Emits what takes and gives back the workspace, once the trial is kept.
  void emitWorkspace();

  /// The loops that compute the sums.
  llvm::Loop &sums() const { return *Sums->loop(); }
  /// The header there of the loop with the header \p Of in the trial's copy.
  const llvm::Value *inSums(llvm::BasicBlock &Of) const { return (*Sums)[&Of]; }
  /// What stands for the workspace until then.
  const llvm::Value *workspace() const { return Place; }

private:
  llvm::Value *elementIn(llvm::function_ref<llvm::Loop &(llvm::Loop &)> CopyOf);
  void writeSums();
  void readSums();
  void connect(llvm::BasicBlock &Between);

  const LoneSum Sum;
  TrialNest &Trial;
  EntryNumbers &Numbers;
  const NestAnalyses &A;
  std::optional<DistributedLoop> Sums;
  llvm::Instruction *Place = nullptr;
  llvm::Value *RowBytes = nullptr, *Bytes = nullptr;
  llvm::BasicBlock *Behind = nullptr; ///< Both halves.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_SUMAPART_H
