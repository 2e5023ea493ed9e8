//===- DigitLoops.h - A loop for each digit of a counter --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns a collapsed loop into nested ones, a loop for each digit, which visit
/// the same values of the counter in the same order:
///
///     for (; Head; t++) ...
///     for (i) for (j) { t = i * n + j; ... }       // whole rows
///     for (; Tail; t++) ...
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITLOOPS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITLOOPS_H

#include "pass/rewrite/normalize/DigitRange.h"

namespace gemmify {

/// A phi of a loop's header, as the loops for digits have it: recomputed, or
/// carried from one iteration to the next.
struct CarriedPhi {
  llvm::PHINode *Phi;
  llvm::Value *Step; ///< Null: it is carried.
};

/// Whether \p L is one that can be split: it has one way out, behind its body,
/// and nothing that it computes is used after it except what it carries.
/// Counters, whose steps have to be fixed in \p Root, are not carried.
bool canSplitDigits(const llvm::Loop &L, const llvm::Loop &Root,
                    llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

/// What the phis of \p L are; steps are emitted before \p At.
llvm::SmallVector<CarriedPhi, 2>
classifyPhis(const llvm::Loop &L, const llvm::Loop &Root, llvm::Instruction &At,
             llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

/// Splits \p L, which has \p Phis and computes \p Parts. Afterwards it counts
/// the first digit. The dominator tree is computed anew.
void splitDigits(llvm::Loop &L, llvm::ArrayRef<CarriedPhi> Phis,
                 llvm::ArrayRef<std::pair<llvm::Instruction *, Digit>> Parts,
                 const DigitRange &Range, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITLOOPS_H
