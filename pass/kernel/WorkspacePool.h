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
///     ptr gemmify.workspaces[64]
///
/// Each slot is null or a mapping that nobody uses, which begins with its size.
/// To take one is one atomic exchange, to give it back is another; only where
/// no slot has one is there a call of mmap. Any number of threads, and handlers
/// that interrupt either function anywhere, find a sound pool. It holds as many
/// mappings as products were computed at the same time, 64 at most. errno stays
/// as it is.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_WORKSPACEPOOL_H
#define GEMMIFY_PASS_KERNEL_WORKSPACEPOOL_H

#include "llvm/IR/Module.h"

namespace gemmify {

/// Whether the target of \p M has what the pool needs; else there is malloc.
bool hasWorkspacePool(const llvm::Module &M);

/// `ptr take(i64 Bytes)` for \p User and its target: memory that begins at a
/// multiple of 64 bytes and aliases nothing, or null.
llvm::Function *getTakeWorkspace(llvm::Function &User);

/// `void give(ptr)`, which gives back what the other function returned.
llvm::Function *getGiveWorkspace(llvm::Function &User);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_WORKSPACEPOOL_H
