//===- DotEmitter.h - Dot products of neighbours ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections of products by instructions that add to each 32-bit lane the
/// products of four adjacent bytes or two adjacent words: the left operand has
/// 4 or 2 steps of k for one row per lane, the right one the same steps for one
/// column, copied into all lanes. The integer ones do not saturate, so all
/// results are exact modulo 2³². Bf16Operands.h says how the ones for bfloats
/// round.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_DOTEMITTER_H
#define GEMMIFY_LOWERING_CORE_DOTEMITTER_H

#include "SiteEmitter.h"

namespace gemmify {

/// Instructions (Intel SDM, volume 2; Arm ARM, C7.2).
enum class DotForm {
  BusD,   ///< x86 VPDPBUSD: unsigned by signed bytes, four of them.
  BssD,   ///< x86 VPDPBSSD: signed bytes.
  BuuD,   ///< x86 VPDPBUUD: unsigned bytes.
  WssD,   ///< x86 VPDPWSSD: signed words, two of them.
  WusD,   ///< x86 VPDPWUSD: unsigned by signed words.
  WuuD,   ///< x86 VPDPWUUD: unsigned words.
  MaddW,  ///< x86 VPMADDWD and VPADDD: the same without VNNI.
  Bf16Ps, ///< x86 VDPBF16PS: bfloats, two of them, summed in float.
  SDot,   ///< Arm SDOT: signed bytes, four of them.
  UDot    ///< Arm UDOT: unsigned bytes.
};

/// Arm's form for bytes of \p Kind.
DotForm armDotForm(const ProductKind &Kind);

/// The kind as which Arm's rows want bytes packed: unsigned ones as signed ones
/// where the other operand is signed.
ProductKind packedForArmDots(const llvm::Function &, const ProductKind &Kind);

/// Steps of k that one instruction of \p Form multiplies.
unsigned dotRank(DotForm Form);

/// Multiplies bytes of any signs (BusD, SDot), signed ones (BssD), unsigned
/// ones (BuuD, UDot), words of the form's signs (bytes too, which fit signed
/// words), or bfloats. Vectors have 512 or 256 bits on x86; on Arm 128, which
/// are NEON's, or SVE's 256 to 2048.
const SiteEmitter &dotEmitter(DotForm Form, unsigned VectorBits);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_DOTEMITTER_H
