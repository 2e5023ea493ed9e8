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

#include "CarriedPhis.h"
#include "DigitRange.h"

namespace gemmify {

/// Splits \p L, which has \p Phis and computes \p Parts. Afterwards it counts
/// the first digit. The dominator tree is computed anew.
void splitDigits(llvm::Loop &L, llvm::ArrayRef<CarriedPhi> Phis,
                 llvm::ArrayRef<std::pair<llvm::Instruction *, Digit>> Parts,
                 const DigitRange &Range, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_DIGITLOOPS_H
