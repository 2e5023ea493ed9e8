//===- AffineAccess.h - Addresses as affine functions ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the SCEV of an address into a start and one byte stride per loop
/// dimension. Works on SCEV alone, never on the shape of GEPs.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_AFFINEACCESS_H
#define GEMMIFY_PASS_RECOGNIZE_AFFINEACCESS_H

#include "GemmNest.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <optional>
#include <string>

namespace gemmify {

/// Splits addresses of one nest. Collects the conditions under which the splits
/// are right.
class AffineAccess {
public:
  /// \p DimOf names the dimension that each loop of the nest counts; a loop
  /// that initializes C maps to the dimension whose iterations it repeats.
  AffineAccess(llvm::Loop &Root, llvm::ScalarEvolution &SE,
               llvm::DenseMap<const llvm::Loop *, LoopDim> DimOf)
      : Root(Root), SE(SE), DimOf(std::move(DimOf)) {}

  /// Lets \p L count \p Dim as well, for what it contains: it runs as often.
  void countAs(const llvm::Loop &L, LoopDim Dim) { DimOf[&L] = Dim; }

  /// The reference made by \p Access, a load or store of the nest. Empty with a
  /// sentence in \p Reason when its address is not affine.
  std::optional<AffineRef> reference(llvm::Instruction &Access,
                                     std::string &Reason);

  /// The same for any pointer \p Ptr that is used in \p Where.
  std::optional<AffineRef>
  pointer(llvm::Value &Ptr, const llvm::BasicBlock &Where, std::string &Reason);

  /// The innermost loop of the nest around \p BB.
  const llvm::Loop &loopAround(const llvm::BasicBlock &BB) const;

  /// Whether \p S has one value throughout the nest, provided that the
  /// fixedLoads that it needs have.
  bool isFixed(const llvm::SCEV *S);

  /// Whether \p Load reads the same place in each iteration. Whether something
  /// else is written there meanwhile is for Legality to find out.
  bool isFixedLoad(llvm::LoadInst &Load);

  /// Loads of the nest that have been taken for fixed. See
  /// GemmNest::FixedLoads.
  llvm::ArrayRef<AffineRef> fixedLoads() const { return Fixed; }

  /// Conditions that all splits so far rely on.
  llvm::ArrayRef<WrapCheck> wrapChecks() const { return Checks; }

private:
  struct Split {
    const llvm::SCEV *Start;
    PerDim<const llvm::SCEV *> Coef;
  };
  std::optional<Split> split(const llvm::SCEV *S);
  std::optional<Split> splitSum(const llvm::SCEVAddExpr *Add);
  std::optional<Split> splitProduct(const llvm::SCEVMulExpr *Mul);
  std::optional<Split> splitRecurrence(const llvm::SCEVAddRecExpr *Rec);
  std::optional<Split> splitExtension(const llvm::SCEVCastExpr *Ext);
  std::optional<Split> splitShifted(const llvm::SCEV *S,
                                    const llvm::SCEV *&Scale);
  void require(const WrapCheck &Check);
  Split invariant(const llvm::SCEV *S);

  llvm::Loop &Root;
  llvm::ScalarEvolution &SE;
  const llvm::Loop *Scope = nullptr; ///< Of the split in progress.
  llvm::DenseMap<const llvm::Loop *, LoopDim> DimOf;
  llvm::SmallVector<WrapCheck, 2> Checks;
  llvm::SmallVector<AffineRef, 2> Fixed;
};

/// Extends a coefficient of a WrapCheck as its exact value is meant: signed, or
/// unsigned, negated where it is the negative of something (a loop that counts
/// down).
const llvm::SCEV *extendCoefficient(llvm::ScalarEvolution &SE,
                                    const llvm::SCEV *Coef, bool Signed,
                                    llvm::Type *Wide);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_AFFINEACCESS_H
