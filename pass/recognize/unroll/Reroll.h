//===- Reroll.h - Copies of a body are steps of an index --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the programmer has unrolled a loop by n, its body holds n copies of
/// one computation, and copy number u does in iteration t what a plain loop
/// would do in its iteration n*t + u. Recognition describes each copy as a nest
/// of its own; here they become the one nest of the plain loop.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_UNROLL_REROLL_H
#define GEMMIFY_PASS_RECOGNIZE_UNROLL_REROLL_H

#include "pass/recognize/GemmNest.h"
#include "pass/recognize/Reasons.h"
#include <optional>

namespace gemmify {

/// A loop that is unrolled further is none that a programmer wrote.
constexpr unsigned MostCopies = 64;

/// Whether nothing is known of what \p First touches that is not known of \p
/// Other: the access of one copy stands for those of all.
bool standsFor(const AffineRef &First, const AffineRef &Other);

/// Merges nests that differ in where their references start, and in nothing
/// else. What makes the references of one follow those of another is proven, or
/// becomes one of the nest's Conditions.
class Reroll {
public:
  Reroll(llvm::ScalarEvolution &SE, Reason &Why) : SE(SE), Why(Why) {}

  /// Makes \p Copies, which run side by side in the iterations of the same
  /// loops, one nest whose index \p D counts through them. The order along
  /// \p D is that of the index; with \p InOrder, \p Copies have to be in it.
  /// Empty with a reason in Why when they are no such copies.
  std::optional<GemmNest> interleave(llvm::ArrayRef<GemmNest> Copies, LoopDim D,
                                     bool InOrder, bool RunsOnce = false);

  /// The same of the products that one sum adds: the loop over \p K may run
  /// once, where no stride says how far the next iteration would be.
  std::optional<GemmNest> interleaveSteps(llvm::ArrayRef<GemmNest> Copies,
                                          LoopDim K, bool InOrder);

  /// Makes \p First and \p Next, which runs when \p First is complete and
  /// counts on along \p D, one nest. Empty with a reason in Why otherwise.
  std::optional<GemmNest> append(const GemmNest &First, const GemmNest &Next,
                                 LoopDim D);

  /// Whether \p X and \p Y have the same left operand at the same place, or,
  /// with \p Right, the same right operand.
  bool haveSameOperand(const GemmNest &X, const GemmNest &Y, bool Right);

  /// Whether it can be said how far \p X is from \p Y.
  bool areInOneArray(const AffineRef &X, const AffineRef &Y) {
    return distance(X, Y);
  }

private:
  using Refs = llvm::SmallVector<const AffineRef *, 8>;

  bool pair(const GemmNest &X, const GemmNest &Y, Refs &OfX, Refs &OfY);
  bool pairAll(llvm::ArrayRef<GemmNest> Copies,
               llvm::SmallVectorImpl<Refs> &Of);
  bool mayBeInOrder(llvm::ArrayRef<Refs> Of, LoopDim D);
  bool findOrder(llvm::ArrayRef<Refs> Of, LoopDim D, bool RunsOnce,
                 llvm::SmallVectorImpl<unsigned> &Order);
  bool isOrder(llvm::ArrayRef<const llvm::SCEV *> Offset, unsigned Base,
               unsigned Next, const llvm::SCEV *Stride,
               llvm::SmallVectorImpl<unsigned> &Order);
  bool follow(llvm::ArrayRef<Refs> Of, unsigned Index, LoopDim D, bool RunsOnce,
              AffineRef &Merged, GemmNest &N);
  bool require(const llvm::SCEV *X, const llvm::SCEV *Y, GemmNest &N);
  void test(const Condition &C, GemmNest &N);
  const llvm::SCEV *distance(const AffineRef &From, const AffineRef &To);
  const llvm::SCEV *timesInside(const llvm::SCEV *Step, uint64_t Count);
  const llvm::SCEV *times(const llvm::SCEV *S, uint64_t Count);
  bool fail(Reason Because) {
    if (Why == Reason::None)
      Why = Because;
    return false;
  }

  llvm::ScalarEvolution &SE;
  Reason &Why;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_UNROLL_REROLL_H
