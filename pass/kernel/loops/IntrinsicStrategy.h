//===- IntrinsicStrategy.h - A small product as one multiply ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_INTRINSICSTRATEGY_H
#define GEMMIFY_PASS_KERNEL_LOOPS_INTRINSICSTRATEGY_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Emits the whole product, whose sizes are constants, as one
/// llvm.matrix.multiply, straight code without loops.
void emitIntrinsicProduct(KernelContext &Ctx);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_INTRINSICSTRATEGY_H
