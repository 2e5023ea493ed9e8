//===- InnerBlocks.h - Blocks of blocks -------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of many rows have long products, of few rows a short diagonal. So
/// blocks are large, and their diagonal pieces run in smaller blocks, by the
/// same schedule: what these do of the larger block's diagonal, and no more.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_INNERBLOCKS_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_INNERBLOCKS_H

#include "BlockSchedule.h"

namespace gemmify {

/// Sets Inner of \p Blocks where that has products.
void addInnerBlocks(const ModelNest &Nest, BlockSchedule &Blocks);

/// What is known of a block in a larger one.
llvm::SmallVector<AtMost, 3> isInOuter();

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_INNERBLOCKS_H
