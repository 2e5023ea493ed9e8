//===- Dispatch.h - The best kernel that the processor runs -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels for several levels of processors behind one function:
///
///     i1 @gemmify.dispatch.<key>(the parameters of each kernel)
///
/// On x86-64 it reads the CPU model that libgcc and compiler-rt keep for
/// `__builtin_cpu_supports`: the processor is asked once, before main, and
/// what the system does not save counts as missing. There is no state of ours:
/// threads and signal handlers cannot disturb each other. On AArch64 it reads
/// `vscale`, an instruction.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_DISPATCH_H
#define GEMMIFY_PASS_KERNEL_BUILD_DISPATCH_H

#include "MacroKernel.h"
#include "pass/plan/TargetVersions.h"

namespace gemmify {

/// Whether \p M leaves the names of x86-64's CPU model to the runtime.
bool mayAskCpuModel(const llvm::Module &M);

/// Makes \p Kernel, which is \p P's for the target of \p Host, the choice
/// between it and one more for each of \p Levels. All give the same bits where
/// the order of additions is not free. The other parameters are those of
/// getMacroKernel().
void addLevels(MacroKernel &Kernel, llvm::ArrayRef<VersionPlan> Levels,
               const Product &P, llvm::ArrayRef<AffineRef> RowsApart,
               const Options &Opts, llvm::Function &Host,
               llvm::ScalarEvolution &SE, bool MayAllocate);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_DISPATCH_H
