//===- RecoveryBranches.h - Where a complex product is redone ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Annex G of C asks for more than four products and two sums: where both parts
/// are NaN, the library's function says what the product is.
///
///     if (re != re && im != im) (re, im) = __muldc3(a, b, c, d);
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_RECOVERY_RECOVERYBRANCHES_H
#define GEMMIFY_PASS_REWRITE_RECOVERY_RECOVERYBRANCHES_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Whether \p I is a call of such a function, which computes a value and does
/// nothing else.
bool isRecovery(const llvm::Instruction &I);

/// The same of the library's division.
bool isQuotient(const llvm::Instruction &I);

/// A branch that goes to Passing where none of Numbers is NaN.
struct RecoveryBranch {
  llvm::BranchInst *Branch = nullptr;
  unsigned Passing = 0; ///< The successor that keeps the product.
  llvm::SmallVector<llvm::Value *, 2> Numbers; ///< Of the nest.
};

/// Those in \p Root, none of which is behind another. Empty also where the
/// nest calls such a function elsewhere.
llvm::SmallVector<RecoveryBranch, 2>
findRecoveryBranches(const llvm::Loop &Root, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_RECOVERY_RECOVERYBRANCHES_H
