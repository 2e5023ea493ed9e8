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

/// How operands that are narrower than the sum lie in packed blocks.
///
/// An instruction may want bytes of a certain sign. A signed byte l is packed
/// as the unsigned l + 128 then, an unsigned one as the signed l - 128, and
/// 128·sum r is taken off or added again, once per block of k:
///
///     sum l·r  =  sum (l + 128)·r  -  128·sum r
///
/// For that, the other operand's slivers end with the sums of their lines.
struct PackedForm {
  bool Narrow = false;  ///< Packed before the extension to the sum's type.
  unsigned IntBits = 0; ///< Of a packed integer; 0: as it is.
  /// Bytes of the sum of a row of the left operand. Not 0: the right one is
  /// packed with the other sign.
  unsigned LeftSums = 0;
  /// The same of the right operand's columns and the left one's sign.
  unsigned RightSums = 0;

  /// Bytes of the sums of \p Rows rows and \p Cols columns.
  uint64_t sumBytes(uint64_t Rows, uint64_t Cols) const {
    return Rows * LeftSums + Cols * RightSums;
  }
};

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_PACKEDFORM_H
