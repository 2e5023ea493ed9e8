//===- PivotNest.h - Elimination that exchanges rows ---------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that in each step k chooses a row, exchanges that with row k, and
/// updates all rows and columns behind k:
///
///     for k:
///       p = ...                      // from column k
///       for j: swap(A[k][j], A[p][j])
///       for i > k: A[i][k] = ...
///         for j > k: A[i][j] -= A[i][k] * A[k][j]
///
/// Columns behind some steps need not have been through them until the last
/// one is done: see L152. So is one that exchanges nothing, and yet is no
/// staircase: its factors do not stay in the matrix, or it may be left early.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_PIVOTNEST_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_PIVOTNEST_H

#include "RowSwap.h"
#include "pass/rewrite/staircase/BlockSchedule.h"

namespace gemmify {

struct PivotNest {
  ModelNest Nest;
  RowSwap Swap; ///< Without a loop where rows keep their places.
  unsigned SwapLoop = NoLoop;
  unsigned Update = 0;   ///< The statement that the product is of.
  unsigned ColumnOf = 0; ///< Which of two terms names a column.
  Element Step;          ///< A[k][k].
  /// The factor of a row, where it does not stay in the matrix, and the rows of
  /// which factors of a block are kept.
  llvm::Instruction *Factor = nullptr;
  SavedRows FactorRows;
  /// It stays there, but is not exchanged: Factor loads it, from here.
  std::optional<ModelAddress> FactorFrom;
  BlockSchedule Later;  ///< What columns behind a block wait for.
  SchedulePiece AtExit; ///< The same of a block that is left in the middle.

  /// Which of the factors that are kept an update uses.
  Element factor() const {
    Element E;
    E.At[ColumnOf] = {Term::Loop, 0};
    E.At[1 - ColumnOf] = update().Target.At[1 - ColumnOf];
    return E;
  }
  bool exchanges() const { return Swap.L != nullptr; }
  const Statement &update() const { return Nest.Statements[Update]; }
  /// The loops that end before columns that wait.
  llvm::SmallVector<unsigned, 2> Waiting;
  /// The column of an iteration of \p Loop, one of Waiting.
  const Term &columnIn(unsigned Loop) const;
  bool isWaiting(const llvm::Instruction &I) const {
    return llvm::any_of(
        Waiting, [&](unsigned L) { return Nest.Loops[L].L->contains(&I); });
  }
  /// The loop over columns of the update.
  unsigned columnLoop() const { return update().Target.At[ColumnOf].Index; }
  const AsideAccess &find(const llvm::Instruction &Access) const;
};

/// \p Root as such a nest, if columns may wait in it.
std::optional<PivotNest> readPivotNest(llvm::Loop &Root,
                                       llvm::ScalarEvolution &SE,
                                       llvm::LoopInfo &LI,
                                       llvm::DominatorTree &DT);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_PIVOTNEST_H
