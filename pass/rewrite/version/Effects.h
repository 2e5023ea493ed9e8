//===- Effects.h - Keeping inferred attributes true -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A rewritten function may read what it only wrote before (partial sums in C),
/// may allocate, and may query the processor. Attributes that were inferred
/// from the original loops, on it and on its callers, are widened accordingly.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_EFFECTS_H
#define GEMMIFY_PASS_REWRITE_VERSION_EFFECTS_H

#include "llvm/IR/Function.h"

namespace gemmify {

/// Makes the attributes of \p F, and of all functions and calls that can reach
/// it through direct calls, true for a function that reads what it writes and,
/// when \p Allocates, uses the pool of workspaces, or malloc and free, and when
/// \p Dispatches, the compiler runtime's CPU model.
void widenEffects(llvm::Function &F, bool Allocates, bool Dispatches);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_EFFECTS_H
