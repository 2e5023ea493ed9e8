//===- Product.h - A multiply and the addition around it --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_PRODUCT_H
#define GEMMIFY_LOWERING_CORE_PRODUCT_H

#include "SiteEmitter.h"
#include "intrinsic/MatrixCall.h"

namespace gemmify {

/// Start ± A·B, or A·B when there is no Start. MatrixCall.h says which
/// additions a product takes in.
struct Product {
  llvm::CallInst *Multiply = nullptr;
  /// What the product computes: the addition, or the multiply itself.
  llvm::Instruction *Result = nullptr;
  llvm::Value *Start = nullptr;
  bool NegateStart = false; ///< The sum starts from -Start.
  MultiplyShape Shape;
  ProductMath Math; ///< Its kind is what the operands are extended from.

  /// The operands in the types of \p Kind, extended or not; m×k and k×n.
  llvm::Value *left(const ProductKind &Kind) const;
  llvm::Value *right(const ProductKind &Kind) const;
};

/// The product that \p I computes: a multiply alone, or an addition or
/// subtraction whose sum of products starts from the other operand.
std::optional<Product> matchProduct(llvm::Instruction &I);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_PRODUCT_H
