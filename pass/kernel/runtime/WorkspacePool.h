//===- WorkspacePool.h - Workspace for signal handlers too ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop nest may run in a signal handler, malloc may not: the handler may
/// have interrupted malloc itself. So kernels for Linux take their workspace
/// from a pool of mappings that the whole program (or shared library) shares:
///
///     struct { ptr slots[64]; i64 bytes; } gemmify.workspaces.64.64.counted
///
/// Each slot is null or a mapping that nobody uses, which begins with its size.
/// The name encodes this layout: other versions of the pass, with another
/// layout, have their own pool in the same program. Taking a mapping is one
/// atomic exchange, giving it back is another; mmap is called only when all
/// slots are empty. The pool is always consistent for any number of threads,
/// and for handlers that interrupt either function anywhere. It holds as many
/// mappings as products were computed at the same time, at most 64 and 256 MiB;
/// others are unmapped, without a lock. errno is not changed. A program that is
/// linked without a C library has no workspace.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_WORKSPACEPOOL_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_WORKSPACEPOOL_H

#include "llvm/IR/Module.h"

namespace gemmify {

/// Whether the target of \p M has what the pool needs; otherwise malloc is
/// used.
bool hasWorkspacePool(const llvm::Module &M);

/// Whether \p M does not redefine the names of the pool and of what it calls.
bool mayUseWorkspacePool(const llvm::Module &M);

/// The prefix of the names of functions that take workspace.
constexpr llvm::StringLiteral TakeWorkspacePrefix = "gemmify.workspace.take.";

/// `ptr take(i64 Bytes)` for \p User and its target: memory that begins at a
/// multiple of 64 bytes and aliases nothing, or null.
llvm::Function *getTakeWorkspace(llvm::Function &User);

/// `void give(ptr)`, which releases what the other function returned.
llvm::Function *getGiveWorkspace(llvm::Function &User);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_WORKSPACEPOOL_H
