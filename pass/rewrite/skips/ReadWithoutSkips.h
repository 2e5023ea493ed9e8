//===- ReadWithoutSkips.h - Nests that skip steps ---------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that passes by all sums of a step where an element of an operand is
/// zero, as BLAS and GSL have it, read as the nest that does not ask:
///
///     if (C is apart from A and A[i][k] != 0 for all i and k) copy;
///     else nest;
///
/// Adding a zero times something is not the same as skipping it: the result may
/// be NaN or lose the sign of a zero, and the other operand would be read.
///
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so gsl.c
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_SKIPS_READWITHOUTSKIPS_H
#define GEMMIFY_PASS_REWRITE_SKIPS_READWITHOUTSKIPS_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// See Reading. The copy is that of the largest nest around \p Innermost that
/// is a product without the ifs.
std::unique_ptr<TrialNest> readWithoutSkips(llvm::Loop &Innermost,
                                            const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_SKIPS_READWITHOUTSKIPS_H
