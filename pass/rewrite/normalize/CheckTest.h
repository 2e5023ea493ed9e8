//===- CheckTest.h - Whether the checks of a nest pass ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H

#include "CheckNumbers.h"
#include "TrialNest.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// Values of a nest, and what is computed before it instead, unless that has
/// been deleted since.
using HoistedValues =
    llvm::SmallMapVector<llvm::Value *, llvm::WeakTrackingVH, 4>;

/// Computes \p Values, each of which comes after its operands among them, where
/// \p Insert puts them, unless they are \p Known. They become so.
void hoistValues(llvm::ArrayRef<llvm::Instruction *> Values,
                 HoistedValues &Known,
                 llvm::function_ref<void(llvm::Instruction &)> Insert);

/// Computes \p Values, of the trial's nest, before it, as far as the copy still
/// needs them: before both nests, or, \p OnEntry, where the copy is entered.
/// Each comes after its operands.
HoistedValues hoistInCopy(TrialNest &Trial,
                          llvm::ArrayRef<llvm::Instruction *> Values,
                          bool OnEntry = false);

/// Has the copy of \p Trial, read around that of \p Innermost, run where all of
/// \p Checks pass in all iterations. The test is computed without side effects
/// whatever the values are; it is made where the nest has so many steps, as far
/// as they are counted, that it pays. Of its hoisted values, \p Known are
/// there.
void testBefore(TrialNest &Trial, NestChecks Checks, HoistedValues Known,
                const llvm::Loop &Innermost, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
