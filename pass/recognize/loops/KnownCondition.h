//===- KnownCondition.h - Conditions that always hold -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_KNOWNCONDITION_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_KNOWNCONDITION_H

#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// Whether \p X Pred \p Y holds at \p At. A minimum or maximum is one of its
/// operands: the predicate has to hold for each of them.
bool isKnownAt(llvm::CmpInst::Predicate Pred, const llvm::SCEV *X,
               const llvm::SCEV *Y, const llvm::Instruction &At,
               llvm::ScalarEvolution &SE, unsigned Depth = 0);

/// \p S, in \p Root, without the minima and maxima of a counter and a constant
/// that are the same one of the two in all iterations, and with counters and
/// sums of 64 bits where narrower ones are extended.
const llvm::SCEV *settle(const llvm::SCEV *S, const llvm::Loop &Root,
                         llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_KNOWNCONDITION_H
