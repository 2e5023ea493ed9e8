//===- IndirectBounds.h - How far tables lead -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that find the least and the greatest values that an address takes from
/// tables. They read only what the product reads.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_INDIRECTBOUNDS_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_INDIRECTBOUNDS_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Emits such loops. Results are exact, in i128.
class IndirectBounds {
public:
  /// The least and the greatest value.
  using Interval = std::pair<llvm::Value *, llvm::Value *>;

  explicit IndirectBounds(KernelContext &Ctx)
      : Ctx(Ctx), B(Ctx.B), Addresses(B, Ctx.View.Nest, Ctx.Sig) {}

  /// What \p D adds to \p R's address, except R's lookup. Values from a table
  /// are treated as signed.
  Interval extent(const AffineRef &R, LoopDim D);

  /// What \p R's lookup adds, treated as signed.
  Interval extentOfLookup(const AffineRef &R);

  /// Whether the arithmetic of \p W does not wrap.
  llvm::Value *staysInRange(const RowWrapCheck &W);

  /// Whether \p Rows, of one dimension, is the same for all indices.
  llvm::Value *areEqual(const PerDim<const llvm::SCEV *> &Rows);

private:
  using State = llvm::SmallVector<llvm::Value *, 8>;

  Interval extent(const llvm::SCEV *Stride, LoopDim D);
  Interval bounds(LoopDim D, bool Signed,
                  llvm::function_ref<llvm::Value *(llvm::Value *)> Of);
  State scanLookup(const llvm::SCEV *S, llvm::ArrayRef<LoopDim> Dims,
                   Indices At, State Now);

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  AddressEmitter Addresses;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_INDIRECTBOUNDS_H
