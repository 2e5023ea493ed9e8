//===- RepeatedRuns.h - Runs with the same operand --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop may run a nest again and again, each time with the same operand:
///
///     for each step: C = A * W;  A = f(C)
///
/// What a kernel has packed of W in one run serves all later ones if
///
///  1. its address, its strides and its sizes are those of the run before: they
///     do not change in the loop, or are loaded from places that do not, and
///     the host compares them,
///  2. nothing in the loop writes it: not the product, by the guard of each
///     run that calls the kernel, nor anything else, by alias analysis, except
///     for iterations that pass the nest by, where it is forgotten,
///  3. the loop is left by its exits only, where memory is given back.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_REPEATS_REPEATEDRUNS_H
#define GEMMIFY_PASS_REWRITE_REPEATS_REPEATEDRUNS_H

#include "pass/product/Product.h"
#include "pass/recognize/loops/NestShape.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace gemmify {

/// What was found.
struct RepeatedRuns {
  llvm::Loop *Around = nullptr; ///< The outermost loop of which it is true.
  bool OfLeft = false;          ///< Of the left operand, or else the right one.
  /// From these on, what it is may change; the iteration does not come to the
  /// nest.
  llvm::SmallVector<llvm::Instruction *, 2> Forget;
};

/// The loop around \p P's nest that runs it several times with the same
/// operand; empty if there is none.
std::optional<RepeatedRuns>
findRepeatedRuns(const Product &P, llvm::AAResults &AA, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_REPEATS_REPEATEDRUNS_H
