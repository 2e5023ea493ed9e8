//===- PackedForm.h - Types and signs of packed operands --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_PACKEDFORM_H
#define GEMMIFY_INTRINSIC_PACKEDFORM_H

#include <cstdint>

namespace gemmify {

/// How operands narrower than the sum are stored in packed blocks.
///
/// Elements may be packed with a constant offset: the source subtracts a zero
/// point from each, or an instruction takes bytes of the other sign. Then, a
/// signed byte l is packed as the unsigned l + 128, an unsigned one as the
/// signed l - 128. With l = p + x and r = q + y for packed p and q,
///
///     sum l·r  =  sum p·q  +  y·sum p  +  x·sum q  +  k·x·y
///
/// modulo 2ⁿ: all but the first sum are added once per block of k. For that,
/// slivers end with the sums of their lines.
struct PackedForm {
  bool Narrow = false; ///< Packed before the extension to the sum's type.
  /// Whether the last steps of k are padded to a multiple of kr with zeros, for
  /// floats with zeros whose products are -0.
  bool FillsUp = false;
  unsigned IntBits = 0; ///< Of a packed integer; 0: as it is.
  bool FlipLeft = false, FlipRight = false; ///< Packed with the other sign.
  /// Bytes of the sum of a row of the left operand; 0: it is not kept, because
  /// the right one has no offset.
  unsigned LeftSums = 0;
  /// The same of the right operand's columns.
  unsigned RightSums = 0;

  /// Bytes of the sums of \p Rows rows and \p Cols columns.
  uint64_t sumBytes(uint64_t Rows, uint64_t Cols) const {
    return Rows * LeftSums + Cols * RightSums;
  }
};

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_PACKEDFORM_H
