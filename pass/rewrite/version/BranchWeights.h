//===- BranchWeights.h - How likely a kernel is to be called ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the optimizer is told about the branches in front of a nest. It decides
/// which loops get the registers and which code follows without a jump, and no
/// result.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_BRANCHWEIGHTS_H
#define GEMMIFY_PASS_REWRITE_VERSION_BRANCHWEIGHTS_H

#include "pass/plan/BlockingPlan.h"
#include "pass/recognize/GemmNest.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// The blocks in front of a nest, each with one test; see RewriteNest.h.
struct TestBlocks {
  llvm::BasicBlock *Entry;         ///< Where the tests begin.
  llvm::BasicBlock *Few = nullptr; ///< Whether small loops run; null: none.
  llvm::BasicBlock *Across =
      nullptr; ///< Whether more steps are few; null: never.
  llvm::BasicBlock *Short = nullptr; ///< Whether it may be slender; null: none.
  llvm::BasicBlock *Slender = nullptr; ///< Whether it is; null: never.
  llvm::BasicBlock *Check = nullptr;
  llvm::BasicBlock *Columns =
      nullptr; ///< Null when nothing can be interleaved.
  llvm::BasicBlock *Call = nullptr;
};

/// Weighs the branches of \p At, and those in front of them that ask whether
/// the loops of \p N run.
void weighBranches(const GemmNest &N, const BlockingPlan &Plan,
                   const TestBlocks &At, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_BRANCHWEIGHTS_H
