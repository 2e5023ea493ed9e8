//===- ErrnoPlace.h - Where errno is ----------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_ERRNOPLACE_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_ERRNOPLACE_H

#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// The function of Linux's C libraries that returns the address of errno, as
/// the Linux Standard Base has it.
constexpr llvm::StringLiteral ErrnoFunction = "__errno_location";

/// The bytes of errno, an int.
constexpr uint64_t ErrnoBytes = 4;

/// Whether code may be added to \p M that asks where errno is.
bool mayAskForErrno(const llvm::Module &M);

/// Emits whether the program has the function: i1. A statically linked one has
/// it if it uses errno anywhere.
llvm::Value *emitHasErrno(llvm::IRBuilderBase &B);

/// Emits the address of errno in this thread, where the program has the
/// function.
llvm::Value *emitErrnoPlace(llvm::IRBuilderBase &B);

/// The same, or null where the program has no such function.
llvm::Value *emitErrnoPlaceOrNull(llvm::IRBuilderBase &B);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_ERRNOPLACE_H
