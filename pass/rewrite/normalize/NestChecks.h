//===- NestChecks.h - Side exits that a nest never takes --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A check is a branch that leaves a loop of a nest, or all of it, elsewhere
/// than at the loop's end: to a panic, a throw, a trap, or to another place.
/// Where it compares numbers that move by fixed steps, their extremes decide
/// before the nest whether it passes in all iterations.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_NESTCHECKS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_NESTCHECKS_H

#include "TableValues.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IntrinsicInst.h"

namespace gemmify {

/// A branch of a nest with one successor that it is never to take.
struct NestCheck {
  llvm::BranchInst *Branch = nullptr;
  unsigned Passing = 0; ///< The successor that remains.

  llvm::BasicBlockEdge way() const {
    return {Branch->getParent(), Branch->getSuccessor(Passing)};
  }
  llvm::BasicBlockEdge otherWay() const {
    return {Branch->getParent(), Branch->getSuccessor(1 - Passing)};
  }
};

/// A value from before the nest, or a hoisted one, and what it has to be before
/// the hoisted values from number Behind on are computed.
struct NestWay {
  llvm::Value *Condition = nullptr;
  bool Expected = false;
  size_t Behind = 0;
};

/// What a store or memset of a nest writes to, in i128.
struct CheckedWrite {
  IndexForm Address;
  const llvm::SCEV *Bytes = nullptr; ///< From each address on.
};

/// A place that the nest must not write to, as it loads from there.
struct CheckedPlace {
  IndexForm Address; ///< In i128.
  uint64_t Bytes = 0;
};

/// A loop that its own exit ends, if no check leaves it. In i128.
struct CheckedLoop {
  /// No loop is repeated more often, so that i128 is wide enough.
  static constexpr unsigned MostRepeatsBits = 48;

  const llvm::SCEV *Repeats = nullptr; ///< How often that exit is passed by.
  /// The last iteration that comes to the checks; -1 where there is none.
  const llvm::SCEV *Last = nullptr;
  /// In a triangle, both are those of this loop's first iteration, and move by
  /// one up or down with each further one.
  const llvm::Loop *Around = nullptr;
  bool Grows = false;
  /// Both are made of NestChecks::EqualRows: they are those of the first rows.
  bool OfRows = false;
};

/// A loop that takes pieces of what is left of a slice, until its latch finds
/// that nothing is.
struct TakenPieces {
  const llvm::Loop *L = nullptr;
  llvm::PHINode *Left = nullptr;
  llvm::Value *All = nullptr, *Size = nullptr; ///< From before the nest.
  llvm::MinMaxIntrinsic *Min = nullptr;        ///< Of Size and Left.
};

/// The checks of a nest, and what says that all of them pass.
struct NestChecks {
  llvm::SmallVector<NestCheck, 4> Checks;
  /// Branches that choose one of several loops: Passing leads to the one that
  /// is read, and the other successor to what never runs.
  llvm::SmallVector<NestCheck, 0> Choices;
  /// Exits of the nest that only checks lead to.
  llvm::SmallVector<llvm::BasicBlock *, 4> Closed;
  /// Whether forms are of numbers that the nest freezes: they are true of one
  /// that is thawed.
  bool NeedThawing = false;
  /// Minima that always are this operand of theirs.
  llvm::SmallVector<std::pair<llvm::MinMaxIntrinsic *, unsigned>, 0> Minima;
  /// Loops that take pieces, each of the same size.
  llvm::SmallVector<TakenPieces, 0> Pieces;
  /// Operations of which none overflows.
  llvm::SmallVector<llvm::WithOverflowInst *, 0> Exact;
  /// What is computed before the nest instead of in it, in this order. Other
  /// members mean these values.
  llvm::SmallVector<llvm::Instruction *, 4> Hoisted;
  llvm::SmallVector<NestWay, 0> Ways; ///< In that order, too.
  /// Loads among them whose values are there, as what loaded them before.
  llvm::SmallVector<std::pair<llvm::LoadInst *, llvm::LoadInst *>, 4> Earlier;
  /// Phis among them, as what they are.
  ValuesOfPhis Phis;
  /// Values from before the nest or hoisted ones, with what they have to be.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 1> Fixed;
  llvm::SmallVector<IndexBound, 8> Bounds;
  /// No write meets a place.
  llvm::SmallVector<CheckedWrite, 1> Writes;
  llvm::SmallVector<CheckedPlace, 4> Places;
  /// The nest calls functions that set errno, which is no such place either.
  bool SetsErrno = false;
  /// What is loaded through tables, and how the test does so. Bounds, writes,
  /// places and repeats mean these values, too.
  llvm::SmallVector<TableValue, 0> Tables;
  llvm::SmallVector<TableRead, 8> Reads;
  /// Numbers that each iteration of a loop loads, which all have to be the
  /// same, as the lengths of rows by which loops are counted.
  llvm::SmallVector<const llvm::SCEV *, 0> EqualRows;
  /// Of the loops that the bounds count by.
  llvm::SmallMapVector<const llvm::Loop *, CheckedLoop, 4> Repeats;
};

/// The block of \p L that leaves it, not to a dead end, before a latch that
/// writes nothing; or null. LLVM puts loads of the bound for the next iteration
/// there.
llvm::BasicBlock *findExitBeforeLatch(const llvm::Loop &L);

/// The checks in \p Root. Empty where there is none, unless it is one \p
/// OfChunks, whose minima then are the same in all iterations, or where one of
/// them compares something else. Loops around \p Innermost are counted in any
/// case, if they can be.
std::optional<NestChecks> findChecks(const llvm::Loop &Root,
                                     const llvm::Loop &Innermost, bool OfChunks,
                                     const NestAnalyses &A);

/// What \p Root, a nest without checks, loads in its loops and could load
/// before it, and the branches that are decided then: Hoisted and Choices.
/// Empty where there is no such load, nor, if this is done \p Again, such a
/// branch; where the nest has checks; or where it may write to where it loads
/// from.
std::optional<NestChecks> findFixedLoads(const llvm::Loop &Root,
                                         llvm::Loop &Innermost, bool Again,
                                         const NestAnalyses &A);

/// Where \p Root, a nest without checks, may write: Writes, with the Bounds
/// that say so. Empty where that depends on what the nest computes or loads.
std::optional<NestChecks> findWrites(const llvm::Loop &Root,
                                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_NESTCHECKS_H
