//===- DeadBlocks.h - Blocks of a copy that are reached no more -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_DEADBLOCKS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_DEADBLOCKS_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Makes \p Br, in a loop, always go to successor \p Onward. Returns the other
/// one, which may be dead and keeps its phis of one value if \p
/// KeepOneInputPhis.
llvm::BasicBlock *takeAlways(llvm::BranchInst &Br, unsigned Onward,
                             const NestAnalyses &A,
                             bool KeepOneInputPhis = false);

/// Replaces phis of \p Copy to which one value comes on all ways; only those of
/// values from outside of it where it is \p FromOutside.
void dropSamePhis(const llvm::Loop &Copy, bool FromOutside);

/// Lets loops of \p Copy whose latches have become empty end there again.
void joinLatches(llvm::Loop &Copy, const NestAnalyses &A);

/// Deletes those of \p MayBeDead, all in \p Copy, that are not reached, with
/// their loops and what only they lead to. False if \p Innermost of the copy is
/// gone, or a loop goes on no more or never ends: then the copy is no nest.
[[nodiscard]] bool dropDeadBlocks(llvm::ArrayRef<llvm::BasicBlock *> MayBeDead,
                                  const llvm::Loop &Copy,
                                  const llvm::Loop &Innermost,
                                  const NestAnalyses &A);

/// The same where a way to \p Innermost has been taken at each of some
/// branches: with it go phis of the other ways.
[[nodiscard]] bool dropOtherWays(llvm::ArrayRef<llvm::BasicBlock *> MayBeDead,
                                 llvm::Loop &Copy, const llvm::Loop &Innermost,
                                 const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_DEADBLOCKS_H
