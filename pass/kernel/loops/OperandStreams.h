//===- OperandStreams.h - Operands that no cache holds ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Unpacked loops read a large operand a few columns at a time where C is small
/// enough to stay in the cache. This is no variant: the loops are the same,
/// with fewer steps of k in a block, and a row of the table would emit them
/// twice.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_OPERANDSTREAMS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_OPERANDSTREAMS_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// i1: whether an operand is streamed along its columns: a left one that does
/// not fit the L2 cache where C is one or two columns; either one if it fits no
/// cache, where C is a few columns or rows of tiles.
llvm::Value *streamsOperand(KernelContext &Ctx);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_OPERANDSTREAMS_H
