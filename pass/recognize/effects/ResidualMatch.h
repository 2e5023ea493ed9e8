//===- ResidualMatch.h - What a nest does besides its product ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits what a nest computes in two: what the product's writes need, and what
/// everything else needs. Each half keeps the loops and conditions, so that
/// either can run alone:
///
///     for i
///       for j { s = sum of A(i,k)*B(k,j); C(i,j) = s; D(i,j) = 2*s }
///       r(i) = A(i,0)
///
/// has the rest { D(i,j) = 2*C(i,j), r(i) = A(i,0) }: a result that the rest
/// uses in a register can be read back. Which half may run first is for
/// ResidualLegality to find out.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_EFFECTS_RESIDUALMATCH_H
#define GEMMIFY_PASS_RECOGNIZE_EFFECTS_RESIDUALMATCH_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

class ResidualMatch {
public:
  /// \p Writes are all writes of the nest, \p N has those of the product, its
  /// slices and loops. \p Sums are complete after the innermost loop when
  /// \p SumsInside.
  ResidualMatch(const NestShape &Shape, const GemmNest &N,
                llvm::ArrayRef<SumChain> Sums,
                llvm::ArrayRef<llvm::Instruction *> Writes, bool SumsInside,
                const NestAnalyses &A, Reason &Why)
      : Shape(Shape), N(N), Sums(Sums), Writes(Writes), SumsInside(SumsInside),
        A(A), Why(Why) {}

  /// What the nest does besides its product, perhaps nothing. Empty with a
  /// reason in Why when it cannot be told from the product.
  std::optional<NestResidual> run();

private:
  using Values = llvm::SmallVector<llvm::Instruction *, 16>;
  bool findRootsOfRest(Values &Roots);
  bool loopsEnd();
  bool follow(Values Roots, bool OfRest,
              llvm::SmallVectorImpl<llvm::Instruction *> &Reads);
  bool followOperand(llvm::Value *V, const llvm::Instruction &User, bool OfRest,
                     Values &Worklist);
  /// The innermost loop.
  const llvm::Loop &k() const { return *N.Index[DimK].innermost(); }
  bool isResult(llvm::Instruction *I) const;
  bool mayFollow(const llvm::Instruction &I,
                 const llvm::Instruction &Next) const;
  Values branchesBeside() const;
  bool isSum(const llvm::Value *V) const;
  bool fail(Reason Because) {
    Why = Because;
    return false;
  }

  const NestShape &Shape;
  const GemmNest &N;
  llvm::ArrayRef<SumChain> Sums;
  llvm::ArrayRef<llvm::Instruction *> Writes;
  bool SumsInside;
  const NestAnalyses &A;
  Reason &Why;
  NestResidual Rest;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_EFFECTS_RESIDUALMATCH_H
