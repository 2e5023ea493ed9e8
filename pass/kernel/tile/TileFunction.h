//===- TileFunction.h - Micro-kernels that kernels share --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Micro-kernels depend on much less than the kernels that call them: on the
/// target, the size of a tile and how products are added. Kernels of a module
/// that agree on these share micro-kernel functions.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_TILEFUNCTION_H
#define GEMMIFY_PASS_KERNEL_TILE_TILEFUNCTION_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// The prefix of the names of these functions.
constexpr llvm::StringLiteral TileFunctionPrefix = "gemmify.tile.";

/// A matrix of sums. Columns are Stride elements apart, at least as many as are
/// accessed of a column.
struct TilePlace {
  llvm::Value *Ptr, *Stride;
};

/// A function of this kind in the module of \p Ctx, added where there is none.
/// Its parameters have the types \p Params; the nest's factor of each product,
/// if it has one, follows them. Through \p ReadOnly ones, nothing is written
/// that can be read in another way. \p Build fills in the body.
llvm::Function *
getTileFunction(KernelContext &Ctx, llvm::StringRef Kind,
                llvm::ArrayRef<llvm::Type *> Params,
                llvm::ArrayRef<unsigned> ReadOnly,
                llvm::function_ref<void(llvm::Function &)> Build);

/// Calls \p Fn with \p Args and the nest's factor, if it has one.
void emitTileCall(KernelContext &Ctx, llvm::Function &Fn,
                  llvm::ArrayRef<llvm::Value *> Args);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_TILEFUNCTION_H
