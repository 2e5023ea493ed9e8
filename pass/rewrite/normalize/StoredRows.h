//===- StoredRows.h - Rows that are stored at once --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM makes a call of a loop that clears or copies a row, also of one that
/// computes sums, for a row whose sums have no step: the first of a triangle.
/// Staircases are made of loops.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_STOREDROWS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_STOREDROWS_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy, whose rows are stored element by element, does the
/// same in any case.
std::unique_ptr<TrialNest> readStoredRows(llvm::Loop &Innermost,
                                          const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_STOREDROWS_H
