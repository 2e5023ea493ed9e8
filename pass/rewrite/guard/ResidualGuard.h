//===- ResidualGuard.h - The test before a nest is split --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits what ResidualLegality leaves to be tested: that a product and the rest
/// of its nest do not touch the same bytes in the wrong order.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_RESIDUALGUARD_H
#define GEMMIFY_PASS_REWRITE_GUARD_RESIDUALGUARD_H

#include "Guard.h"

namespace gemmify {

/// Sizes and addresses are computed exactly; see GuardEmitter.
class ResidualGuard {
public:
  /// Expands what it needs through \p Guard.
  ResidualGuard(GuardEmitter &Guard, const Legality &Legal)
      : G(Guard), Legal(Legal) {}

  /// Whether the nest may be split, and the guard's other conditions hold: an
  /// i1, a constant where that is known.
  llvm::Value *holds(llvm::IRBuilderBase &B);

private:
  using Range = GuardEmitter::Range;
  llvm::Value *touchesNoErrno(llvm::IRBuilderBase &B);
  llvm::Value *isExact(llvm::IRBuilderBase &B, const NestAccess &Access);
  llvm::Value *runsNever(llvm::IRBuilderBase &B, const NestAccess &Access);
  llvm::Value *isInRow(llvm::IRBuilderBase &B, const NestAccess &Read);
  llvm::Value *keepsOrder(llvm::IRBuilderBase &B,
                          llvm::ArrayRef<const AccessPair *> Pairs);
  llvm::AllocaInst *newRecord(llvm::IRBuilderBase &B);
  void describe(llvm::IRBuilderBase &B, const NestAccess &Access,
                llvm::AllocaInst &Record);
  bool isExpanded(const NestAccess &Access) const;
  llvm::Value *testExact(llvm::IRBuilderBase &B, const NestAccess &Access);
  Range window(llvm::IRBuilderBase &B, const NestAccess &Access);

  GuardEmitter &G;
  const Legality &Legal;
  /// What has been emitted, in the one block of the test: each access is part
  /// of many pairs. By its instruction and whether it writes: a copy of memory
  /// is two accesses.
  using Place = std::pair<const llvm::Instruction *, unsigned>;
  static Place placeOf(const NestAccess &Access) {
    return {Access.Ref.Access, Access.Writes};
  }
  llvm::DenseMap<Place, llvm::Value *> Exact;
  llvm::SmallVector<llvm::AllocaInst *, 8> Records;
  llvm::AllocaInst *OfRest = nullptr; ///< Filled again for each access.
  llvm::DenseMap<Place, llvm::AllocaInst *> OfProducts;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_RESIDUALGUARD_H
