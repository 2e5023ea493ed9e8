//===- CopyColumn.h - One column, as it is multiplied -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_COPYCOLUMN_H
#define GEMMIFY_PASS_KERNEL_PACK_COPYCOLUMN_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Evaluates \p From, an operand of a single line, at \p Depth steps of k (i64)
/// from \p First on and stores the elements one after the other at \p To.
void copyColumn(KernelContext &Ctx, const Slice &From, llvm::Value *First,
                llvm::Value *Depth, llvm::Value *To);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_COPYCOLUMN_H
