//===- EqualBlocks.h - Blocks that LLVM has made two of ------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where some ways to a block know more than others, LLVM gives each a block of
/// its own, also if all of them compute the same and ask the same then: the
/// question before the next loop, and the counter's next number.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_EQUALBLOCKS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_EQUALBLOCKS_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Two blocks of one loop that compute the same and go on in the same way.
struct EqualBlocks {
  llvm::BasicBlock *One, *Other;
};

/// Two blocks of a loop in \p Root, if there are such.
std::optional<EqualBlocks> findEqualBlocks(const llvm::Loop &Root,
                                           const NestAnalyses &A);

/// Lets what went to the other block go to the first one.
void joinBlocks(const EqualBlocks &Two, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_EQUALBLOCKS_H
