//===- SmeEmitter.h - Sections by SME's outer products ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A section as tiles of SME's ZA, the matrix of sums that a processor has in
/// streaming mode (Arm Architecture Reference Manual, chapter B1.4). One
/// instruction adds the outer product of a piece of a row of B and a piece of a
/// column of A to a tile:
///
///     za[j][i] += sum of B[k][j] * A[i][k],  k < rank
///
/// so that a slice of the tile is a piece of a column of the result. Floats and
/// doubles are fused, in the source's order; NaNs become the default one. Bytes
/// are exact modulo 2³². Pairs of bfloats are summed before they are added,
/// with denormals as zeros.
///
/// ZA is processor state: the value of an accumulator stands for a tile and
/// does not carry its contents (StateOrder.h). LLVM's attributes make functions
/// enter and leave streaming mode and ZA.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_SMEEMITTER_H
#define GEMMIFY_LOWERING_ARM_SMEEMITTER_H

#include "lowering/core/SiteEmitter.h"

namespace gemmify {

/// What an instruction multiplies: floats or doubles of the sum's type, bytes
/// of any signs, or bfloats.
enum class SmeForm { Floats, Bytes, Bfloats };

/// Steps of k that one instruction of \p Form multiplies.
unsigned smeRank(SmeForm Form);

/// For functions where vectors have \p Bits: 128, 256 or 512. Of longer
/// vectors, no more are used.
const SiteEmitter &smeEmitter(SmeForm Form, unsigned Bits);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_SMEEMITTER_H
