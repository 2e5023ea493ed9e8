//===- StepKernel.h - Tiles whose steps have several products ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The micro-kernel of a nest that has several products in each step of k. They
/// are computed by operations of whole vectors as the source computes them of
/// elements: with the same operations in the same order.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_STEPKERNEL_H
#define GEMMIFY_PASS_KERNEL_TILE_STEPKERNEL_H

#include "PackedTile.h"

namespace gemmify {

class StepKernel {
public:
  explicit StepKernel(KernelContext &Ctx);

  /// Computes \p Tile, a whole one.
  void emitCall(const PackedTile &Tile);

private:
  KernelContext &Ctx;
  llvm::Function *Fn;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_STEPKERNEL_H
