//===- SumResult.h - What is used of a sum behind its loop ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SUMRESULT_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SUMRESULT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace gemmify {

/// The floating-point sum of an innermost loop.
struct SumResult {
  llvm::PHINode *Phi = nullptr; ///< In the loop.
  /// What it is behind that: a phi, which may have its start as well, or the
  /// last sum itself.
  llvm::Instruction *Value = nullptr;
  llvm::BasicBlock *Behind = nullptr; ///< The block where it is known.
};

/// The sum in \p Innermost, in simplified form with one exit, if there is one
/// of which nothing else is used. It is known in the loop around.
std::optional<SumResult> findSumResult(const llvm::Loop &Innermost,
                                       const llvm::LoopInfo &LI);

/// All sums in \p Innermost, in the order of their phis, where none of them is
/// made of another one and nothing else is used. Empty if that is not so.
llvm::SmallVector<SumResult, 1> findSumResults(const llvm::Loop &Innermost,
                                               const llvm::LoopInfo &LI);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SUMRESULT_H
