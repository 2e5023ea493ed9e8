//===- PackPlanes.h - Packing planes of two axes ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of an operand whose axes do not fold, the lines may be another axis' than
/// the innermost one of its index, which is the one of C's vectors:
///
///     C[d][b][a] += A[a][e][d] * B[e][b]
///
/// moves by one element with d, and i counts (d, a). The steps of these two
/// axes at one step of all others are a plane, which is transposed in
/// registers, for one step of k after the other: into a column of the whole
/// block, and from there into its slivers.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKPLANES_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKPLANES_H

#include "Pack.h"

namespace gemmify {

/// Whether the lines of \p Operand can only be those of another axis of \p D.
bool mayHavePlanes(KernelContext &Ctx, const PackedOperand &Operand, LoopDim D);

/// i1: whether they are, and planes are not too small.
llvm::Value *hasPlanes(KernelContext &Ctx, const PackedOperand &Operand,
                       LoopDim D);

/// The bytes of PackedBlock::Column for blocks of \p Count indices, i64.
llvm::Value *columnBytes(KernelContext &Ctx, llvm::Value *Count);

/// The same as emitPack() where hasPlanes() holds.
void emitPackPlanes(KernelContext &Ctx, const PackedBlock &Block,
                    llvm::Value *Dest);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKPLANES_H
