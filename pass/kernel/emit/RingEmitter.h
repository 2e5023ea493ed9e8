//===- RingEmitter.h - Operations of a product's ring -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a ring does to elements, as IR on elements or on vectors of them. Flags
/// are those of the builder.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_RINGEMITTER_H
#define GEMMIFY_PASS_KERNEL_EMIT_RINGEMITTER_H

#include "pass/recognize/Ring.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// \p Sum ± \p Product, which the builder's flags may fuse.
llvm::Value *emitAdd(llvm::IRBuilderBase &B, const Ring &R, llvm::Value *Sum,
                     llvm::Value *Product);

/// \p Sum ± \p X * \p Y, fused where the ring is.
llvm::Value *emitMultiplyAdd(llvm::IRBuilderBase &B, const Ring &R,
                             llvm::Value *Sum, llvm::Value *X, llvm::Value *Y);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_RINGEMITTER_H
