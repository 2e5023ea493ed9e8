//===- ComplexSums.h - Real and imaginary parts are one product -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Merges two sums, of the real and of the imaginary parts of complex elements,
/// to one nest over twice as many elements. Both have two products in a step:
/// with the parts of one operand, and in one sum with the parts of the other
/// operand as they are, in the other sum with them exchanged. Either part may
/// start from both parts of something, and what is stored may need both sums.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_COMPLEXSUMS_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_COMPLEXSUMS_H

#include "pass/recognize/GemmNest.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// \p X and \p Y as one nest whose index \p D, besides k, counts parts of
/// elements. Empty when they are not such sums, side by side in C along D.
std::optional<GemmNest> mergeParts(const GemmNest &X, const GemmNest &Y,
                                   LoopDim D, bool IsFirst,
                                   const NestShape &Shape,
                                   llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_COMPLEXSUMS_H
