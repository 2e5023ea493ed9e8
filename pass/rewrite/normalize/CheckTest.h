//===- CheckTest.h - Whether the checks of a nest pass ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H

#include "NestChecks.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Emits at \p B, which is before the nest of \p Checks, whether all of them
/// pass in all iterations: i1, not poison, and computed without side effects
/// whatever the values are.
llvm::Value *emitCheckTest(llvm::IRBuilderBase &B, const NestChecks &Checks,
                           llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
