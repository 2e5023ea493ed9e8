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

constexpr const char *Mark = "gemmify.fallback";

void markFallback(Loop &L) { addStringMetadataToLoop(&L, Mark, 1); }

bool isFallback(const Loop &L) {
  return findStringMetadataForLoop(&L, Mark).has_value();
}

} // namespace gemmify
