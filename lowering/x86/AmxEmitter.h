//===- AmxEmitter.h - Sections by AMX's tiles -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A section as 2×2 tiles of 16×16 sums (Intel SDM, volume 1, chapter 18). One
/// instruction adds to a tile the product of sixteen columns of B, 64 bytes
/// along k each, and of sixteen rows of A, in groups of four bytes along k:
///
///     sum[j][i] += sum of B[k][j] * A[i][k],  k < 64 bytes
///
/// so that a row of the tile is a piece of a column of the result. Products of
/// bytes are exact modulo 2³². Bfloats are multiplied and added in float with
/// denormals as zeros, rounded to nearest; even and odd steps of k are summed
/// separately, each from +0.
///
/// Tiles are loaded from the result's memory and stored there. Sums that are
/// vectors, or that products are subtracted from, go through a buffer.
///
/// The code generator allocates tile registers and configures them: the values
/// have the type `x86_amx`.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_X86_AMXEMITTER_H
#define GEMMIFY_LOWERING_X86_AMXEMITTER_H

#include "lowering/core/SiteEmitter.h"

namespace gemmify {

/// Rows of a tile, and its columns of 32 bits.
constexpr unsigned AmxLines = 16;

/// Steps of k that one instruction multiplies, of operands as wide as \p
/// ElemTy.
unsigned amxRank(const llvm::Type *ElemTy);

/// Multiplies bytes of any signs, or bfloats.
const SiteEmitter &amxEmitter(bool Bfloats);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_X86_AMXEMITTER_H
