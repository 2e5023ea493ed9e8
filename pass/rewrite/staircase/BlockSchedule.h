//===- BlockSchedule.h - A nest in blocks of rows ------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Triangular sums, solves and factorizations may run block by block: what is
/// beside the diagonal of a block is a product, the rest is done by the
/// source's loops. A schedule says which instances of statements make up each
/// piece of a block; pieces run one after the other, and each but a product
/// in the source's order. L75 says when that is right.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKSCHEDULE_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKSCHEDULE_H

#include "ModelNest.h"
#include "llvm/ADT/STLExtras.h"

namespace gemmify {

/// Instances of statements that run together.
struct SchedulePiece {
  struct Part {
    unsigned Of; ///< The statement.
    llvm::SmallVector<AtMost, 4> Where;
    /// Those of its reads that find what was there when the block began.
    llvm::SmallVector<unsigned, 1> Saved;
    bool saves(unsigned Read) const { return llvm::is_contained(Saved, Read); }
  };
  llvm::SmallVector<Part, 4> Parts;
  /// All are sums over one counter for elements of two others.
  bool IsProduct = false;
  /// Of the rows of a block that depend on each other.
  bool IsDiagonal = false;

  const Part *find(unsigned Of) const {
    for (const Part &P : Parts)
      if (P.Of == Of)
        return &P;
    return nullptr;
  }
};

/// The rows of a block, kept as they were when it began, or all rows.
struct SavedRows {
  unsigned D;       ///< What is a row: columns for 1.
  Term First, Last; ///< Of the elements of a row.
  /// Where all are kept, each as it was when it was asked about.
  std::optional<std::pair<Term, Term>> All = std::nullopt;
  bool operator==(const SavedRows &R) const {
    return D == R.D && First == R.First && Last == R.Last && All == R.All;
  }
};

struct BlockSchedule {
  bool Down = false;    ///< Blocks come in descending order.
  bool IsWhole = false; ///< There is one block, of everything.
  llvm::SmallVector<SchedulePiece, 4> Pieces;
  /// What runs for each smaller block of a block in place of its diagonal
  /// pieces, if any. See InnerBlocks.h.
  llvm::SmallVector<SchedulePiece, 4> Inner;
  /// What blocks are of: each is a row or column of the matrix.
  llvm::SmallVector<Term, 4> Rows;
  std::optional<SavedRows> Saved; ///< Where there is workspace for them.
};

/// A schedule with a product, in which all that touches an element comes in
/// the source's order. Empty when none is found.
std::optional<BlockSchedule> scheduleBlocks(const ModelNest &Nest);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKSCHEDULE_H
