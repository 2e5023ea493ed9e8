//===- SeveralProducts.h - Steps that add several products ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds sums that each step of a loop adds more than one product to, such as
/// the real and the imaginary part of complex elements. They are near-misses.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_SEVERALPRODUCTS_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_SEVERALPRODUCTS_H

#include "pass/recognize/NearMiss.h"

namespace gemmify {

/// The instruction that completes a step of such a sum in \p L, and whether it
/// is only contraction that keeps the step from being one of a product.
NearMiss findSeveralProducts(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// The instruction where the products might as well be steps of the sum, if
/// they were not rounded together first, as in loops that the programmer has
/// unrolled.
llvm::Instruction *findSummedProducts(const llvm::Loop &L,
                                      llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_SEVERALPRODUCTS_H
