//===- CollapsedLoop.h - One loop that counts several indices ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a nest in which a loop is collapsed as the one with a loop for each
/// index, which visits the same iterations in the same order.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_COLLAPSEDLOOP_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_COLLAPSEDLOOP_H

#include "TrialNest.h"

namespace gemmify {

/// The nest around \p Innermost with its collapsed loops split, or null where
/// there are none.
std::unique_ptr<TrialNest> readCollapsed(llvm::Loop &Innermost,
                                         const NestAnalyses &A);

/// The same for loops that count three indices or more, of which the last
/// begins and ends anywhere: a nest for each of its values.
std::unique_ptr<TrialNest> readClipped(llvm::Loop &Innermost,
                                       const NestAnalyses &A);

/// The same as readCollapsed where there are enough loops without those around
/// the last one that is split, but for a nest with these: they play an index,
/// too.
std::unique_ptr<TrialNest> readCollapsedInside(llvm::Loop &Innermost,
                                               const NestAnalyses &A);

/// Whether \p Read is one of these.
bool splitsDigits(Reading Read);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_COLLAPSEDLOOP_H
