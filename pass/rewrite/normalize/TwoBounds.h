//===- TwoBounds.h - Loops that end at the first of two bounds --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop over a tile, `for (i = ii; i < ii + 32 && i < n; i++)`, may be left
/// before its body and after it. How often it runs is a minimum that is known
/// before it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_TWOBOUNDS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_TWOBOUNDS_H

#include "TrialNest.h"

namespace gemmify {

/// The nest around \p Innermost with one bound for each loop, or null where no
/// loop has two.
std::unique_ptr<TrialNest> readBounds(llvm::Loop &Innermost,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_TWOBOUNDS_H
