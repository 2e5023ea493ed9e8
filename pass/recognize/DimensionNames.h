//===- DimensionNames.h - From positions of loops to i, j and k -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_DIMENSIONNAMES_H
#define GEMMIFY_PASS_RECOGNIZE_DIMENSIONNAMES_H

#include "GemmNest.h"

namespace gemmify {

/// Renames the dimensions of \p N, which are the positions of its loops, outer
/// to inner, to what they are in the product: \p K to k, the others to i and j
/// in their order.
void nameDimensions(GemmNest &N, LoopDim K);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_DIMENSIONNAMES_H
