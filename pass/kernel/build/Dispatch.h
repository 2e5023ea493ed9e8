//===- Dispatch.h - The best kernel that the processor runs -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels for several versions of a target in one function:
///
///     i1 @gemmify.dispatch.<key>(the parameters of each kernel)
///
/// The target says how to test for them (lowering/target/TargetVersion.h).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_DISPATCH_H
#define GEMMIFY_PASS_KERNEL_BUILD_DISPATCH_H

#include "MacroKernel.h"
#include "pass/plan/PlanVersions.h"

namespace gemmify {

/// Replaces \p Kernel, which computes \p P on \p Host's target, by the choice
/// between it and one more kernel for each of \p Levels. All compute the same
/// bits where the order of additions is not free. The other parameters are
/// those of getMacroKernel().
void addLevels(MacroKernel &Kernel, llvm::ArrayRef<VersionPlan> Levels,
               const Product &P, llvm::ArrayRef<AffineRef> RowsApart,
               const Options &Opts, llvm::Function &Host,
               llvm::ScalarEvolution &SE, bool MayAllocate);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_DISPATCH_H
