//===- SkipGuard.h - When no step is skipped --------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The condition before a nest that is read without the ifs that skip steps:
/// that all elements pass, now and whenever the nest looks at them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_SKIPS_SKIPGUARD_H
#define GEMMIFY_PASS_REWRITE_SKIPS_SKIPGUARD_H

#include "TestElements.h"
#include "pass/rewrite/normalize/TrialNest.h"

namespace gemmify {

/// One of the products that a copy is, where a condition chooses.
struct SkipForm {
  GemmNest N;
  llvm::SmallVector<TestedElements, 1> Elements; ///< Of each test.
  Legality Legal;
  /// The invariant loads whose values the guard needs.
  llvm::SmallVector<AffineRef, 2> Needed;
  /// Conditions on the way to them.
  llvm::SmallVector<NestGuard, 1> Before;
  /// The nest gets to them only if its first element passes, which it looks at
  /// before it writes anything.
  bool LooksFirst = false;
};

/// When a trial without skips does the same as its nest. See
/// TrialNest::guardBy.
class SkipGuard {
public:
  SkipGuard(TrialNest &Trial, llvm::SmallVector<ElementTest, 1> Tests,
            const NestAnalyses &A);

  /// Adds \p Copied, if all tests look at its operands, and at the same ones as
  /// of the forms before it.
  bool add(const GemmNest &Copied);

  /// The copy is entered for the first form alone.
  void takeFirst();

  /// The copy's own fallback runs without the tests: nothing that it writes may
  /// change what they look at, so that all of the guard comes before it.
  bool admit(const GemmNest &, llvm::AAResults &AA);

  /// What costs little: the size, or where loads wait for it, whether the nest
  /// gets to them.
  llvm::Value *emitFirst(llvm::IRBuilderBase &B);
  llvm::Value *emit(llvm::IRBuilderBase &B);

private:
  using Loads = llvm::SmallPtrSet<const llvm::Instruction *, 4>;
  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

  GuardEmitter guardOf(const SkipForm &Form);
  bool readsSame(const llvm::Instruction &Copied, llvm::LoadInst &Load) const;
  bool admit(SkipForm &Form, llvm::AAResults &AA);
  bool admitRest(SkipForm &Form, llvm::AAResults &AA);
  bool findWay(SkipForm &Form);
  bool noteReached(SkipForm &Form, const Blocks &Entered, const Blocks &Run,
                   const llvm::BasicBlock *Passing);
  const llvm::BasicBlock *next(SkipForm &Form, const llvm::BasicBlock &BB,
                               const Blocks &Entered);
  bool isReadIn(const AffineRef &R, const Blocks &Which) const;
  bool needsSame(const SkipForm &Form) const;
  bool isKnownFirst(const AffineRef &R, const llvm::Loop &Root) const;
  llvm::Value *emitIsLarge(llvm::IRBuilderBase &B);
  llvm::Value *emitHolds(llvm::IRBuilderBase &B, const SkipForm &Form);
  llvm::Value *emitIsReached(llvm::IRBuilderBase &B, const SkipForm &Form);
  void emitLoads(llvm::IRBuilderBase &B, const Loads &Which);

  TrialNest &Trial;
  const llvm::SmallVector<ElementTest, 1> Tests; ///< Of the nest itself.
  const NestAnalyses &A;
  llvm::SCEVExpander Expander;
  llvm::SmallVector<SkipForm, 1> Forms;
  Loads First; ///< What the nest reads whenever it is entered.
  Loads Later; ///< What else the guard needs.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_SKIPS_SKIPGUARD_H
