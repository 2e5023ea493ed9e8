//===- Bf16Operands.h - Operands of bfloat dot products ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that multiply pairs of bfloats and add them to a float (x86
/// VDPBF16PS; Arm BFDOT and BFMMLA): for which products they may be used, and
/// their operands.
///
/// They ignore the processor's floating-point modes. All treat denormals as
/// zeros, in operands, sums and results alike. A product of two bfloats is
/// exact in float, so that only additions round: VDPBF16PS to nearest, the
/// products of odd steps of k first; Arm's, which add the products of a pair to
/// each other, to odd, which keeps the error below one unit in the last place
/// rather than half of one.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_BF16OPERANDS_H
#define GEMMIFY_LOWERING_CORE_BF16OPERANDS_H

#include "OperandLines.h"
#include "ProductKind.h"

namespace gemmify {

/// Whether \p Kind has bfloats, and leaves enough freedom: any order, no
/// rounding of products, denormals as zeros.
bool isFreeBfloatProduct(const ProductKind &Kind);

/// One operand, read as 16-bit integers, because back ends support vectors of
/// those.
class Bf16Operands {
public:
  /// With \p Negate, all elements have the other sign.
  Bf16Operands(llvm::IRBuilderBase &B, const Matrix &M, bool IsLeft,
               bool Negate);

  /// Vectors as OperandLines::groups() has them, for one group of steps of k.
  /// Where steps are missing, the left operand has -0 and the right one 0:
  /// their product, -0, changes no sum.
  llvm::Value *group(llvm::IRBuilderBase &B, RankShape Shape, unsigned First,
                     unsigned Count, unsigned KBegin, unsigned KEnd) const;

private:
  OperandLines Lines;
  bool IsLeft, Negate;
};

/// \p Bits, elements of group(), as the bfloats that they are.
llvm::Value *asBfloats(llvm::IRBuilderBase &B, llvm::Value *Bits);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_BF16OPERANDS_H
