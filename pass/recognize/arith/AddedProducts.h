//===- AddedProducts.h - sum ± (x * y ± z * w) ------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Matches a step that adds several products of floats to each other, rounds,
/// and adds what they give to the sum.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_ADDEDPRODUCTS_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_ADDEDPRODUCTS_H

#include "UpdateMatch.h"

namespace gemmify {

/// The products that \p I adds to a sum that \p IsSum accepts, in the order in
/// which they are computed; empty when it is no such step, or when the code
/// generator decides what is fused.
llvm::SmallVector<Update, 4>
matchAddedProducts(llvm::Instruction &I,
                   llvm::function_ref<bool(llvm::Value *)> IsSum);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_ADDEDPRODUCTS_H
