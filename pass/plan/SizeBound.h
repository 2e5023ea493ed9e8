//===- SizeBound.h - What is known of a size --------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_SIZEBOUND_H
#define GEMMIFY_PASS_PLAN_SIZEBOUND_H

#include <cstdint>

namespace llvm {
class Loop;
class ScalarEvolution;
class SCEV;
} // namespace llvm

namespace gemmify {

/// The largest value that \p Trip, a number of iterations (i64) of the nest
/// with \p Root, can have, by its type, the conditions around the nest, and
/// operations like `n % 8` and `n - n / 8 * 8`. For profit, not for proof: no
/// loop runs 2^63 times.
uint64_t mostIterations(const llvm::SCEV *Trip, const llvm::Loop &Root,
                        llvm::ScalarEvolution &SE);

/// Where \p L continues the counter of an earlier loop, in the same parent,
/// that takes several steps at once: one less than those steps; otherwise the
/// greatest number. A guess, as such loops compute remainders.
uint64_t mostLeftByLoopBefore(const llvm::Loop &L, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_SIZEBOUND_H
