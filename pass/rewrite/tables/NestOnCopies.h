//===- NestOnCopies.h - A nest that works on copies -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts copies in the place of what a trial's nest finds through tables, and
/// the code around it that takes workspace, fills the copies and writes the
/// result back. What the copies need to be right is asked in front of that.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_NESTONCOPIES_H
#define GEMMIFY_PASS_REWRITE_TABLES_NESTONCOPIES_H

#include "CopyFunctions.h"
#include "FixedPlaces.h"
#include "pass/rewrite/normalize/NarrowNumbers.h"
#include "pass/rewrite/padding/EntryNumbers.h"

namespace gemmify {

class NestOnCopies {
public:
  /// \p Nest is the copy of \p Trial, which has \p Fixed from before it.
  NestOnCopies(const TableNest &Nest, const FixedPlaces &Fixed,
               TrialNest &Trial, const NestAnalyses &A);

  /// Changes the nest. False where what the copies need cannot be asked, which
  /// includes the ranges of \p Forms.
  bool build(const FormReader &Forms);
  /// Whether no store changes a table; notes what has to be tested.
  bool isAllowed(llvm::AAResults &AA);
  /// Emits what build() has left open.
  void emit();

private:
  bool canEmit(const FormReader &Forms);
  void splitBlocks();
  void countLoops();
  void redirectAll();
  void redirect(llvm::Instruction &Access, const TabledOperand &Of,
                llvm::Value *Copy, llvm::ArrayRef<llvm::Value *> Strides);
  llvm::Value *mayTry(llvm::IRBuilderBase &B);
  llvm::Value *fits(llvm::IRBuilderBase &B);
  llvm::Value *isWorthIt(llvm::IRBuilderBase &B);
  llvm::Value *places(llvm::IRBuilderBase &B, const TabledOperand &Of,
                      bool OfRows);
  llvm::Value *count(llvm::IRBuilderBase &B, const llvm::Loop *L) {
    return Numbers.expand(B, Copies.countOf(L));
  }

  OperandCopies Copies;
  FixedPlaces Fixed;
  /// What the accesses to elements and the loads of entries are in the nest
  /// that was copied.
  llvm::SmallVector<const llvm::Instruction *, 6> Elements;
  llvm::SmallVector<const llvm::Instruction *, 4> Tables;
  TrialNest &Trial;
  const NestAnalyses &A;
  EntryNumbers Numbers;
  NarrowNumbers Narrow;
  /// What stands for a condition, workspace and a call until they are emitted.
  llvm::Instruction *MayTry = nullptr, *Workspace = nullptr, *MayRun = nullptr;
  llvm::BasicBlock *Refused = nullptr, *Behind = nullptr;
  llvm::SmallDenseMap<const llvm::Loop *, llvm::PHINode *> Counters;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_NESTONCOPIES_H
