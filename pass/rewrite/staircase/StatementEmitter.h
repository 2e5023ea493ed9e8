//===- StatementEmitter.h - Statements of a model as code ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits terms, addresses and statements for given counters. Operations are
/// copies of the source's.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_STATEMENTEMITTER_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_STATEMENTEMITTER_H

#include "BlockSchedule.h"
#include "HostLoops.h"
#include "KnownElements.h"
#include "pass/rewrite/padding/EntryNumbers.h"

namespace gemmify {

class StatementEmitter {
public:
  StatementEmitter(const ModelNest &Nest, EntryNumbers &Numbers,
                   llvm::BasicBlock &Start, HostLoops &Loops)
      : Elements(Nest), Nest(Nest), Numbers(Numbers), Start(Start),
        Loops(Loops), Counters(Nest.Loops.size()) {}

  llvm::Value *Begin = nullptr, *Behind = nullptr; ///< Of the block.
  llvm::Value *Done = nullptr; ///< Where it ends in the middle.
  llvm::Value *OuterBegin = nullptr, *OuterBehind = nullptr; ///< Around it.
  /// Where a block keeps its rows.
  struct Workspace {
    llvm::Value *Place = nullptr, *Columns = nullptr; ///< i64: of a row.
    SavedRows Rows;
    bool RowsAreContiguous = true; ///< Or what is of one column is so.
  };
  Workspace Saved;
  /// A part of statements that is in Saved, and which element of that it is.
  const llvm::Value *Kept = nullptr;
  Element KeptAt;
  /// Numbers of steps, and the first of those of a block.
  llvm::SmallVector<std::pair<const llvm::Value *, llvm::Value *>, 2> OfSteps;
  /// Which reads of the statement that is emitted next are of saved rows.
  llvm::SmallVector<unsigned, 1> SavedReads;
  void setCounter(unsigned Loop, llvm::Value *V) { Counters[Loop] = V; }
  /// Where a block has all rows that it may have, how many these are.
  std::optional<int64_t> NumRows;
  /// How far the counters of loops that are emitted step by step are behind the
  /// block's first row.
  llvm::SmallDenseMap<unsigned, int64_t, 2> Offsets;
  /// \p T as what it is behind the block's first row, where that is known.
  Term asRow(const Term &T) const;
  KnownElements Elements; ///< In these steps.

  llvm::Value *term(llvm::IRBuilderBase &B, const Term &T);
  llvm::Value *address(llvm::IRBuilderBase &B, const ModelAddress &A);
  /// What \p S stores where its target holds \p Current.
  llvm::Value *value(llvm::IRBuilderBase &B, const Statement &S,
                     llvm::Value *Current);
  /// Whether \p A, which is asked before \p S, holds.
  llvm::Value *holds(llvm::IRBuilderBase &B, const Statement &S, const Ask &A);
  llvm::Value *loadTarget(llvm::IRBuilderBase &B, const Statement &S);
  void storeTarget(llvm::IRBuilderBase &B, const Statement &S, llvm::Value *V);

  /// Where workspace has \p Row of the block and \p Column, counted from the
  /// first ones that it has.
  llvm::Value *savedPlace(llvm::IRBuilderBase &B, llvm::Value *Row,
                          llvm::Value *Column);
  /// Where those of OfSteps at \p Place have that of \p Step, in a block from
  /// \p First on.
  static llvm::Value *placeOfStep(llvm::IRBuilderBase &B, llvm::Type *Ty,
                                  llvm::Value *Place, llvm::Value *First,
                                  llvm::Value *Step);
  /// Keeps what \p R finds.
  void save(llvm::IRBuilderBase &B, const ModelRead &R);

private:
  llvm::Value *stepped(llvm::IRBuilderBase &B, llvm::Value *Counter,
                       const llvm::SCEV *Step);
  llvm::Value *savedAddress(llvm::IRBuilderBase &B, const Element &E);
  using Copies = llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 8>;
  llvm::Value *loadElement(llvm::IRBuilderBase &B, const ModelAddress &A,
                           const std::optional<Element> &Of);
  llvm::Value *copyFused(llvm::IRBuilderBase &B, const Statement &S,
                         llvm::Instruction &Sum, Copies &Known);
  llvm::Value *copyLoad(llvm::IRBuilderBase &B, const Statement &S,
                        llvm::LoadInst &Load);
  Element asRows(const Element &E) const {
    return {{asRow(E.At[0]), asRow(E.At[1])}};
  }
  llvm::Value *copy(llvm::IRBuilderBase &B, const Statement &S, llvm::Value *V,
                    Copies &Known);
  void copyAllDecided(llvm::IRBuilderBase &B, const Statement &S,
                      llvm::Value *V, Copies &Known);
  llvm::Value *copyDecided(llvm::IRBuilderBase &B, const Statement &S,
                           const llvm::PHINode &Phi, const Copies &Known);

  const ModelNest &Nest;
  EntryNumbers &Numbers;
  llvm::BasicBlock &Start;
  HostLoops &Loops;
  llvm::SmallVector<llvm::Value *, 4> Counters;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_STATEMENTEMITTER_H
