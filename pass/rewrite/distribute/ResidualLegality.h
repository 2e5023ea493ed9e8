//===- ResidualLegality.h - May a product be split off? ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product may run before the rest of its nest when everything that both
/// touch, and one of them writes, is touched by the product first; and vice
/// versa. That is so when they touch
///
///  1. different arrays, or parts of arrays that are apart, or
///  2. the same bytes in the same iteration of the loops around both only, in
///     that order: C(i,j) read after the store of the sum, row i of C
///     normalized after the loop over j. The test for "same iteration only" is
///     that the strides are equal and larger than what one iteration touches.
///
/// In that case, all of the product may run first.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_RESIDUALLEGALITY_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_RESIDUALLEGALITY_H

#include "pass/rewrite/guard/Legality.h"

namespace gemmify {

/// Fills the parts of \p Legal that concern the rest of \p N. Does nothing when
/// there is no rest or when \p Legal already says that the nest is kept.
void examineResidual(const GemmNest &N, Legality &Legal, llvm::AAResults &AA,
                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_RESIDUALLEGALITY_H
