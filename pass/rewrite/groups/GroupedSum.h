//===- GroupedSum.h - A sum of what groups sum ------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Quantized matrices have a scale for each group of numbers:
///
///     for i, for j:
///       val = 0;
///       for each group g:
///         isum = 0;
///         for k in the group: isum += a(i,g,k) * b(g,k,j);
///         val += isum * sa(i,g) * sb(g,j);
///       C(i,j) = val;
///
/// The inner sums of one group are a product of matrices. What is done with
/// them in an iteration of the loop over groups may be anything that depends on
/// the value before it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GROUPS_GROUPEDSUM_H
#define GEMMIFY_PASS_REWRITE_GROUPS_GROUPEDSUM_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// What was found in a nest, as above.
struct GroupedSum {
  llvm::Loop *Root = nullptr;     ///< Of the loops over i and j, the outer one.
  llvm::Loop *Groups = nullptr;   ///< Around the innermost loop alone.
  llvm::PHINode *Value = nullptr; ///< What one group hands to the next.
  llvm::SmallVector<llvm::PHINode *, 2> Counters; ///< The other phis.
  llvm::StoreInst *Store = nullptr;  ///< Of the last value, the only write.
  const llvm::SCEV *Count = nullptr; ///< How many groups, i64, at least 1.
  /// Null, or the load of C(i,j) that the first value is.
  llvm::LoadInst *Before = nullptr;
};

/// Finds the sum around \p Innermost, which sums one group.
std::optional<GroupedSum> findGroupedSum(llvm::Loop &Innermost,
                                         const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GROUPS_GROUPEDSUM_H
