//===- NearMiss.h - Loops that nearly sum up products -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_NEARMISS_H
#define GEMMIFY_PASS_RECOGNIZE_NEARMISS_H

#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

struct SumChain;

/// Something like a sum of products.
struct NearMiss {
  llvm::Instruction *Where = nullptr; ///< Null: there is nothing to speak of.
  Reason Why = Reason::None;          ///< What to change.
};

/// What \p L, in which there is no sum of products, has instead.
NearMiss findNearMiss(llvm::Loop &L, llvm::ScalarEvolution &SE);

/// What to tell of \p Sum in \p L instead of \p Why, which would only make
/// place for another reason if it were mended.
Reason plainerReason(Reason Why, const SumChain &Sum, const llvm::Loop &L);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_NEARMISS_H
