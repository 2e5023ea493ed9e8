//===- MicroTileLoop.h - Whole tiles that follow each other -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whole tiles of C below or beside each other differ in where they and their
/// operands begin. A function computes all of such a run: what a call costs is
/// shared, and C can be fetched ahead.
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
  llvm::Value *Ahead; ///< To the tile of C that is fetched; 0: none.
};

class MicroTileLoop {
public:
  /// For a plan that has edge tiles, or streams: then in streaming mode, once
  /// for a run. \p Packed: operands are packed slivers of whole tiles, the
  /// addresses of which are constants apart.
  MicroTileLoop(KernelContext &Ctx, bool Packed);

  /// Adds the products of \p Depth ks to the sums \p From and stores them to
  /// \p To, both columns of mr rows, for \p Count tiles of mr×nr (i64), which
  /// begin at the places given.
  void emitCall(llvm::Value *Count, const TileOperand &Left,
                const TileOperand &Right, llvm::Value *Depth, TilePlace From,
                TilePlace To, const MicroTileSteps &Steps);

private:
  KernelContext &Ctx;
  llvm::Function *Fn;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_MICROTILELOOP_H
