//===- MiddleIteration.h - What a nest comes to half-way --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest may load a size only where a condition holds, as where a filter's
/// point is inside of the image. If the condition holds in one iteration, the
/// nest comes to the load, and it can be done before it. The one that is looked
/// at is that in the middle of all loops: no padding reaches there.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_MIDDLEITERATION_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_MIDDLEITERATION_H

#include "NestChecks.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Loads of a nest that its middle iteration comes to.
struct LoadsOnTheWay {
  /// A branch that has to go one way, or a load that can be done then.
  struct Step {
    llvm::BranchInst *Branch = nullptr;
    unsigned Onward = 0; ///< The successor that leads on.
    llvm::LoadInst *Load = nullptr;
    /// What the load reads, as far as types say: errno, or what is written.
    bool MayBeErrno = false, MayBeWritten = false;
  };

  const llvm::Loop *Root = nullptr;
  NestChecks Written; ///< What a load may read, if one of them may.
  /// In the order in which the nest comes to them.
  llvm::SmallVector<Step, 8> Steps;
  /// What computes the loads, each after its operands.
  llvm::SmallSetVector<llvm::Instruction *, 8> Hoisted;
  /// What numbers are in a loop, where SCEV says more than their name.
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::Loop *>,
                 const llvm::SCEV *>
      Numbers;
  /// How often loops go on, at least zero times.
  llvm::DenseMap<const llvm::Loop *, const llvm::SCEV *> Repeats;
};

/// The loads of \p Root, the same in all iterations, that lie on the way to the
/// sums of \p Innermost, or beside it. Empty where there are none, or the nest
/// may end elsewhere than at the ends of its loops, or never.
std::optional<LoadsOnTheWay> findLoadsOnTheWay(const llvm::Loop &Root,
                                               const llvm::Loop &Innermost,
                                               const NestAnalyses &A);

/// Emits whether the nest comes to all of \p Loads in its middle iteration, i1
/// and not poison. Loads nothing before it is known that the nest does so. The
/// builder, in front of a terminator, is in another block afterwards.
llvm::Value *emitIsOnTheWay(llvm::IRBuilderBase &B, const LoadsOnTheWay &Loads,
                            const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_MIDDLEITERATION_H
