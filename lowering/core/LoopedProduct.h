//===- LoopedProduct.h - Products too large to unroll -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_LOOPEDPRODUCT_H
#define GEMMIFY_LOWERING_CORE_LOOPEDPRODUCT_H

#include "SiteEmitter.h"
#include "intrinsic/MatrixCall.h"

namespace gemmify {

/// A product of matrices in memory that becomes loops over sections of the
/// result and over k. Recorded while the function is lowered, and expanded at
/// the end because that changes the control flow.
struct LoopedProduct {
  llvm::Instruction *Marker = nullptr; ///< The loops go here; erased.
  MatrixMemory A, B;
  MatrixMemory R;           ///< The result; A and B do not overlap it.
  bool StartsFromR = false; ///< The sum starts from what R holds.
  MultiplyShape Shape;
  Layout Section; ///< Of a full section.
  ProductMath Math;
  const SiteEmitter *Emitter = nullptr;

  /// Writes the loops and erases the marker.
  void expand() const;
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_LOOPEDPRODUCT_H
