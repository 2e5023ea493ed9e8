//===- Fallback.cpp - Loops that stay behind a guard ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fallback.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

constexpr const char *Alignment = "llvm.loop.align";
constexpr const char *Mark = "gemmify.fallback";

/// Bytes. Short loops that lie across two lines of the instruction cache may
/// take half as long again, and the guard has moved them.
constexpr unsigned InnerAlignment = 32;

void markFallback(Loop &L) {
  addStringMetadataToLoop(&L, Mark, 1);
  if (L.isInnermost() && !findStringMetadataForLoop(&L, Alignment))
    addStringMetadataToLoop(&L, Alignment, InnerAlignment);
}

bool isFallback(const Loop &L) {
  return findStringMetadataForLoop(&L, Mark).has_value();
}

} // namespace gemmify
