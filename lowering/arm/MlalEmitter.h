//===- MlalEmitter.h - Products of twice the factors' width -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections of products by NEON's SMLAL and UMLAL, which multiply a 64-bit
/// vector by a lane and add the products, which have twice the width (Arm ARM,
/// C7.2). Exact modulo the sum's 2³² or 2⁶⁴.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_MLALEMITTER_H
#define GEMMIFY_LOWERING_ARM_MLALEMITTER_H

#include "lowering/core/SiteEmitter.h"

namespace gemmify {

/// The integer type of half the width of sums of \p Kind.
llvm::IntegerType *mlalFactor(const ProductKind &Kind);

/// Whether factors of \p Kind are integers of half the sum's width and of equal
/// signs, or can be extended to that.
bool isMlalProduct(const ProductKind &Kind);

const SiteEmitter &mlalEmitter();

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_MLALEMITTER_H
