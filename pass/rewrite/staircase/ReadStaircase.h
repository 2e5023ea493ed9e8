//===- ReadStaircase.h - Triangular nests in blocks ----------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reading of triangular sums, solves and factorizations.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_READSTAIRCASE_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_READSTAIRCASE_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// The nest around \p Innermost cut into blocks of rows; null where that does
/// not give a product, or is not known to do the same.
std::unique_ptr<TrialNest> readStaircase(llvm::Loop &Innermost,
                                         const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_READSTAIRCASE_H
