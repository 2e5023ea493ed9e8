//===- MacroKernel.h - The macro-kernel as a function -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Algorithm 1 of Kuzma et al. 2022 as an internal function of the module:
///
///     i1 @gemmify.kernel.<key>(sizes, pointers, strides, invariants)
///
/// It returns true when it has computed the product, and false, having touched
/// nothing, when it refused (no workspace, rows that overlap); then the
/// original loops run. Nests with the same shape, types, constants and plan
/// share one function.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_MACROKERNEL_H
#define GEMMIFY_PASS_KERNEL_BUILD_MACROKERNEL_H

#include "pass/plan/BlockingPlan.h"
#include "pass/plan/Options.h"
#include "pass/product/Product.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace gemmify {

/// What a kernel is called with: `Args[n]` feeds parameter n. Each is either a
/// SCEV to be expanded before the nest or a value that the nest does not
/// change.
struct KernelArg {
  const llvm::SCEV *Expr = nullptr;
  llvm::Value *Val = nullptr;
};

struct MacroKernel {
  llvm::Function *Fn = nullptr; ///< Returns i1.
  llvm::SmallVector<KernelArg, 16> Args;
  /// True when the function returns false for lack of memory only.
  bool RefusesNothing = false;
  /// True when the function may take workspace that is not on its stack.
  bool Allocates = false;
  /// True when it returns false if it gets none.
  bool NeedsMemory = false;
  /// True when the function reads the runtime's CPU model, or requests tiles;
  /// see Dispatch.h.
  bool Dispatches = false;
  unsigned Threads = 1; ///< The most that compute its product.
  /// Whether the function never returns false.
  bool alwaysSucceeds() const { return RefusesNothing && !NeedsMemory; }
};

/// The prefix of the names of macro-kernels.
constexpr llvm::StringLiteral KernelPrefix = "gemmify.kernel.";
/// The same of those that choose one; see Dispatch.h.
constexpr llvm::StringLiteral DispatchPrefix = "gemmify.dispatch.";
/// Of a parameter that is a host's record; see Product::Kept.
constexpr llvm::StringLiteral KeptAttribute = "gemmify-kept";

/// Finds or builds the macro-kernel for \p P under \p Plan in the module of the
/// nest's function \p Host, with its target attributes. All checks of the guard
/// are assumed to hold in the kernel: sizes are at least 1, C is injective and
/// apart from everything that the slices read. Where rows are looked up, the
/// kernel first tests this itself, C against \p RowsApart. Allocates only when
/// \p MayAllocate.
MacroKernel getMacroKernel(const Product &P,
                           llvm::ArrayRef<AffineRef> RowsApart,
                           const BlockingPlan &Plan, const Options &Opts,
                           llvm::Function &Host, llvm::ScalarEvolution &SE,
                           bool MayAllocate);

/// Calls \p Kernel at \p B with \p Args and returns its result (i1). A kernel
/// without control flow is inlined instead, and deleted when it has no other
/// caller; then \p Kernel must no longer be used.
llvm::Value *emitKernelCall(llvm::IRBuilderBase &B, const MacroKernel &Kernel,
                            llvm::ArrayRef<llvm::Value *> Args);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_MACROKERNEL_H
