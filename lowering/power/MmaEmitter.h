//===- MmaEmitter.h - Sections by POWER10's matrix unit ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A section as VAccs×HAccs accumulators of 512 bits (Kuzma et al. 2022,
/// sections 2 and 3.2, algorithm 2). One instruction adds to an accumulator the
/// product of four columns of B and four rows of A (two rows of doubles), of
/// rank 1 to 8 by type:
///
///     acc[i][j] += sum of X[i][k] * Y[j][k],  k < rank
///
/// X holds columns of B and Y rows of A: a row of the accumulator is then a
/// piece of a column of the result, which matches the layout of the sums.
///
/// Bytes are multiplied signed (X) by unsigned (Y). Where the signs of the
/// operands are the other way around, the operands are swapped, and
/// accumulators are transposed at the beginning and the end. Where both are
/// signed, 128 is added to Y, and 128 times the sums of X are subtracted from
/// the result; where neither is, 128 is subtracted from X, and 128 times the
/// sums of Y are added. All of this is exact modulo 2^32; no instruction
/// saturates.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_POWER_MMAEMITTER_H
#define GEMMIFY_LOWERING_POWER_MMAEMITTER_H

#include "MmaForm.h"
#include "lowering/core/SiteEmitter.h"

namespace gemmify {

/// Multiplies operands of \p Form.
const SiteEmitter &mmaEmitter(MmaForm Form);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_POWER_MMAEMITTER_H
