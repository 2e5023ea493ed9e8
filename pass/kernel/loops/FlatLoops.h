//===- FlatLoops.h - A packed operand and one in place ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products whose left operand is one block of rows, and whose right operand
/// lies along k: each element of the latter is read for a few tiles only, which
/// follow each other, so that copying it does not pay. The left operand is read
/// for each column of tiles: it is packed, and stays in the L2 cache.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_FLATLOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_FLATLOOPS_H

#include "PackingLayout.h"
#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Whether the loops can compute \p P, which has a variant that packs.
bool fitsFlatLoops(const Product &P, const BlockingPlan &Plan);

/// i1: whether a product, of sizes of at least 1, is one of those.
llvm::Value *isFlat(KernelContext &Ctx);

/// Emits such a product, in blocks that are no larger than those of \p Layout.
void emitFlatLoops(KernelContext &Ctx, PackingLayout Layout);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_FLATLOOPS_H
