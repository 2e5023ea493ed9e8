//===- TilePermission.h - Whether Linux gives us tiles ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linux keeps AMX's tiles from a process until it asks for them, since they
/// make what is saved with a thread, and with a signal, 8 KiB larger. Once they
/// are granted, all threads have them, and all that they fork.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_TILEPERMISSION_H
#define GEMMIFY_PASS_KERNEL_BUILD_TILEPERMISSION_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Whether \p M leaves the name of the answer to it.
bool mayGetTilePermission(const llvm::Module &M);

/// `i1 permitted()` for the use of \p User. It asks when it is called for the
/// first time, and again only where threads do so at once, which is harmless;
/// it needs no library and leaves errno as it is.
llvm::Function *getTilePermission(const llvm::Function &User);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_TILEPERMISSION_H
