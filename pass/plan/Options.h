//===- Options.h - The command line, parsed once ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `-gemmify-…` as a plain struct that is handed down; nothing below the pass
/// entry reads a command-line option.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_OPTIONS_H
#define GEMMIFY_PASS_PLAN_OPTIONS_H

#include "BlockingPlan.h"
#include "intrinsic/SharedTuning.h"

namespace gemmify {

/// Where packed buffers come from.
enum class Workspace {
  Auto,  ///< As Heap where the function may call malloc, else the stack.
  Heap,  ///< Mappings (WorkspacePool.h) or malloc; the original loops run when
         ///< they fail.
  Stack, ///< At most StackBytes on the stack; never allocates.
};

/// A kernel counts steps up to 2^31, TeamWork of them for each thread.
constexpr unsigned MaxThreads = 512;

struct Options {
  PlanOverrides Plan;
  std::string TargetRow; ///< Empty: choose by function.
  Workspace Where = Workspace::Auto;
  /// Kernels for better processors, see PlanVersions.h; empty: only those for
  /// vector lengths.
  std::optional<bool> Dispatch;
  bool Tiles = false;     ///< Kernels for AMX where the system grants tiles.
  unsigned Threads = 1;   ///< The most that compute one product.
  bool Streaming = false; ///< Kernels for SME, which enter streaming mode.
  /// Bytes of constant operands that a module may hold packed, besides those
  /// that the program has; 0: none are.
  uint64_t ConstantBytes = SharedTuning::MaxPackedConstants;
  /// Bytes of stack that one macro-kernel may use (64-KiB threads exist).
  uint64_t StackBytes = 16 * 1024;
};

/// Reads the command line. Fails with a sentence that names the option and the
/// accepted values.
llvm::Expected<Options> parseOptions();

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_OPTIONS_H
