//===- FixedValues.h - What a nest computes again and again -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes and pointers of containers that a nest loads in its loops, because a
/// store to the result might change them as far as LLVM knows.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_FIXEDVALUES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_FIXEDVALUES_H

#include "ReloadedPhis.h"
#include "llvm/ADT/SetVector.h"

namespace gemmify {

/// Phis of a nest that are one value each.
using ValuesOfPhis = llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 4>;

/// Values of a nest that can be computed before it. They are the same in all
/// iterations if nothing is written to where loads() read.
class FixedValues {
public:
  FixedValues(const llvm::Loop &Root, const NestAnalyses &A);

  /// Whether \p V is from before the nest, or one of these values. Then it is
  /// noted, after what it is computed from.
  bool contains(llvm::Value &V);
  /// The same for an expression.
  bool contains(const llvm::SCEV *S);

  /// Notes what else the nest loads from where loads() read, and phis of that.
  void noteAlike();

  /// Numbers, from before the nest or noted, that have to be the same.
  llvm::ArrayRef<std::pair<llvm::Value *, llvm::Value *>> same() const {
    return Same;
  }

  llvm::ArrayRef<llvm::Instruction *> noted() const {
    return Noted.getArrayRef();
  }
  llvm::SmallVector<llvm::LoadInst *, 4> loads() const;
  /// What phis among these values are: another one, or from before the nest.
  const ValuesOfPhis &phis() const { return First; }
  /// Takes it that the nest goes \p Along, where it does so whenever it comes
  /// there. Whether more of it is known to run now.
  bool goOn(const llvm::BasicBlockEdge &Along);
  /// Whether \p Load, of the nest, can run before it.
  bool canLoadBefore(const llvm::LoadInst &Load) const;
  /// A load of the same before the nest, since which nothing is written; or
  /// null. Where its address is loaded in the nest, that load has to be one of
  /// loads().
  llvm::LoadInst *findEarlier(const llvm::LoadInst &Load,
                              unsigned Depth = 0) const;

private:
  bool runs(const llvm::BasicBlock *BB, bool HasPassed, bool HasWritten);
  bool isFirst(const llvm::Value &V, const llvm::Instruction &At) const;
  bool isSameAs(const llvm::Value &Of, const llvm::Value &Before,
                unsigned Depth) const;
  bool note(llvm::Value &V, unsigned Depth);
  std::optional<ReloadedPhis> findReloaded(llvm::PHINode &Phi) const;
  bool noteReloaded(llvm::PHINode &Phi, unsigned Depth);
  void forget(size_t Values, size_t Pairs);

  const llvm::Loop &Root;
  const NestAnalyses &A;
  llvm::SmallSetVector<llvm::Instruction *, 8> Noted;
  /// Blocks that run whenever the nest is entered, before any other but those
  /// of loops that end.
  /// Whether the nest may have written something before that.
  llvm::SmallDenseMap<const llvm::BasicBlock *, bool, 4> Begin;
  bool AllGoOn = true; ///< Blocks in Begin.
  ValuesOfPhis First;
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Value *>, 2> Same;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_FIXEDVALUES_H
