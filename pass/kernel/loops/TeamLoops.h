//===- TeamLoops.h - One product by several threads -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Large products are cut into a grid of rectangles of whole tiles, the
/// *shares* of the threads of a team (Team.h). Only i and j are cut: each
/// element is computed by one thread, in the order of one, so results do not
/// depend on the number of threads.
///
///     i1 @gemmify.kernel.<key>(...)             asks for a team, runs the task
///     void @gemmify.kernel.<key>.task(ptr)      what one thread does
///     i1 @gemmify.kernel.<key>.share(..., i64 number, i64 count, i64 down,
///                                    i64 across, ptr workspace)
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_TEAMLOOPS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_TEAMLOOPS_H

#include "Variant.h"

namespace gemmify {

/// Whether the kernel for \p Request may use a team.
bool fitsTeam(const KernelRequest &Request);

/// Emits an i1: whether the product is worth a team, and there is one with
/// workspace. It is the kernel's then, see KernelSite::Team. Otherwise one
/// thread, which needs less, computes the product; also where \p IsNotPacked
/// (i1, may be null).
llvm::Value *takesTeam(const KernelSite &At, llvm::Value *IsNotPacked);

/// The kernel \p F and the functions of its team, where it may have one.
llvm::SmallVector<llvm::Function *, 3> functionsOf(llvm::Function &F);

/// Emits the product.
void emitTeamLoops(const KernelSite &At);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_TEAMLOOPS_H
