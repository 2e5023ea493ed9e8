//===- PackingLayout.h - Blocks and where they are packed -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the loops of a packing kernel need besides its nest: how large blocks
/// may become, and whether they live on the stack.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_PACKINGLAYOUT_H
#define GEMMIFY_PASS_KERNEL_LOOPS_PACKINGLAYOUT_H

#include "pass/kernel/runtime/KernelWorkspace.h"

namespace gemmify {

/// Whether the steps of k of \p Nest are known to fit one block of \p KC.
bool hasOneBlockOfK(const GemmNest &Nest, uint64_t KC);

/// What a packing kernel needs other than its nest. Pure arithmetic.
struct PackingLayout {
  uint64_t MC, KC, NC;   ///< Largest blocks.
  uint64_t RestRows = 0; ///< Rows whose sums are kept in workspace; 0: none.
  /// The right operand is read where it lies, for a left one of one block of
  /// rows.
  bool RightInPlace = false;
  WorkspaceHome Home = WorkspaceHome::Heap;
  uint64_t MaxBytes = 0; ///< Of all buffers.
};

/// Chooses where the workspace of \p Plan lives and shrinks its blocks when
/// that is the stack.
PackingLayout layOutPacking(const Product &P, const BlockingPlan &Plan,
                            uint64_t ElemBytes, const Options &Opts,
                            bool MayAllocate);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_PACKINGLAYOUT_H
