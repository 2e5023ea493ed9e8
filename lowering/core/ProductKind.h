//===- ProductKind.h - What decides who can multiply ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The types of a product and the freedom that it leaves, by which a row of the
/// target table decides whether its instructions compute it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_PRODUCTKIND_H
#define GEMMIFY_LOWERING_CORE_PRODUCTKIND_H

#include "llvm/IR/Type.h"

namespace gemmify {

/// `llvm.matrix.multiply` has one element type, Sum; narrower operands are
/// extended to it first. Left and Right are the types before that.
struct ProductKind {
  llvm::Type *Sum = nullptr;
  llvm::Type *Left = nullptr;
  llvm::Type *Right = nullptr;
  /// Whether integers were sign-extended; true without an extension.
  bool LeftSigned = true;
  bool RightSigned = true;
  /// Whether a product and its addition may be one operation; true for
  /// integers.
  bool Fuse = true;
  /// Whether the additions may be in any order; true for integers.
  bool Reassoc = false;
  /// Whether denormal floats may count as zeros; see mayFlushDenormals.
  bool MayFlush = false;
  /// Whether the sign of zeros is free; true for integers.
  bool AnyZero = false;

  /// Products with all types \p ElemTy, fused and in order.
  static ProductKind of(llvm::Type *ElemTy) {
    ProductKind Kind;
    Kind.Sum = Kind.Left = Kind.Right = ElemTy;
    Kind.Reassoc = Kind.AnyZero = ElemTy->isIntegerTy();
    return Kind;
  }

  /// Whether both operands are narrower than the sum.
  bool isNarrow() const { return Left != Sum && Right != Sum; }

  /// The same product, of operands that have been extended.
  ProductKind widened() const {
    ProductKind Kind = *this;
    Kind.Left = Kind.Right = Sum;
    Kind.LeftSigned = Kind.RightSigned = true;
    return Kind;
  }

  /// The kind with unsigned left and signed right operands as which a product
  /// of operands with equal signs is packed; see PackedForm.
  ProductKind unsignedBySigned() const {
    ProductKind Kind = *this;
    if (LeftSigned == RightSigned) {
      Kind.LeftSigned = false;
      Kind.RightSigned = true;
    }
    return Kind;
  }

  bool operator==(const ProductKind &O) const {
    return Sum == O.Sum && Left == O.Left && Right == O.Right &&
           LeftSigned == O.LeftSigned && RightSigned == O.RightSigned &&
           Fuse == O.Fuse && Reassoc == O.Reassoc && MayFlush == O.MayFlush &&
           AnyZero == O.AnyZero;
  }
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_PRODUCTKIND_H
