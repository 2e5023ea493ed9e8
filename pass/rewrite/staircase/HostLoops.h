//===- HostLoops.h - New loops in a function ------------------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts loops and branches into a function, one inside the other, and tells
/// LoopInfo. The dominator tree has to be recalculated afterwards.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_HOSTLOOPS_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_HOSTLOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// A loop over i64 whose body is empty as yet.
struct HostLoop {
  llvm::Loop *L = nullptr;
  llvm::PHINode *Counter = nullptr;
  llvm::BasicBlock *Before = nullptr; ///< Its preheader.
  llvm::BasicBlock *Exit = nullptr;   ///< Runs when the loop has ended.
  llvm::Instruction *Body = nullptr;  ///< The body comes before that.
};

class HostLoops {
public:
  HostLoops(llvm::LoopInfo &LI, llvm::DebugLoc Where) : LI(LI), Where(Where) {}

  /// A loop before \p At, from \p First to \p Last, both included, by one up
  /// or down. Where that may be nothing, the loop is \p Guarded.
  HostLoop addLoop(llvm::Instruction &At, llvm::Value *First, llvm::Value *Last,
                   bool Down, bool Guarded);

  /// What comes before the result runs where \p If holds, before \p At.
  llvm::Instruction &addBranch(llvm::Instruction &At, llvm::Value *If);
  /// The same, and what comes before the second one where it does not.
  std::pair<llvm::Instruction *, llvm::Instruction *>
  addBranches(llvm::Instruction &At, llvm::Value *If);

private:
  llvm::LoopInfo &LI;
  llvm::DebugLoc Where;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_HOSTLOOPS_H
