//===- FindSwitched.h - Loops that LLVM has switched ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the loops of SwitchedLoop.h.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_FINDSWITCHED_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_FINDSWITCHED_H

#include "pass/recognize/arith/UpdateMatch.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// A loop that does nothing but add products to one sum, one per iteration, and
/// store it to one place, if it does.
struct SumLoop {
  llvm::Loop *L = nullptr;
  llvm::PHINode *Sum = nullptr;
  llvm::StoreInst *Store = nullptr; ///< Null where the sum is only carried.
  Update Step;
  llvm::Value *start() const {
    return Sum->getIncomingValueForBlock(L->getLoopPreheader());
  }
};

/// The element that a loop reads on a condition.
struct ReadOrZero {
  llvm::BranchInst *Branch = nullptr;
  unsigned ToRead = 0; ///< The successor that reads.
  llvm::LoadInst *Read = nullptr;
  llvm::PHINode *Element = nullptr;
  llvm::Constant *Zero = nullptr; ///< Where it does not.
};

/// A condition before the loop.
struct SwitchBranch {
  llvm::BranchInst *Branch;
  unsigned Onward; ///< The successor that leads to the loop that reads.
};

class SwitchFinder {
public:
  SwitchFinder(llvm::Loop &Innermost, const NestAnalyses &A)
      : L(Innermost), A(A), SE(A.SE) {}

  bool run();
  llvm::StoreInst *store() const { return Own.Store; }
  ReadOrZero Read;
  llvm::LoadInst *OtherFactor = nullptr;       ///< Of the products.
  llvm::SmallVector<SwitchBranch, 2> Branches; ///< The last one first.

private:
  std::optional<SumLoop> readSum(llvm::Loop &Of) const;
  bool findRead();
  bool isRunAnyway(const llvm::BasicBlock &BB) const;
  llvm::Loop *leadsTo(llvm::BasicBlock *BB) const;
  bool isSame(llvm::LoadInst &X, const llvm::Loop &OfX, llvm::LoadInst &Y,
              const llvm::Loop &OfY) const;
  bool findFactor();
  bool storesAlike(const SumLoop &Other) const;
  bool addsZeros(llvm::Loop &Other) const;
  bool joinAlike() const;
  bool findBranches();

  llvm::Loop &L;
  const NestAnalyses &A;
  llvm::ScalarEvolution &SE;
  SumLoop Own;
  llvm::SmallVector<SumLoop, 2> Others;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_FINDSWITCHED_H
