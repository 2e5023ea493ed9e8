//===- Product.h - A recognized nest as a value -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What planning, kernels and guards ask about a product is decided here, once
/// per nest, and read from then on.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PRODUCT_PRODUCT_H
#define GEMMIFY_PASS_PRODUCT_PRODUCT_H

#include "OperandOrder.h"
#include "lowering/core/ProductKind.h"

namespace gemmify {

/// An operand that a global of the module holds packed (kernel/pack/
/// PackConstant.h).
struct PackedConstant {
  /// Null: it would be larger than the user allows.
  llvm::GlobalVariable *Global = nullptr;
  bool OfLeft = false;
  uint64_t Depth = 0; ///< Steps of k of a block.
  uint64_t Bytes = 0;
  static constexpr uint64_t Alignment = 64;
};

/// A product of matrices, for whatever target.
struct Product {
  OperandOrder Order;
  /// Of the sites that a kernel has, if operands are packed as narrow as they
  /// can be.
  ProductKind Kind;
  /// Whether it can be computed by tiles that read operands in place, or from a
  /// copy of one sliver, in the type of the sums.
  bool CanTile;
  /// Whether sums may rest in C between two blocks of k: C is written without
  /// being read again. Final values that read C need them in workspace.
  bool SumsRest;
  /// Whether it has axes that do not fold or several products in a step, is a
  /// batch, or is only a part of its box: only the loops that pack compute
  /// that.
  bool OnlyPacks;
  /// Whether one matrix.multiply can compute it when it is small.
  bool FitsOneCall;
  /// Not null: the host's record of an operand that does not change from one
  /// run of the nest to the next (KeptPacking.h): the left one, or else the
  /// right one.
  llvm::Value *Kept = nullptr;
  bool KeepsLeft = false;
  const llvm::Loop *KeptAcross = nullptr; ///< The loop that runs the nest.
  std::optional<PackedConstant> Constant;

  explicit Product(const GemmNest &Nest);

  const GemmNest &nest() const { return Order.Nest; }
  /// The left operand, if \p OfLeft, or the right one, packed at compile time;
  /// null: it is not.
  const PackedConstant *packedConstant(bool OfLeft) const {
    return Constant && Constant->Global && Constant->OfLeft == OfLeft
               ? &*Constant
               : nullptr;
  }
};

/// The expressions that say which operand it is that \p P keeps, or would keep
/// if that is the left one or not: addresses, strides and sizes.
template <typename Fn> void forEachKept(const Product &P, bool OfLeft, Fn F) {
  AffineRef((OfLeft ? P.Order.Left : P.Order.Right).Loads[0])
      .forEachExpression(F);
  for (LoopDim D : {OfLeft ? P.Order.Row : P.Order.Col, DimK})
    LoopIndex(P.nest().Index[D]).forEachExpression(F);
}

} // namespace gemmify

#endif // GEMMIFY_PASS_PRODUCT_PRODUCT_H
