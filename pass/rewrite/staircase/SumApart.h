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

/// The sums of an innermost loop in two others, of one type, without one of
/// them if there are more.
struct LoneSums {
  llvm::SmallVector<SumResult, 1> Results;
  bool HasMore = false;      ///< Another one stays where it is.
  bool HadMore = false;      ///< Another one was split off before.
  bool HasBeside = false;    ///< The outer loop stores something else as well.
  llvm::Loop *Loops[2] = {}; ///< The two others, outermost first.
  /// Of their iterations, from 0; i64. Null for the second loop where that
  /// moves with the first one, or the largest that it can be, at least 0.
  const llvm::SCEV *Last[2] = {};
  /// What that is in the first and the last iteration of the first loop,
  /// signed: negative where there is no iteration.
  llvm::SmallVector<const llvm::SCEV *, 2> Ends;

  /// Of the workspace, in elements. Where rows begin at a diagonal, one more
  /// keeps the elements of a column one row apart.
  const llvm::SCEV *size(unsigned At, llvm::ScalarEvolution &SE) const;

  uint64_t elementBytes() const {
    return Results.front().Phi->getType()->getPrimitiveSizeInBits() / 8;
  }
};

/// The sums in \p Innermost, if nothing else of them is used.
std::optional<LoneSums> findLoneSums(llvm::Loop &Innermost,
                                     const NestAnalyses &A);

/// Splits the copy in a trial of the outermost loop of sums into nests with one
/// sum each, and the rest.
class SumApart {
public:
  SumApart(const LoneSums &Sums, TrialNest &Trial, EntryNumbers &Numbers,
           const NestAnalyses &A)
      : Of(Sums), Trial(Trial), Numbers(Numbers), A(A) {}

  /// Whether it is done.
  bool run();
  /// Emits what takes and gives back the workspace, once the trial is kept.
  void emitWorkspace();

  /// The loops that compute sum number \p At.
  llvm::Loop &sums(unsigned At) const { return *Sums[At]->loop(); }
  /// The header there of the loop with the header \p Of in the trial's copy.
  const llvm::Value *inSums(unsigned At, llvm::BasicBlock &Of) const {
    return (*Sums[At])[&Of];
  }
  /// What stands for the workspace until then.
  const llvm::Value *workspace() const { return Place; }

private:
  llvm::Value *elementIn(unsigned Sum,
                         llvm::function_ref<llvm::Loop &(llvm::Loop &)> CopyOf);
  void emitSizes();
  void writeSums(unsigned At);
  void readSums(unsigned At);
  void connect(llvm::ArrayRef<llvm::BasicBlock *> Between);

  const LoneSums Of;
  TrialNest &Trial;
  EntryNumbers &Numbers;
  const NestAnalyses &A;
  llvm::SmallVector<std::unique_ptr<DistributedLoop>, 1> Sums;
  llvm::Instruction *Place = nullptr;
  llvm::Value *RowBytes = nullptr;
  llvm::Value *Bytes = nullptr;       ///< Of all elements of one sum.
  llvm::BasicBlock *Behind = nullptr; ///< All parts.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_SUMAPART_H
