//===- ReadWithoutRecovery.h - Complex products of Annex G ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest of complex products as C and C++ define them, which ask after each
/// whether its parts are NaN, read as the nest that does not ask:
///
///     if (C is apart from A and B, and all of these are numbers of a size that
///         lets no product overflow) copy;
///     else nest;
///
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so complex.c
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_RECOVERY_READWITHOUTRECOVERY_H
#define GEMMIFY_PASS_REWRITE_RECOVERY_READWITHOUTRECOVERY_H

#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// See Reading. The copy is that of the largest nest around \p Innermost that
/// is a product without the questions.
std::unique_ptr<TrialNest> readWithoutRecovery(llvm::Loop &Innermost,
                                               const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_RECOVERY_READWITHOUTRECOVERY_H
