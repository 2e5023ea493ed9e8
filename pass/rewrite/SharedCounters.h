//===- SharedCounters.h - A counter that several loops share ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop over the rest goes on with the counter of the unrolled one,
///
///     for (i …) { j = 0; for (; j + 3 < n; j += 4) …  for (; j < n; j++) … }
///
/// which is what the first loop has left it at, or 0 where that did not run: a
/// phi in the loop over i that is the same in each of its iterations. What does
/// not change is computed before the loop, so that recognition can see it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_SHAREDCOUNTERS_H
#define GEMMIFY_PASS_REWRITE_SHAREDCOUNTERS_H

#include "../recognize/NestShape.h"

namespace gemmify {

/// Replaces such phis around sums of products by selects before the loop. True
/// when it changed something.
bool hoistSharedCounters(const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_SHAREDCOUNTERS_H
