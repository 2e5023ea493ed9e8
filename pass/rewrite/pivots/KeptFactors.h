//===- KeptFactors.h - Factors of a block of steps ------------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where factors do not stay in the matrix, or are not exchanged there with
/// their rows, those of a block are kept in workspace: one row for each row of
/// the matrix, of a column for each step.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_KEPTFACTORS_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_KEPTFACTORS_H

#include "PivotNest.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "pass/rewrite/staircase/StatementEmitter.h"

namespace gemmify {

/// Where \p Distances has that of \p Step, in the block from \p Begin on.
llvm::Value *distanceAt(llvm::IRBuilderBase &B, llvm::AllocaInst &Distances,
                        llvm::Value *Begin, llvm::Value *Step);

/// Exchanges the elements at both \p Places.
void exchangeElements(llvm::IRBuilderBase &B, llvm::Type *Ty,
                      llvm::ArrayRef<llvm::Value *> Places,
                      llvm::Align Aligned);

/// Does nothing where factors stay in the matrix.
class KeptFactors {
public:
  KeptFactors(const PivotNest &P, TrialNest &Trial, EntryNumbers &Numbers,
              StatementEmitter &Emit, HostLoops &Loops)
      : P(P), Trial(Trial), Numbers(Numbers), Emit(Emit), Loops(Loops) {}

  /// Has the copy begin only where there is workspace.
  void reserve();
  /// \p Exit, which only the copy comes to, gives it back at its end, whatever
  /// is put before that.
  void endAt(llvm::BasicBlock &Exit);
  /// Has the copy keep factors of \p Step, in the block from \p Begin on.
  void keep(llvm::Value *Begin, llvm::Value *Step);
  /// Factors of steps from \p Begin on go through the exchanges behind their
  /// own step, up to the step \p Last, before \p At.
  void exchange(llvm::Instruction &At, llvm::Value *Begin, llvm::Value *Last,
                llvm::AllocaInst &Distances);
  /// Emits what takes the workspace and gives it back.
  void emitWorkspace();

private:
  void copyColumns(llvm::Instruction &At, llvm::Value *Begin,
                   llvm::Value *Last);

  const PivotNest &P;
  TrialNest &Trial;
  EntryNumbers &Numbers;
  StatementEmitter &Emit;
  HostLoops &Loops;
  llvm::Instruction *Place = nullptr; ///< Stands for the workspace.
  llvm::Value *Bytes = nullptr;
  llvm::SmallVector<llvm::Instruction *, 2> Ends;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_KEPTFACTORS_H
