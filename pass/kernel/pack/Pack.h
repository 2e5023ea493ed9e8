//===- Pack.h - Copying operands into slivers -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Packed operands (Kuzma et al. 2022, section 3.1 and figure 2): a block of
/// `count` × `depth` elements is cut into *slivers* of Width rows (of the left
/// operand) or columns (of the right one). For each k in turn, a sliver holds
/// its Width elements; elements beyond the edge are unspecified and never
/// matter:
///
///     element (s·Width + w, k)  at  s·Width·depth + k·Width + w
///
/// Operands that keep groups of G steps of k together (PackedOperand) have
///
///     element (s·Width + w, k)  at  s·Width·depth + ⌊k/G⌋·G·Width + w·G + k%G
///
/// in whole groups. If the last group is not whole, it is padded with zeros
/// where the operand's depth says so; otherwise its steps are stored as above.
/// Padding of floats has the sign that preserves sums of -0.
///
/// Slices are evaluated here, once per element of the block. Only elements of
/// the block are read.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACK_H
#define GEMMIFY_PASS_KERNEL_PACK_PACK_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// The part of an operand that is packed; all values are i64.
struct PackedBlock {
  const PackedOperand &Operand;
  LoopDim Dim;        ///< The operand's dimension other than k.
  unsigned Width;     ///< Elements of a sliver per step of k.
  llvm::Value *First; ///< First index of Dim.
  llvm::Value *Count; ///< Indices of Dim, at least 1.
  llvm::Value *K;     ///< First step of k.
  llvm::Value *Depth; ///< Number of steps of k, at least 1.
  /// Room for the elements of one step of k, see PackPlanes.h; null: none.
  llvm::Value *Column = nullptr;
};

/// Emits the code that packs \p Block to \p Dest.
void emitPack(KernelContext &Ctx, const PackedBlock &Block, llvm::Value *Dest);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACK_H
