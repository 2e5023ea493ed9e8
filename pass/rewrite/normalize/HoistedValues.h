//===- HoistedValues.h - What is computed before a nest ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_HOISTEDVALUES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_HOISTEDVALUES_H

#include "NestChecks.h"
#include "TrialNest.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// Values of a nest, and what is computed before it instead, unless that has
/// been deleted since.
using HoistedValues =
    llvm::SmallMapVector<llvm::Value *, llvm::WeakTrackingVH, 4>;

/// Computes \p Values, each of which comes after its operands among them, where
/// \p Insert puts them, unless they are \p Known. They become so. \p Phis among
/// them are nothing to compute.
void hoistValues(llvm::ArrayRef<llvm::Instruction *> Values,
                 HoistedValues &Known,
                 llvm::function_ref<void(llvm::Instruction &)> Insert,
                 const ValuesOfPhis &Phis);

/// Lets \p Earlier stand for \p Load, which finds the same behind it, and is
/// gone then.
void replaceLoad(llvm::LoadInst &Load, llvm::LoadInst &Earlier);

/// Computes \p Values, of the trial's nest, before it, as far as the copy still
/// needs them and they are not \p Known: before both nests, or, \p OnEntry,
/// where the copy is entered. Each comes after its operands. What is loaded
/// from one place is one value: nothing may be written there.
HoistedValues hoistInCopy(TrialNest &Trial,
                          llvm::ArrayRef<llvm::Instruction *> Values,
                          HoistedValues Known, bool OnEntry,
                          const ValuesOfPhis &Phis);
/// The same for what \p Checks hoist. What the copy then looks up again is what
/// it has looked up: nothing may be written there, either.
HoistedValues hoistInCopy(TrialNest &Trial, const NestChecks &Checks,
                          const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_HOISTEDVALUES_H
