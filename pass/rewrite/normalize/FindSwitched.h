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

#include "SumNest.h"

namespace gemmify {

/// The factor that a loop reads where a condition holds, and that is zero where
/// it does not.
struct ReadOrZero {
  /// Null where the loop always reads: it is entered where all conditions hold.
  llvm::BranchInst *Branch = nullptr;
  unsigned ToRead = 0; ///< The successor that reads.
  llvm::PHINode *Element = nullptr;
  /// What is computed from what is read, in its order, up to the factor; all
  /// of it runs where the element is read only.
  llvm::SmallVector<llvm::Instruction *, 2> Parts;
};

/// A condition before a loop.
struct SwitchBranch {
  llvm::BranchInst *Branch;
  unsigned Onward; ///< The successor that leads to the loop that reads.
};

class SwitchFinder {
public:
  /// \p Early: loops that may become alike are.
  SwitchFinder(llvm::Loop &Innermost, const NestAnalyses &A, bool Early = false)
      : L(Innermost), A(A), SE(A.SE), Early(Early), Reader(&Innermost) {}

  bool run();
  llvm::StoreInst *store() const { return Own.Store; }
  /// Of sums that are in memory, else null.
  llvm::LoadInst *load() const { return Own.Load; }
  /// Whether the factor is read before the innermost loop, which repeats it.
  bool readsOutside() const { return Reader != &L; }
  /// What multiplies the sum's next value by the factor.
  llvm::Instruction &step() const { return *Multiply; }
  ReadOrZero Read;
  /// Parts of the other factor.
  llvm::SmallVector<llvm::Instruction *, 2> OtherParts;
  llvm::SmallVector<SwitchBranch, 2> Branches; ///< The last one first.
  /// Whether \p BB runs behind conditions only.
  bool isSwitched(const llvm::BasicBlock *BB) const {
    return Outermost->contains(BB) || Between.contains(BB);
  }
  /// The own loops, outermost first.
  llvm::ArrayRef<SumLoop> loops() const { return Own.Loops; }

  /// The nests that add zeros.
  llvm::ArrayRef<SumNest> others() const { return Others; }
  /// What has to hold for that.
  llvm::ArrayRef<NarrowNumber> narrow() const { return Narrow; }

private:
  bool findRead();
  void findReadOutside();
  bool isRunAnyway(const llvm::BasicBlock &BB) const;
  llvm::Loop *leadsTo(llvm::BasicBlock *BB) const;
  bool findFactors();
  bool findMultiply();
  bool storesAlike(const SumNest &Other, SumNestMatch &Match) const;
  bool factorsAlike(const SumNest &Other, SumNestMatch &Match);
  bool addsZeros(const SumNest &Other);
  std::optional<llvm::PHINode *> joinAlike(llvm::ArrayRef<SumNest> These) const;
  std::optional<llvm::PHINode *> findBranches();
  bool goOutward(const llvm::Value *Sum, const llvm::BasicBlock &Always);

  llvm::Loop &L;
  const NestAnalyses &A;
  llvm::ScalarEvolution &SE;
  const bool Early;
  llvm::Loop *Reader; ///< The loop that reads the factor: L, or around it.
  llvm::SmallVector<NarrowNumber, 1> Narrow;
  SumNest Own;                     ///< As far as is known to be switched.
  llvm::Loop *Outermost = nullptr; ///< That is entered behind conditions.
  /// On the way from conditions to the own loops.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Between;
  llvm::Value *Factor = nullptr; ///< That is zero in other loops.
  llvm::Value *OtherFactor = nullptr;
  llvm::Instruction *Multiply = nullptr;
  llvm::SmallVector<SumNest, 2> Others;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_FINDSWITCHED_H
