//===- RestoredCounter.h - Digits that are put together again ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that takes its counter apart to put it together again, as in
///
///     b = x / n; t = x % n; ... A[(b * n + t) * k + l] ...
///
/// has one loop for one index after all.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_RESTOREDCOUNTER_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_RESTOREDCOUNTER_H

#include "TrialNest.h"

namespace gemmify {

/// The nest around \p Innermost with remainders written as differences, so that
/// ScalarEvolution sees what they add up to; null where there are none.
std::unique_ptr<TrialNest> readRestored(llvm::Loop &Innermost,
                                        const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_RESTOREDCOUNTER_H
