//===- Fallback.h - Loops that stay behind a guard --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_FALLBACK_H
#define GEMMIFY_PASS_REWRITE_VERSION_FALLBACK_H

#include "llvm/Analysis/LoopInfo.h"

namespace gemmify {

/// Marks \p L as a fallback.
void markFallback(llvm::Loop &L);

/// Whether \p L is marked so.
bool isFallback(const llvm::Loop &L);

/// Marks \p L as one of a product that is part of another one: what is said of
/// that is said of both.
void markPart(llvm::Loop &L);

/// Whether a loop of \p L is so marked.
bool isPart(const llvm::Loop &L);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_FALLBACK_H
