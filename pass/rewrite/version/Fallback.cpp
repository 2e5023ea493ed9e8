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

static constexpr StringLiteral PartMark = "gemmify.part";

void markPart(Loop &L) { addStringMetadataToLoop(&L, PartMark.data(), 1); }

bool isPart(const Loop &L) {
  return llvm::any_of(L.getLoopsInPreorder(), [](const Loop *Inner) {
    return findStringMetadataForLoop(Inner, PartMark).has_value();
  });
}

void markFallback(Loop &L) { addStringMetadataToLoop(&L, Mark, 1); }

bool isFallback(const Loop &L) {
  return findStringMetadataForLoop(&L, Mark).has_value();
}

} // namespace gemmify
