//===- FewTiles.h - Products that fill tiles badly --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_FEWTILES_H
#define GEMMIFY_PASS_KERNEL_TILE_FEWTILES_H

#include "pass/plan/BlockingPlan.h"
#include "pass/product/OperandOrder.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Emits a size of the nest (i64).
using SizeEmitter =
    llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &, LoopDim)>;

/// i1: whether tiles under \p Plan, which are always whole, would mostly be
/// padding, or the depth is less than the plan's least. Affects speed, not
/// bits.
llvm::Value *emitFillsFewTiles(llvm::IRBuilderBase &B, const OperandOrder &View,
                               const BlockingPlan &Plan, SizeEmitter Size);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_FEWTILES_H
