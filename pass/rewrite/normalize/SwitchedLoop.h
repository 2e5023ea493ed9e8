//===- SwitchedLoop.h - Loops that LLVM has made of one ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A convolution that adds its padding,
///
///     for (ky …)
///       for (kx …) {
///         e = iy >= 0 && iy < h && ix >= 0 && ix < w ? in[iy][ix] : 0;
///         sum += e * weights[ky][kx];
///       }
///
/// has a condition that the inner loop does not change. LLVM asks it before
/// that loop, and runs one that adds 0 * weights[ky][kx] where it does not
/// hold; where channels are the innermost loop, before loops in each other, so
/// that the loop that reads has no condition left. That is the same as to ask
/// in each iteration.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SWITCHEDLOOP_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SWITCHEDLOOP_H

#include "TrialNest.h"

namespace gemmify {

/// The nest around \p Innermost, which reads elements on a condition, with all
/// conditions in it; null where no loops beside it do the same with zeros.
std::unique_ptr<TrialNest> readSwitched(llvm::Loop &Innermost,
                                        const NestAnalyses &A);

/// What readSwitched may read once LLVM has gone through all loops, each of
/// which looks as it does before or after that: the copy is one to look at, and
/// must not be kept. \p Innermost may be a loop that adds zeros.
std::unique_ptr<TrialNest> foreseeSwitched(llvm::Loop &Innermost,
                                           const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SWITCHEDLOOP_H
