//===- ErrnoTest.h - Where functions that set errno write -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_ERRNOTEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_ERRNOTEST_H

#include "NestChecks.h"
#include "TestBlocks.h"

namespace gemmify {

/// \p Ptr, from before the nest, as an address of checks.
IndexForm addressOf(llvm::Value &Ptr, llvm::ScalarEvolution &SE);

/// Lets the test of \p Blocks go on where the program can tell where errno is:
/// what functions write that set it.
CheckedWrite requireErrno(llvm::IRBuilderBase &B, TestBlocks &Blocks,
                          llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_ERRNOTEST_H
