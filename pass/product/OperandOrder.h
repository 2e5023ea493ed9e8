//===- OperandOrder.h - A nest seen along its vectors -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows are the vector direction of the micro-kernel. When C is contiguous
/// along j, the kernel computes C^T = Q^T * P^T: Q becomes the left operand.
/// A product of two numbers does not depend on their order (but for the payload
/// of NaNs), so the result has the same bits.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PRODUCT_OPERANDORDER_H
#define GEMMIFY_PASS_PRODUCT_OPERANDORDER_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// Left is rows×k, Right is k×columns.
struct OperandOrder {
  const GemmNest &Nest;
  LoopDim Row, Col;
  const Slice &Left, &Right;

  OperandOrder(const GemmNest &N, bool AlongJ)
      : Nest(N), Row(AlongJ ? DimJ : DimI), Col(AlongJ ? DimI : DimJ),
        Left(AlongJ ? N.Q : N.P), Right(AlongJ ? N.P : N.Q) {}
};

/// Whether each step of \p D moves \p R by the constant \p Bytes.
bool movesBy(const AffineRef &R, LoopDim D, uint64_t Bytes);

} // namespace gemmify

#endif // GEMMIFY_PASS_PRODUCT_OPERANDORDER_H
