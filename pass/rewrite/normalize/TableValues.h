//===- TableValues.h - What a nest looks up for its checks ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lengths and pointers of rows, which a nest loads through a table of rows,
/// and sizes that it loads once a check has passed:
///
///     for (i ...) for (k ...) sum += a.at(i).at(k) * ...;
///
/// They cannot be loaded before the nest as a matter of course: only after it
/// is known that the nest comes to the load.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_TABLEVALUES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_TABLEVALUES_H

#include "FixedValues.h"
#include "IndexForm.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// A value that changes with one loop at most, as long as nothing is written to
/// where the nest loads it from.
struct TableValue {
  llvm::Instruction *I = nullptr;
  /// The loop whose iterations it differs in; null where it is the same in all.
  const llvm::Loop *Moves = nullptr;
  /// Of a load: its address. Fixed values and earlier table values are in both.
  llvm::Value *Base = nullptr;
  IndexForm Offset;
};

/// A step of the look through tables: the first load of a value, or, without
/// one, all loads of the values that move with a loop.
struct TableRead {
  llvm::Instruction *Load = nullptr;
  const llvm::Loop *Walk = nullptr;
};

/// Table values of a nest.
class TableValues {
public:
  using Splitter =
      llvm::function_ref<std::optional<IndexForm>(const llvm::SCEV *)>;

  TableValues(const llvm::Loop &Root, const NestAnalyses &A, FixedValues &Fixed)
      : Root(Root), A(A), Fixed(Fixed) {}

  /// Whether \p S is computed from fixed values and table values of one loop
  /// that \p At is in, all of which are noted then. \p Split tells addresses.
  bool contains(const llvm::SCEV *S, const llvm::BasicBlock &At,
                Splitter Split);
  /// The same of a number that may be computed from values of several loops.
  bool containsParts(const llvm::SCEV *S, const llvm::BasicBlock &At,
                     Splitter Split);
  /// Whether all that \p S is computed from is the same in all iterations.
  bool isFixed(const llvm::SCEV *S) const { return !movesWith(S); }
  /// The loop that \p S, which has been noted, changes with, or null.
  const llvm::Loop *movesWith(const llvm::SCEV *S) const;
  /// Whether \p S, which has been noted, changes with one loop at most.
  bool movesWithOne(const llvm::SCEV *S) const;

  /// Each after its operands.
  llvm::ArrayRef<TableValue> noted() const { return Noted; }
  /// Branches that the nest has to take, or it does not come to all loads.
  llvm::ArrayRef<std::pair<llvm::BranchInst *, unsigned>> ways() const {
    return Ways;
  }
  /// The order in which the nest comes to the loads, first to the first of
  /// each.
  llvm::SmallVector<TableRead, 8> inOrder() const;

private:
  bool note(llvm::Value &V, Splitter Split, unsigned Depth);
  bool noteNew(llvm::Instruction &V, Splitter Split, unsigned Depth);
  bool noteLoad(llvm::LoadInst &Load, TableValue &T, Splitter Split,
                unsigned Depth);
  bool noteParts(const llvm::SCEV *S, Splitter Split, unsigned Depth);
  bool join(const llvm::Loop *&Moves, const llvm::Loop *L) const;
  bool runsAlways(const llvm::BasicBlock &BB);
  bool runsInLoop(const llvm::BasicBlock &BB, const llvm::Loop &L);
  const TableValue *find(const llvm::Value &V) const;
  void addReads(llvm::Loop &L, llvm::SmallVectorImpl<TableRead> &Reads) const;

  const llvm::Loop &Root;
  const NestAnalyses &A;
  FixedValues &Fixed;
  llvm::SmallVector<TableValue, 0> Noted;
  /// What is no such value: asked once, or chains of loads would be gone
  /// through again for each part of each.
  llvm::SmallPtrSet<const llvm::Value *, 8> Refused;
  unsigned Asking = 0; ///< How deep one question leads to another.
  llvm::SmallVector<std::pair<llvm::BranchInst *, unsigned>, 2> Ways;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_TABLEVALUES_H
