//===- ReadGroups.h - Groups as one product after the other -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sum over groups, as of quantized matrices with a scale for each group,
/// read as one product for each group:
///
///     if (C is apart from all that is read) for each group: copy;
///     else nest;
///
/// See GroupedSum.h and GroupLoop.h.
///
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so q8.c
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GROUPS_READGROUPS_H
#define GEMMIFY_PASS_REWRITE_GROUPS_READGROUPS_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// See Reading.
std::unique_ptr<TrialNest> readGroups(llvm::Loop &Innermost,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GROUPS_READGROUPS_H
