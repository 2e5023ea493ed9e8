//===- SliceMatch.h - Expressions of a nest as slices -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects the side-effect-free expression of a value of the nest.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_SLICEMATCH_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_SLICEMATCH_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/access/AffineAccess.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Collects slices of one nest.
class SliceMatch {
public:
  SliceMatch(const NestShape &Shape, AffineAccess &Access)
      : Shape(Shape), Root(*Shape.Root), Access(Access) {}

  /// The slice of \p V as it is in \p Where. \p Leaf, when not null, is a
  /// value of the nest that may stand in it as it is. Empty with a reason in
  /// \p Why otherwise.
  std::optional<Slice> collect(llvm::Value *V, const llvm::BasicBlock &Where,
                               const llvm::Value *Leaf, Reason &Why);

  /// \p V, or what it is on the nest's path when it is a phi there, or what
  /// standsFor said.
  llvm::Value *resolve(llvm::Value *V);

  /// Slices take \p V for \p Other: a load for what it reads back, say.
  void standsFor(llvm::Value &V, llvm::Value &Other) { Resolved[&V] = &Other; }

  /// What resolve() has looked through so far.
  const llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 4> &
  resolved() const {
    return Resolved;
  }

  /// Lets what \p V is behind its loop stand in slices that may have a leaf:
  /// the sum of another part of the same element. Null: none.
  void admit(const llvm::Value *V) { OtherLeaf = V; }
  /// Whether it has been met in one.
  bool hasOtherLeaf() const { return HasOtherLeaf; }

private:
  bool visit(llvm::Value *V, Reason &Why);
  bool visitLoad(llvm::LoadInst &Load, Reason &Why);
  bool visitMerge(llvm::PHINode &Phi, Reason &Why);
  bool visitWays(const llvm::BasicBlock &To, const llvm::Loop &Around,
                 Reason &Why);
  bool visitWay(const llvm::BasicBlock &From, const llvm::Loop &Around,
                Reason &Why);
  bool runsHere(const llvm::BasicBlock &BB) const;
  bool mayRunAnyway(const llvm::Instruction &I) const;
  bool isKnownOnPath(AffineRef R) const;

  const NestShape &Shape;
  llvm::Loop &Root;
  llvm::SmallDenseMap<const llvm::Value *, llvm::Value *, 4> Resolved;
  AffineAccess &Access;
  const llvm::BasicBlock *Where = nullptr;
  const llvm::Value *Leaf = nullptr, *OtherLeaf = nullptr;
  bool HasOtherLeaf = false;
  Slice Result;
  llvm::SmallPtrSet<llvm::Value *, 8> Seen;
};

/// Bit d is set when some leaf of \p S moves with dimension d.
unsigned dimensionsOf(const Slice &S);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_SLICEMATCH_H
