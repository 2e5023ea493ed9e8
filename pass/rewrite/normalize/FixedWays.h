//===- FixedWays.h - Nests where a fixed branch picks loops -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `if (beta == 0)` in an inner loop: LLVM makes loops of their own for both
/// answers, but not where a function has become large, of loops further out:
///
///     for (j = 0; j < n; j++)
///       if (beta == 0)
///         for (i …) …
///       else
///         for (i …) …
///
/// A copy of the nest for each answer is one nest.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_FIXEDWAYS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_FIXEDWAYS_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same where branches lead to \p Innermost.
std::unique_ptr<TrialNest> readFixedWays(llvm::Loop &Innermost,
                                         const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_FIXEDWAYS_H
