//===- PartialSums.h - Sums that are added up after a loop ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where additions may be done in any order, an unrolled loop can keep a sum
/// for each copy of its body, to have more of them under way:
///
///     for (k = 0; k < K; k += 2) { s += a[k]*b[k]; t += a[k+1]*b[k+1]; }
///     C = s + t;
///
/// These are one sum with two steps. A loop over the rest may go on with one of
/// them, with what they add up to, or with a sum of its own.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_PARTIALSUMS_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_PARTIALSUMS_H

#include "SumChain.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// An addition or subtraction that may be done before or after others. A zero
/// that takes the place of an operand may change the sign of a zero.
bool isFreeAddition(const llvm::Instruction &I);

/// A sum as it goes through two loops.
struct SumPart {
  SumChain Main; ///< Without steps where it begins in the second loop.
  SumChain Rest; ///< Without steps where only the first loop adds to it;
                 ///< stored in each step where Main is.
  llvm::Value *End = nullptr; ///< What it is after both.
};

/// Joins partial sums of one nest.
class PartialSums {
public:
  /// \p Loops are those that form the sums.
  PartialSums(const NestShape &Shape, llvm::ArrayRef<const llvm::Loop *> Loops)
      : Shape(Shape), Loops(Loops) {}

  /// Makes one part of all parts that nothing is done with but to add them up,
  /// in any order.
  void join(llvm::SmallVectorImpl<SumPart> &Parts) const;

  /// The same only for the parts whose sum is \p Sum.
  void joinTo(const llvm::Value *Sum,
              llvm::SmallVectorImpl<SumPart> &Parts) const;

private:
  struct Tree;
  using Group = llvm::ArrayRef<const SumPart *>;

  bool mayRun(const llvm::Instruction &I) const;
  const llvm::Use *onlyUse(const llvm::Value &V) const;
  llvm::Instruction *topOf(const SumPart &P) const;
  void visit(llvm::Value *V, bool Negated, Group Parts, Tree &T) const;
  Tree treeOf(llvm::Value *V, Group Parts) const;
  llvm::Instruction *lowest(llvm::Instruction *Top, Group Parts) const;
  bool startsAtZero(const SumChain &Sum) const;
  std::optional<SumPart> merge(llvm::Instruction *Top, Group Parts) const;

  const NestShape &Shape;
  llvm::ArrayRef<const llvm::Loop *> Loops;
};

/// Joins the sums of \p L when no other loop goes on with them.
void joinPartialSums(const llvm::Loop &L, llvm::SmallVectorImpl<SumChain> &Sums,
                     const NestShape &Shape);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_PARTIALSUMS_H
