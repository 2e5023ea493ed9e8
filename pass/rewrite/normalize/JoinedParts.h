//===- JoinedParts.h - Complex elements as vectors ------------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A staircase is made of statements, each of which stores one element. Where
/// both parts of a complex one are stored one by one, a copy of the nest loads,
/// sums and stores vectors of both.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_JOINEDPARTS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_JOINEDPARTS_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same in any case; whoever keeps it splits the
/// vectors again (SplitParts.h).
std::unique_ptr<TrialNest> readJoinedParts(llvm::Loop &Innermost,
                                           const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_JOINEDPARTS_H
