//===- CheckTest.h - Whether the checks of a nest pass ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H

#include "HoistedValues.h"

namespace gemmify {

/// Has the copy of \p Trial, read around that of \p Innermost, run where all of
/// \p Checks pass in all iterations. The test is computed without side effects
/// whatever the values are; it is made where the nest has so many steps, as far
/// as they are counted, that it pays. Of its hoisted values, \p Known are
/// there.
void testBefore(TrialNest &Trial, NestChecks Checks, HoistedValues Known,
                const llvm::Loop &Innermost, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
