//===- PackedTile.h - One tile of packed slivers ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The micro-kernel for plans whose packed slivers are not columns of single
/// steps of k that any tile could read: several steps are stored together, or
/// one site multiplies several of them. The tile may be narrower than the
/// slivers.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_PACKEDTILE_H
#define GEMMIFY_PASS_KERNEL_TILE_PACKEDTILE_H

#include "MicroKernel.h"
#include "TileFunction.h"
#include "pass/kernel/build/KernelContext.h"
#include "pass/plan/EdgeShapes.h"

namespace gemmify {

/// The inputs of a tile. The operands are slivers of mr rows and nr columns, of
/// which the tile uses the first ones.
struct PackedTile {
  TileOperand Left, Right;
  llvm::Value *Depth; ///< Number of steps of k, at least 1, i64.
  llvm::Value *Scale; ///< The nest's factor of products; null: none.
  TilePlace From, To; ///< Where sums start, and where they go.
};

/// What distinguishes such tiles from others with the same sums and sizes.
std::string describeSlivers(const KernelContext &Ctx);

/// Emits at \p B a tile of \p Shape for the kernel of \p Ctx, perhaps in
/// another function. Loops over sites of few steps of k are unrolled \p Unroll
/// times.
void emitPackedTile(llvm::IRBuilderBase &B, const KernelContext &Ctx,
                    const PackedTile &Tile, EdgeShape Shape, unsigned Unroll);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_PACKEDTILE_H
