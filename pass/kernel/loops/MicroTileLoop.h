//===- MicroTileLoop.h - Whole tiles that follow each other -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whole tiles in a column or a row of C differ only in where they and their
/// operands begin. One function computes such a run: its tiles share the cost
/// of a call, and C can be prefetched.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_MICROTILELOOP_H
#define GEMMIFY_PASS_KERNEL_LOOPS_MICROTILELOOP_H

#include "pass/kernel/tile/MicroKernel.h"
#include "pass/kernel/tile/TileFunction.h"

namespace gemmify {

/// Bytes from one tile of a run to the next, i64.
struct MicroTileSteps {
  llvm::Value *Left, *Right, *From, *To;
  llvm::Value *Ahead; ///< To the tile of C that is prefetched; 0: none.
};

class MicroTileLoop {
public:
  /// For a plan that has edge tiles, or that streams: then a run is computed in
  /// streaming mode, entered once. \p Packed: operands are packed slivers of
  /// whole tiles, whose addresses are constants apart.
  MicroTileLoop(KernelContext &Ctx, bool Packed);

  /// Adds the products of \p Depth steps of k to the sums \p From and stores
  /// them to \p To, both columns of mr rows, for \p Count tiles of mr×nr (i64),
  /// which begin at the given places.
  void emitCall(llvm::Value *Count, const TileOperand &Left,
                const TileOperand &Right, llvm::Value *Depth, TilePlace From,
                TilePlace To, const MicroTileSteps &Steps);

private:
  KernelContext &Ctx;
  llvm::Function *Fn;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_MICROTILELOOP_H
