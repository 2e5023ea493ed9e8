//===- ZeroPointSums.h - Sums of packed lines -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where operands are packed with an offset, each sum of products is off by a
/// multiple of the sum of a line of the other operand; see PackedForm. These
/// sums are stored after each sliver.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_ZEROPOINTSUMS_H
#define GEMMIFY_PASS_KERNEL_PACK_ZEROPOINTSUMS_H

#include "Pack.h"

namespace gemmify {

/// Stores, after the packed \p Sliver of \p P, the sums of its lines, times the
/// offset of the other operand.
void emitZeroPointSums(KernelContext &Ctx, const PackedBlock &P,
                       const PackedSliver &Sliver);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_ZEROPOINTSUMS_H
