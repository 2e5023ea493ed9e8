//===- CheckTest.h - Whether the checks of a nest pass ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H

#include "CheckNumbers.h"
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

/// Emits at \p B whether the nest of \p Checks around \p Innermost has so many
/// steps that it pays to test them before it, as far as they are counted.
llvm::Value *emitHasManySteps(llvm::IRBuilderBase &B, const NestChecks &Checks,
                              const HoistedValues &Known,
                              const llvm::Loop &Innermost,
                              llvm::ScalarEvolution &SE);

/// Emits at \p B, which is before the nest of \p Checks, whether all of them
/// pass in all iterations: i1, not poison, and computed without side effects
/// whatever the values are. Of its hoisted values, \p Known are there. Where it
/// looks through tables, \p B is in another block after that.
llvm::Value *emitCheckTest(llvm::IRBuilderBase &B, const NestChecks &Checks,
                           HoistedValues Known, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKTEST_H
