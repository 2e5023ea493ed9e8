//===- EagerLowering.h - Kernels that are done at once ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel whose loops are of vectors already has nothing to gain from the
/// vectorizers and from what cleans up behind them, which would take more time
/// than everything before: it is lowered where it is built, and put where the
/// running pipeline has been.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_EAGERLOWERING_H
#define GEMMIFY_PASS_KERNEL_BUILD_EAGERLOWERING_H

#include "AddedFunction.h"
#include "pass/product/OperandOrder.h"
#include "llvm/IR/PassManager.h"

namespace gemmify {

/// Whether a kernel for \p View leaves no loop over single elements that could
/// be vectorized: operands are packed, and results stored, by vectors wherever
/// their elements lie side by side.
bool isBuiltOfVectors(const OperandOrder &View);

/// Runs \p Lowering over all functions with VectorsAttribute of the module, and
/// puts them before \p Host, the function that the pipeline is at. Those that
/// are not marked are left to the pipeline.
void lowerEagerly(llvm::Function &Host, llvm::FunctionAnalysisManager &FAM,
                  llvm::FunctionPassManager &Lowering);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_EAGERLOWERING_H
