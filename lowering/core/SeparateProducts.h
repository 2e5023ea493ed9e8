//===- SeparateProducts.h - Products that are rounded alone -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function may have to give the bits of a processor without a fused
/// multiply-add although its own has one. In such a function, `llvm.fmuladd`
/// and `contract` mean a multiply and an add, unless the order of additions is
/// free.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_SEPARATEPRODUCTS_H
#define GEMMIFY_LOWERING_CORE_SEPARATEPRODUCTS_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// The attribute of such a function.
constexpr llvm::StringLiteral SeparateAttribute = "gemmify-separate";

/// Turns everything that \p F may fuse and must not into multiplies and adds.
/// Returns whether there was any.
bool separateProducts(llvm::Function &F);

/// Hides the products of \p F from the additions that use them, because with
/// -ffp-contract=fast the code generator fuses even what no flag allows. To be
/// called last: no pass can vectorize what is hidden.
void fenceProducts(llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_SEPARATEPRODUCTS_H
