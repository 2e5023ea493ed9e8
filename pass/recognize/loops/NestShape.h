//===- NestShape.h - Loops, trip counts and paths of a nest -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reduces the control flow of a nest to what happens in each iteration: a
/// straight line of blocks and inner loops, valid while the nest's guards hold.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_NESTSHAPE_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_NESTSHAPE_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/access/AffineAccess.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"
#include <optional>

namespace gemmify {

/// Analyses that recognition reads.
struct NestAnalyses {
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
};

/// A loop on the path that is passed by when a condition does not hold: the
/// path is valid for it as for a loop that may run zero times.
struct OptionalLoop {
  llvm::BranchInst *Branch = nullptr;
  bool Expected =
      true; ///< The value of the condition with which it is entered.
  const llvm::Loop *L = nullptr;
  const llvm::BasicBlock *Join = nullptr; ///< Where both ways meet.
};

/// Whether the path takes one of the ways at conditions that do not change
/// instead of going round them.
struct PathChoices {
  enum Where {
    Nowhere,
    Writing, ///< Only where one way writes something and both go on to the
             ///< product.
    Everywhere
  };
  Where Wanted = Nowhere;
  /// Which ways are true ones, in the order of the path: the first ones are
  /// given, the others become true.
  llvm::SmallVector<bool, 3> Ways;
  bool Possible = false; ///< Becomes true when there is such a condition.
  /// Becomes true when a guard excludes a way that leads to the product, too.
  bool Excludes = false;
};

/// The straight line through a nest.
struct NestShape {
  llvm::Loop *Root = nullptr;
  /// Blocks that run once per iteration of their innermost loop, in execution
  /// order, except for what leads through an optional loop; all others of the
  /// nest never run while the guards hold, or are beside the path.
  llvm::SmallVector<llvm::BasicBlock *, 16> Path;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> OnPath;
  /// Blocks of the path that need not run in an iteration: those between the
  /// branch of an optional loop and where both ways meet.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> MayNotRun;
  /// For blocks that are no loop headers: the block from which the path enters.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> CameFrom;
  /// Blocks beside the path that may run: after a condition between two blocks
  /// of the path. The block where the ways part, first, is on the path.
  llvm::SmallVector<llvm::BasicBlock *, 4> Forks;
  llvm::SmallVector<llvm::BasicBlock *, 4> Beside;
  /// All blocks that may run, in the order of one iteration.
  llvm::SmallVector<llvm::BasicBlock *, 16> Order;
  /// Loops on the path, Root included, in the order in which they are entered.
  llvm::SmallVector<llvm::Loop *, 4> Loops;
  llvm::SmallVector<NestGuard, 2> Guards;
  /// Blocks of the path with two ways of which it takes one, as guards say.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Decided;
  llvm::SmallVector<OptionalLoop, 1> Optional;
  /// Blocks of the path that a row of a triangle without elements leaves
  /// another way, and where that comes back to the path.
  llvm::SmallVector<llvm::BasicBlock *, 1> RowTests, RowEnds;

  /// Whether \p BB runs in each iteration of its innermost loop.
  bool runsAlways(const llvm::BasicBlock &BB) const {
    return OnPath.contains(&BB) && !MayNotRun.contains(&BB);
  }

  /// Whether \p A comes before \p B on the path; both must be on it.
  bool precedes(const llvm::BasicBlock *A, const llvm::BasicBlock *B) const;
  /// The same for instructions.
  bool precedes(const llvm::Instruction *A, const llvm::Instruction *B) const;

  /// Whether \p From is a block where ways part, or one beside the path.
  bool isConditional(const llvm::BasicBlock &From) const;

  /// Whether \p BB, where the path does not have a known value of each phi,
  /// comes after conditions only: of the ways that lead to it, those that are
  /// taken come from conditional blocks.
  bool isMerge(const llvm::BasicBlock &BB) const;

  /// The value that \p Phi has when the path is taken; null in loop headers and
  /// after optional loops.
  llvm::Value *valueOnPath(const llvm::PHINode &Phi) const;
  /// \p V, or what it is on the path when it is such a phi.
  llvm::Value *onPath(llvm::Value *V) const;
};

/// Whether \p L reads elements that do not follow each other: LLVM does not
/// vectorize it, or gathers.
bool readsApart(llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Brings the loops of \p F that are nested three deep or more into LLVM's
/// loop-simplify form, which all of recognition expects. True when it changed
/// something.
bool simplifyNests(llvm::Function &F, const NestAnalyses &A,
                   llvm::AssumptionCache &AC);

/// An instruction after \p Root that needs \p I, which \p Root computes, or
/// null.
const llvm::Instruction *userBehind(const llvm::Instruction &I,
                                    const llvm::Loop &Root);

/// Computes the shape of the nest under \p Root whose product happens in
/// \p Innermost. The path goes round conditions beside it, or does as \p
/// Choices say. Empty with a reason in \p Why when control flow is not a
/// straight line.
std::optional<NestShape> computeShape(llvm::Loop &Root, llvm::Loop &Innermost,
                                      AffineAccess &Access,
                                      const NestAnalyses &A,
                                      PathChoices &Choices, Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_NESTSHAPE_H
