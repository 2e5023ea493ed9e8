//===- CaseBranches.h - A switch as branches --------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that chooses by a switch, as from which bias a sum starts, read as
/// the nest that compares: recognition follows branches.
///
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so gemm.c
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CASEBRANCHES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CASEBRANCHES_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same in any case.
std::unique_ptr<TrialNest> readCases(llvm::Loop &Innermost,
                                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CASEBRANCHES_H
