//===- CheckedNest.h - A nest without its checks ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest with bounds checks, as Rust, at() and hardened C++ have them, read as
/// the nest without:
///
///     if (i < m for all i, i * n + k < length for all i and k, ...) copy;
///     else nest;
///
///     rustc -C opt-level=3 -Z llvm-plugins=build/lib/Gemmify.so x.rs
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKEDNEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKEDNEST_H

#include "CheckTest.h"
#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy is that of the largest nest around \p Innermost all of
/// whose checks can be tested before it.
std::unique_ptr<TrialNest> readWithoutChecks(llvm::Loop &Innermost,
                                             const NestAnalyses &A);

/// The same of the nest of two loops at \p Root.
std::unique_ptr<TrialNest> readWithoutChecksAt(llvm::Loop &Root,
                                               llvm::Loop &Innermost,
                                               const NestAnalyses &A);

/// The same of a nest without checks over chunks of slices, if all of them are
/// equally long.
std::unique_ptr<TrialNest> readEvenChunks(llvm::Loop &Innermost,
                                          const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKEDNEST_H
