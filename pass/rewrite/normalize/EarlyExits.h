//===- EarlyExits.h - Loops that end before their last question -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the question before an inner loop, i < k, is the last one of the loop
/// around it, too, LLVM leaves both at once: nobody can tell how often the
/// outer loop runs, which now has two exits.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_EARLYEXITS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_EARLYEXITS_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// A way out of a loop with the answer that its last question has then.
struct EarlyExit {
  llvm::BranchInst *Early, *Last;
};

/// An early exit of a loop in \p Root, if there is one.
std::optional<EarlyExit> findEarlyExit(const llvm::Loop &Root,
                                       const NestAnalyses &A);

/// Lets what left early come to the last question.
void leaveLast(const EarlyExit &Exit, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_EARLYEXITS_H
