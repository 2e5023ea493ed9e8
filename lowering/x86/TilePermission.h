//===- TilePermission.h - Whether Linux gives us tiles ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linux withholds AMX's tiles from a process until it asks for them, because
/// they enlarge the state saved with each thread and signal by 8 KiB. Once they
/// are granted, all threads and forked processes have them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_X86_TILEPERMISSION_H
#define GEMMIFY_LOWERING_X86_TILEPERMISSION_H

#include "lowering/target/TargetVersion.h"

namespace gemmify {

/// Whether the name of the cached answer is free in \p M.
bool mayGetTilePermission(const llvm::Module &M);

/// The system is asked when the answer is first needed, and again only if
/// threads need it at the same time, which is harmless. This needs no library
/// and leaves errno alone.
extern const SystemPermission TilePermission;

} // namespace gemmify

#endif // GEMMIFY_LOWERING_X86_TILEPERMISSION_H
