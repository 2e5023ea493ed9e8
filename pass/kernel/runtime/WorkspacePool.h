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
/// The name says how this is laid out: other builds of the pass, which may do
/// it otherwise, have another pool in the same program. To take one is one
/// atomic exchange, to give it back is another; only where no slot has one is
/// there a call of mmap. Any number of threads, and handlers that interrupt
/// either function anywhere, find a sound pool. It holds as many mappings as
/// products were computed at the same time, 64 and 256 MiB at most; what is
/// more is unmapped, without a lock. errno stays as it is. In a program that is
/// linked without a C library there is no workspace.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_WORKSPACEPOOL_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_WORKSPACEPOOL_H

#include "llvm/IR/Module.h"

namespace gemmify {

/// Whether the target of \p M has what the pool needs; else there is malloc.
bool hasWorkspacePool(const llvm::Module &M);

/// Whether \p M leaves the names of the pool, and of what it calls, to them.
bool mayUseWorkspacePool(const llvm::Module &M);

/// The names of functions that take workspace begin like this.
constexpr llvm::StringLiteral TakeWorkspacePrefix = "gemmify.workspace.take.";

/// `ptr take(i64 Bytes)` for \p User and its target: memory that begins at a
/// multiple of 64 bytes and aliases nothing, or null.
llvm::Function *getTakeWorkspace(llvm::Function &User);

/// `void give(ptr)`, which gives back what the other function returned.
llvm::Function *getGiveWorkspace(llvm::Function &User);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_WORKSPACEPOOL_H
