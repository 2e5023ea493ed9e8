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
/// its Width elements; nothing depends on those beyond the edge:
///
///     element (s·Width + w, k)  at  s·Width·depth + k·Width + w
///
/// Operands that keep groups of G ks side by side (PackedOperand) have
///
///     element (s·Width + w, k)  at  s·Width·depth + ⌊k/G⌋·G·Width + w·G + k%G
///
/// in whole groups. The ks of the last one, if it is not whole, are filled up
/// with zeros where the operand's depth says so, else they lie as above. Zeros
/// are of the sign that leaves sums of -0 alone, where floats are filled up.
///
/// Slices are evaluated here, once per element of the block. Nothing is read
/// that is not an element of the block.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACK_H
#define GEMMIFY_PASS_KERNEL_PACK_PACK_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// The part of an operand that is packed; all values are i64.
struct PackedBlock {
  const PackedOperand &Operand;
  LoopDim Dim;        ///< The operand's dimension besides k.
  unsigned Width;     ///< Elements of a sliver per k.
  llvm::Value *First; ///< First index of Dim.
  llvm::Value *Count; ///< Indices of Dim, at least 1.
  llvm::Value *K;     ///< First k.
  llvm::Value *Depth; ///< Number of ks, at least 1.
};

/// Emits the code that packs \p Block to \p Dest.
void emitPack(KernelContext &Ctx, const PackedBlock &Block, llvm::Value *Dest);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACK_H
