//===- TestBlocks.h - A test that takes several blocks ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_TESTBLOCKS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_TESTBLOCKS_H

#include "pass/recognize/loops/NestShape.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Emits a test that ends early where a condition does not hold, and may have
/// loops. The builder, which starts in front of a terminator, is put where the
/// test goes on.
class TestBlocks {
public:
  TestBlocks(llvm::IRBuilderBase &B, const NestAnalyses &A);

  /// Goes on if \p Cond holds. True.
  llvm::Value *require(llvm::Value *Cond);
  /// Begins a loop that counts from zero: the number, i64.
  llvm::Value *beginLoop();
  /// Ends it after the iteration \p Last, at least zero.
  void endLoop(llvm::Value *Last);
  /// Ends the test: what it says, with \p Cond last.
  llvm::Value *finish(llvm::Value *Cond);

private:
  llvm::BasicBlock *addBlock(const llvm::Twine &Name);

  llvm::IRBuilderBase &B;
  const NestAnalyses &A;
  llvm::BasicBlock *Tail; ///< Where all ways end.
  llvm::PHINode *Result;
  llvm::Loop *Around; ///< The loop that blocks are added to, or null.
  llvm::PHINode *Iteration = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_TESTBLOCKS_H
