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

#ifndef GEMMIFY_LOWERING_X86_TILEPERMISSION_H
#define GEMMIFY_LOWERING_X86_TILEPERMISSION_H

#include "lowering/target/TargetVersion.h"

namespace gemmify {

/// Whether \p M leaves the name of the answer to it.
bool mayGetTilePermission(const llvm::Module &M);

/// The system is asked when the answer is wanted for the first time, and again
/// only where threads want it at once, which is harmless. It needs no library
/// and leaves errno as it is.
extern const SystemPermission TilePermission;

} // namespace gemmify

#endif // GEMMIFY_LOWERING_X86_TILEPERMISSION_H
