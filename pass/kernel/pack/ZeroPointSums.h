//===- ZeroPointSums.h - Sums of packed lines -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where operands are packed as other numbers than they are, each product of
/// sums is off by the sum of a line of the other operand; see PackedForm. These
/// sums are kept behind each sliver.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_ZEROPOINTSUMS_H
#define GEMMIFY_PASS_KERNEL_PACK_ZEROPOINTSUMS_H

#include "Pack.h"

namespace gemmify {

/// Stores, behind the packed \p Sliver of \p P, the sums of its lines, times
/// what the other operand is off.
void emitZeroPointSums(KernelContext &Ctx, const PackedBlock &P,
                       const PackedSliver &Sliver);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_ZEROPOINTSUMS_H
