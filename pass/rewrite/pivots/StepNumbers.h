//===- StepNumbers.h - Numbers of the steps of a block -------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers that a step computes once, as a root on the diagonal, and that what
/// waits needs later.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_STEPNUMBERS_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_STEPNUMBERS_H

#include "PivotNest.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "pass/rewrite/staircase/StatementEmitter.h"

namespace gemmify {

class StepNumbers {
public:
  StepNumbers(const PivotNest &P, TrialNest &Trial, StatementEmitter &Emit)
      : P(P), Trial(Trial), Emit(Emit) {}

  /// Has the copy keep those of \p Step, in the block from \p Begin on.
  void keep(llvm::Value *Begin, llvm::Value *Step);

private:
  const PivotNest &P;
  TrialNest &Trial;
  StatementEmitter &Emit;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_STEPNUMBERS_H
