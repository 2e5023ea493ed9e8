//===- ReadPadding.h - A padded convolution is one for each box -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_READPADDING_H
#define GEMMIFY_PASS_REWRITE_PADDING_READPADDING_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// Reads the nest around \p Innermost as products without conditions, one for
/// each box of it; null where it is no padded convolution.
std::unique_ptr<TrialNest> readPadding(llvm::Loop &Innermost,
                                       const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_READPADDING_H
