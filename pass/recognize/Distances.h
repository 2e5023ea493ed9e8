//===- Distances.h - Sums over two rows that are no products ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_DISTANCES_H
#define GEMMIFY_PASS_RECOGNIZE_DISTANCES_H

#include "NearMiss.h"
#include "pass/recognize/arith/SumChain.h"

namespace gemmify {

/// A sum of absolute differences, or the largest or least of sums, in \p L, of
/// two elements each of which moves with L and with another one of the two
/// loops around it. What is largest or least may be sought in memory, too, and
/// with any of the three loops inside.
NearMiss findDistance(llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Whether \p Sum adds squares of differences.
bool sumsSquares(const SumChain &Sum);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_DISTANCES_H
