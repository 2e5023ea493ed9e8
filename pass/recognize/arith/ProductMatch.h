//===- ProductMatch.h - All sums of a loop are one product ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes each sum that the innermost loop forms as a product, and merges
/// the descriptions: several products added in one step are steps of k, and
/// several sums are elements of C side by side. Dimensions stand for loop
/// positions here, see Recognize.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_PRODUCTMATCH_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_PRODUCTMATCH_H

#include "SliceMatch.h"
#include "SumChain.h"
#include "pass/recognize/Reasons.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/recognize/unroll/Reroll.h"

namespace gemmify {

class ProductMatch {
public:
  /// \p Sums are those of the innermost loop of \p N.
  ProductMatch(GemmNest &N, llvm::ArrayRef<SumChain> Sums,
               const NestShape &Shape, AffineAccess &Access, SliceMatch &Slices,
               NestWrites &Writes, llvm::ScalarEvolution &SE, Reason &Why)
      : N(N), Sums(Sums), Shape(Shape), Access(Access), Slices(Slices),
        Writes(Writes), SE(SE), Merge(SE, Why), Why(Why) {}

  /// Fills the slices, C, Trip, Elem and Conditions of the nest. Returns the
  /// position of the k loop; empty with a reason in Why.
  std::optional<LoopDim> run();

  /// Appends to the nest, which run() has filled, what \p More, the same sums
  /// in a second loop, add in \p Count iterations along the k loop. \p Slices
  /// are those of the second loop.
  bool append(llvm::ArrayRef<SumChain> More, SliceMatch &Slices,
              const llvm::SCEV *Count);

private:
  using WriteList = llvm::SmallVector<llvm::Instruction *, 4>;

  bool dealOutWrites();
  bool needsSum(llvm::Value &V) const;
  bool addsOnly(llvm::Value &V) const;
  llvm::StoreInst *finalStoreOf(const SumChain &Sum,
                                llvm::ArrayRef<AffineRef> Taken);
  const llvm::Value *otherThan(const SumChain &Sum) const;
  std::optional<GemmNest> matchSum(const SumChain &Sum);
  std::optional<GemmNest> matchSteps(const GemmNest &Whole, const SumChain &Sum,
                                     SliceMatch &Slices);
  bool takeTurns(llvm::ArrayRef<GemmNest> Copies);
  bool joinAlike(llvm::MutableArrayRef<GemmNest> Copies);
  std::optional<GemmNest> mergeComplex(llvm::ArrayRef<GemmNest> Copies);
  std::optional<GemmNest> mergeSums(llvm::ArrayRef<GemmNest> Copies);
  bool fail(Reason Because) {
    if (Why == Reason::None)
      Why = Because;
    return false;
  }

  GemmNest &N;
  llvm::ArrayRef<SumChain> Sums;
  const NestShape &Shape;
  AffineAccess &Access;
  SliceMatch &Slices;
  NestWrites &Writes;
  llvm::ScalarEvolution &SE;
  Reroll Merge;
  Reason &Why;
  std::optional<LoopDim> K;
  bool JoinsSteps = false; ///< Several products of a step are no steps of k.
  llvm::SmallVector<WriteList, 4> WritesOf; ///< By Sums.
  llvm::SmallVector<GemmNest, 4> Wholes;    ///< By Sums, without factors.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_PRODUCTMATCH_H
