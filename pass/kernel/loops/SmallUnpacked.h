//===- SmallUnpacked.h - Tiles of a few rows of C ---------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small products whose rows are whole vectors, one or two tiles high: tiles
/// are computed in place, one after the other, without further tests. In such
/// products, the tests took longer than the tiles themselves.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_SMALLUNPACKED_H
#define GEMMIFY_PASS_KERNEL_LOOPS_SMALLUNPACKED_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Whether the loops can compute products of \p View.
bool fitsSmallUnpacked(const OperandOrder &View, const BlockingPlan &Plan);

/// i1: whether a product, of sizes of at least 1, is one of those.
llvm::Value *isSmallUnpacked(KernelContext &Ctx);

/// Emits such a product.
void emitSmallUnpacked(KernelContext &Ctx);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_SMALLUNPACKED_H
