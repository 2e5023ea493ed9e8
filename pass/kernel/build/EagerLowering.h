//===- EagerLowering.h - Kernels that are done at once ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel whose loops already consist of vectors gains nothing from the
/// vectorizers and the cleanup after them, which would take more time than
/// everything before. It is lowered right when it is built, and moved to where
/// the running pipeline has already been.
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
/// their elements are contiguous.
bool isBuiltOfVectors(const OperandOrder &View);

/// Runs \p Lowering over all functions of the module with VectorsAttribute, and
/// moves them before \p Host, the function that the pipeline is at. Functions
/// without it are left to the pipeline.
void lowerEagerly(llvm::Function &Host, llvm::FunctionAnalysisManager &FAM,
                  llvm::FunctionPassManager &Lowering);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_EAGERLOWERING_H
