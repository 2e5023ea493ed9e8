//===- EntryNumbers.h - What a trial is given ----------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of a trial need numbers that are computed where it is entered, but
/// no code may be there before the trial is kept. Until then, others stand for
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_ENTRYNUMBERS_H
#define GEMMIFY_PASS_REWRITE_PADDING_ENTRYNUMBERS_H

#include "intrinsic/Llvm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <functional>

namespace gemmify {

/// Numbers that a trial is given. None is poison, and one expression is one
/// number wherever it is used.
class EntryNumbers {
public:
  using Emitter = std::function<llvm::Value *(llvm::IRBuilderBase &)>;

  explicit EntryNumbers(llvm::ScalarEvolution &SE)
      : SE(SE), Expander(createExpander(SE)) {}

  /// Something in \p Start, the trial's first block, that stands for what \p
  /// Emit will emit.
  llvm::Instruction *hold(llvm::Type *Ty, llvm::BasicBlock &Start,
                          Emitter Emit);
  /// The same for \p S, which may be a constant.
  llvm::Value *hold(const llvm::SCEV *S, llvm::BasicBlock &Start);
  /// A frozen \p V, also wherever it occurs in an expression.
  llvm::Value *holdFrozen(llvm::Value &V, llvm::BasicBlock &Start);

  /// Whether \p S can be computed at \p At.
  bool canExpand(const llvm::SCEV *S, const llvm::Instruction &At) const;

  /// The same of all that is held for expressions.
  bool canGive(const llvm::Instruction &At) const;

  /// Emits \p S, where the trial is entered.
  llvm::Value *expand(llvm::IRBuilderBase &B, const llvm::SCEV *S);
  /// The same with 128 bits, as a signed number.
  llvm::Value *wide(llvm::IRBuilderBase &B, const llvm::SCEV *S) {
    return B.CreateSExt(expand(B, S), B.getInt128Ty());
  }
  llvm::SCEVExpander &expander() { return Expander; }
  llvm::ScalarEvolution &evolution() const { return SE; }

  /// Emits all that is held, and puts it in its place.
  void give(llvm::IRBuilderBase &B);

  /// Adds what the numbers that are held for expressions stand for.
  void addHeld(llvm::ValueToSCEVMapTy &To) const;

  /// What \p S is once everything is given.
  const llvm::SCEV *given(const llvm::SCEV *S) const;

private:
  llvm::ScalarEvolution &SE;
  llvm::SCEVExpander Expander;
  llvm::SmallVector<std::pair<llvm::Instruction *, Emitter>, 8> Held;
  llvm::SmallDenseMap<const llvm::SCEV *, llvm::Value *> HeldFor;
  llvm::SmallDenseMap<const llvm::SCEV *, llvm::Value *> Expanded;
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Instruction *>, 2> Frozen;
  llvm::ValueToSCEVMapTy FrozenValues;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_ENTRYNUMBERS_H
