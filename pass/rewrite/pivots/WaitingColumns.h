//===- WaitingColumns.h - The copy in which columns wait ------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has the loops over columns of a copy end before the columns that wait, and
/// lets these go through all steps of a block when that is done.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PIVOTS_WAITINGCOLUMNS_H
#define GEMMIFY_PASS_REWRITE_PIVOTS_WAITINGCOLUMNS_H

#include "KeptFactors.h"
#include "StepNumbers.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "pass/rewrite/staircase/BlockEmitter.h"

namespace gemmify {

class WaitingColumns {
public:
  WaitingColumns(const PivotNest &P, TrialNest &Trial, EntryNumbers &Numbers,
                 const NestAnalyses &A);

  /// Whether loops of \p P can end earlier.
  static bool canClip(const PivotNest &P);

  /// Changes the copy. Null where the product is not of the form that it should
  /// have, and its innermost loop otherwise.
  llvm::Loop *run();

  KeptFactors &factors() { return Factors; }

private:
  void addCounters();
  void clip(const llvm::Loop &Of, unsigned Number, const Term &Column);
  llvm::Value *expandDistance();
  llvm::Value *placeOf(llvm::IRBuilderBase &B, llvm::Value *Step);
  void exchangeFactors(llvm::Instruction &At, llvm::Value *LastStep);
  void swapRows(llvm::Instruction &At, llvm::Value *LastStep);
  llvm::SmallVector<llvm::BasicBlock *, 2> splitExits();
  void catchUpAt(llvm::BasicBlock &Exit);
  bool catchUp();

  const PivotNest &P;
  TrialNest &Trial;
  const NestAnalyses &A;
  HostLoops Loops;
  BlockEmitter Emitter;
  KeptFactors Factors;
  StepNumbers Numbers;
  llvm::AllocaInst *Distances = nullptr; ///< Of rows that change places.
  llvm::PHINode *Step = nullptr, *Begin = nullptr, *Behind = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PIVOTS_WAITINGCOLUMNS_H
