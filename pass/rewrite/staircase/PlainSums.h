//===- PlainSums.h - Sizes and offsets as plain sums ---------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that count down begin at n - 1, so offsets contain (n - 1) * stride,
/// and bounds an extended n - 1. ScalarEvolution leaves both as they are, and
/// does not see that they are n * stride - stride, or an extended n less one.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_PLAINSUMS_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_PLAINSUMS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// Whether \p Extended, of 64 bits, may be taken to be at least \p Low and at
/// most \p High.
using TakeForGranted = llvm::function_ref<bool(const llvm::SCEV *Extended,
                                               int64_t Low, int64_t High)>;
/// Whether \p Unsigned, of 64 bits, is also the number with its sign extended.
using HasNoSign = llvm::function_ref<bool(const llvm::SCEV *Unsigned)>;

/// \p S, an integer, with sums of products instead of products of sums, and
/// what is extended as the sum of a constant and an extended number where \p
/// Take allows it, by zeros where \p IsUnsigned does.
const llvm::SCEV *asPlainSum(const llvm::SCEV *S, llvm::ScalarEvolution &SE,
                             TakeForGranted Take, HasNoSign IsUnsigned);

/// \p S with the side that each minimum and maximum takes, where \p IsAtMost,
/// of signed numbers, knows it.
const llvm::SCEV *withoutMinMax(
    const llvm::SCEV *S, llvm::ScalarEvolution &SE,
    llvm::function_ref<bool(const llvm::SCEV *Less, const llvm::SCEV *Greater)>
        IsAtMost);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_PLAINSUMS_H
