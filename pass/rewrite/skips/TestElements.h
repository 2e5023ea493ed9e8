//===- TestElements.h - Whether all elements pass a test --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops over the elements of an operand, in a function that tests share.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_SKIPS_TESTELEMENTS_H
#define GEMMIFY_PASS_REWRITE_SKIPS_TESTELEMENTS_H

#include "ElementTest.h"
#include "pass/rewrite/guard/Guard.h"
#include <functional>

namespace gemmify {

/// The elements that a test looks at: those of Refs, one for each load, at all
/// steps of two indices.
struct TestedElements {
  /// Emits whether elements pass, or vectors of as many lanes, given fixed
  /// values or vectors of these: i1, or a vector of it.
  using EmitPasses = std::function<llvm::Value *(
      llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Elements,
      llvm::ArrayRef<llvm::Value *> Fixed, unsigned Lanes)>;
  EmitPasses Passes;
  std::string Key; ///< The same where Passes emits the same.
  llvm::SmallVector<llvm::Value *, 2> Fixed;
  llvm::SmallVector<AffineRef, 2> Refs;
  LoopDim Outer, Inner; ///< Inner is the direction of memory, if one is.
  /// Whether all elements that are next to each other along Inner are so in
  /// memory.
  bool AreContiguous = false;

  /// What \p Test tests in \p N. \p ReadsSame says whether a load of N reads
  /// the same element as one of the test. Empty where it is more than a matrix,
  /// or none of N's operands.
  static std::optional<TestedElements>
  of(const ElementTest &Test, const GemmNest &N,
     llvm::function_ref<bool(const llvm::Instruction &, llvm::LoadInst &)>
         ReadsSame);
};

/// Emits an i1: whether \p MayLook and all of \p Elements pass. Where \p
/// MayLook (i1) does not hold, none is read.
llvm::Value *emitAllPass(llvm::IRBuilderBase &B, const TestedElements &Elements,
                         const GemmNest &N, GuardEmitter &G,
                         llvm::Value *MayLook);

/// The same of the first \p Outer and \p Inner steps, i64.
llvm::Value *emitPass(llvm::IRBuilderBase &B, const TestedElements &Elements,
                      GuardEmitter &G, llvm::Value *MayLook, llvm::Value *Outer,
                      llvm::Value *Inner);

/// The same of the first element alone.
llvm::Value *emitFirstPasses(llvm::IRBuilderBase &B,
                             const TestedElements &Elements, GuardEmitter &G,
                             llvm::Value *MayLook);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_SKIPS_TESTELEMENTS_H
