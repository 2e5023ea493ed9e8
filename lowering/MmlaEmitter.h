//===- MmlaEmitter.h - Arm's products of small blocks of bytes --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections of int8 products by SMMLA, UMMLA and USMMLA (Arm ARM, C7.2,
/// FEAT_I8MM): two rows of A by two columns of B, eight ks of each, are added
/// to a block of 2×2 sums. USMMLA wants the unsigned operand first; where that
/// is the right one, blocks are transposed. No result is rounded or saturated.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_MMLAEMITTER_H
#define GEMMIFY_LOWERING_MMLAEMITTER_H

#include "SiteEmitter.h"

namespace gemmify {

/// ks that an instruction multiplies.
constexpr unsigned MmlaRank = 8;

/// Multiplies bytes of any signs; sums have 32 bits.
const SiteEmitter &mmlaEmitter();

} // namespace gemmify

#endif // GEMMIFY_LOWERING_MMLAEMITTER_H
