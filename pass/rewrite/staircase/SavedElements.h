//===- SavedElements.h - What a block keeps of its rows ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where rows are overwritten from the last one up, each of them by a sum that
/// begins with the first row,
///
///     for (i = m - 1; i >= 0; i--) for j
///       for (k = 0; k < i; k++) B[i][j] += A[i][k] * B[k][j];
///
/// the product of a block comes before the sums over its own rows, and changes
/// those. They are kept in workspace as they were when the block began: L118.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_SAVEDELEMENTS_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_SAVEDELEMENTS_H

#include "BlockSchedule.h"

namespace gemmify {

/// What is saved for one read of a part.
struct SavedElements {
  SavedRows Rows;
  unsigned Row, Column; ///< The loops that count both.
  /// What says which elements these are, in terms of these two loops, of which
  /// no one moves the bounds of the other, and of the block.
  llvm::SmallVector<AtMost, 16> Where;
};

/// What is saved for the read \p Read of \p P: just what the part reads. Empty
/// where that is not of rows, of \p D, of the block, or where the source may
/// not touch it.
std::optional<SavedElements> findSaved(const ModelNest &Nest,
                                       const SchedulePiece::Part &P,
                                       unsigned Read, unsigned D);

/// Has the parts of \p Blocks that ask about what a statement has kept find it
/// in workspace for all elements. False where there can be no such.
bool findKept(const ModelNest &Nest, BlockSchedule &Blocks);

/// What one column of the rows of a block takes.
uint64_t bytesOfColumn(const ModelNest &Nest);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_SAVEDELEMENTS_H
