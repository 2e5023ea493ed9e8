//===- BoundedElements.h - Whether elements are of usual size ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a nest reads is compared with a bound before it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_RECOVERY_BOUNDEDELEMENTS_H
#define GEMMIFY_PASS_REWRITE_RECOVERY_BOUNDEDELEMENTS_H

#include "pass/rewrite/skips/TestElements.h"

namespace gemmify {

/// The elements of one load, or of two that read the parts of one element, and
/// how often the loops over them run.
struct BoundedElements {
  TestedElements Tested;
  unsigned Indices = 2;  ///< 1: not with Outer. 0: one element.
  bool HasParts = false; ///< Two elements are next to each other along Inner.
};

/// What \p Loads of \p N read, where that is all elements of a matrix each, or
/// of a line, or one; tested for whether they are numbers of at most 2^\p
/// Exponent. Empty where it is something else, or more than the nest reads.
llvm::SmallVector<BoundedElements, 4>
boundElements(llvm::ArrayRef<llvm::LoadInst *> Loads, int Exponent,
              const GemmNest &N, llvm::ScalarEvolution &SE);

/// Emits an i1: whether \p MayLook and all elements are. Where \p MayLook (i1)
/// does not hold, none is read.
llvm::Value *emitAreBounded(llvm::IRBuilderBase &B, const BoundedElements &E,
                            const GemmNest &N, GuardEmitter &G,
                            llvm::Value *MayLook);

/// Emits an i1 or a vector of it: whether \p V is a number of at most 2^\p
/// Exponent, and no NaN.
llvm::Value *emitIsBounded(llvm::IRBuilderBase &B, llvm::Value *V,
                           int Exponent);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_RECOVERY_BOUNDEDELEMENTS_H
