//===- OperandOrder.h - Which operand is left and which right ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel stores vectors of C. Where these lie along j, it works on the
/// transposed product, Q^T times P^T: this is the only place that decides it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PRODUCT_OPERANDORDER_H
#define GEMMIFY_PASS_PRODUCT_OPERANDORDER_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// Left is rows×k, Right is k×columns.
struct OperandOrder {
  const GemmNest &Nest;
  LoopDim Row, Col; ///< Row is the direction of C's vectors.
  const Slice &Left, &Right;
  /// Whether the left operand can be read in place: plain and contiguous along
  /// C's vectors.
  const bool ReadsLeft;
  /// Whether the right operand can be where its columns are whole elements
  /// apart: it is plain.
  const bool ReadsRight;

  /// The direction in which C is contiguous by a constant stride; where that
  /// says nothing, the inner of both loops, in which programs run through
  /// memory.
  explicit OperandOrder(const GemmNest &N);

  /// The same product with C's vectors in the other direction.
  OperandOrder transposed() const { return OperandOrder(Nest, Row == DimI); }

private:
  OperandOrder(const GemmNest &N, bool AlongJ);
};

} // namespace gemmify

#endif // GEMMIFY_PASS_PRODUCT_OPERANDORDER_H
