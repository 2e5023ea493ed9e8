//===- DebugLines.h - A kernel shows the lines of its nest ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Debuggers and profilers should show a kernel's time at the statement that it
/// computes.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_DEBUGLINES_H
#define GEMMIFY_PASS_KERNEL_EMIT_DEBUGLINES_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// Describes \p Kernel, which has been built for \p Nest, as an artificial
/// function of the nest's file, and assigns all of its code to the line of the
/// product. Does nothing where \p Host has no debug information. Later nests
/// that share the kernel show the lines of this one.
void attachDebugLines(llvm::Function &Kernel, const GemmNest &Nest,
                      const llvm::Function &Host);

/// Where \p Nest is in the source, for a call in \p Host: never empty when Host
/// has debug information.
llvm::DebugLoc callLocation(const GemmNest &Nest, const llvm::Function &Host);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_DEBUGLINES_H
