//===- ThawedNest.h - Arithmetic that LLVM has frozen -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM freezes what a condition compares when it moves the condition. In a
/// copy of the nest, the values from which that is computed are frozen instead,
/// before the nest and once for all, and the arithmetic promises nothing: one
/// of the values that the source's freeze may have, and to be seen through.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_THAWEDNEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_THAWEDNEST_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace gemmify {

/// Takes all freezes out of \p Copy, which \p Start enters. \p Frozen gives a
/// value from before the nest, frozen. False, and nothing changed, where
/// something else than arithmetic is frozen.
bool thawNest(llvm::Loop &Copy, const llvm::BasicBlock &Start,
              const llvm::DominatorTree &DT,
              llvm::function_ref<llvm::Value *(llvm::Value &)> Frozen);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_THAWEDNEST_H
