//===- Legality.h - What must hold before a nest is replaced ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides what is proven at compile time and lists what remains to be tested
/// at run time. The rewrite is right when, besides the form of the nest,
///
///  1. every loop runs at least once and all guards hold,
///  2. index arithmetic does not wrap where addresses rely on that,
///  3. different (i,j) have different, disjoint elements of C,
///  4. no element of C is one that a slice reads, C(i,j) itself excepted.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_LEGALITY_H
#define GEMMIFY_PASS_REWRITE_GUARD_LEGALITY_H

#include "NestAccess.h"
#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace gemmify {

/// An access of the product and one of the rest of its nest that must not touch
/// the same bytes, unless they do so in the right order.
struct AccessPair {
  NestAccess Product, Rest;
  /// Within one iteration of the loops around both, they come in the order in
  /// which the halves of the nest run after the split.
  bool InOrder = false;
  /// One of them is loaded before the nest, or stored to workspace instead: no
  /// order helps.
  bool Moved = false;
  /// If both are the affine functions that they seem, they never meet.
  bool TakeTurns = false;
};

/// Whether the loops around both accesses may move them by the same strides.
bool canMoveAlike(const AccessPair &P, llvm::ScalarEvolution &SE);

/// Where each iteration of the outermost loop puts its row of the product in
/// the same place and uses it up from there. See ArrayExpansion.h.
struct ArrayExpansion {
  /// Everything that touches the row.
  llvm::SmallVector<AccessedPointer, 4> Accesses;
  /// What of that belongs to the rest of the nest: reads.
  llvm::SmallVector<NestAccess, 1> Reads;
};

/// The outcome of the compile-time part.
struct Legality {
  /// None when the nest may be rewritten under a guard.
  Reason Impossible = Reason::None;
  /// Condition 4: references that must be shown to be apart from C.
  llvm::SmallVector<AffineRef, 4> MustBeApart;
  /// The same where rows are looked up, in C or in the reference: the kernel
  /// tests these, and that C's own rows are apart.
  llvm::SmallVector<AffineRef, 4> RowsApart;
  /// For a nest with a rest: what has to hold to split it off.
  llvm::SmallVector<AccessPair, 0> Pairs;
  /// The rest has to run before the product, not after it.
  bool RestFirst = false;
  /// The rows of all iterations have to stand side by side for the split: C is
  /// one row, which does not move with i.
  std::optional<ArrayExpansion> Expansion;
  /// Accesses of the product to what may be errno, which the rest sets.
  llvm::SmallVector<NestAccess, 0> NotErrno;

  /// Calls \p F(const SCEV *&) on every expression that is not of rows.
  template <typename Fn> void forEachExpression(Fn F) {
    for (AffineRef &R : MustBeApart)
      R.forEachExpression(F);
    for (AccessPair &P : Pairs)
      for (NestAccess *Access : {&P.Product, &P.Rest})
        Access->forEachExpression(F);
    for (NestAccess &Access : NotErrno)
      Access.forEachExpression(F);
  }
};

/// Examines \p Nest. Everything that a guard needs can be computed before the
/// nest when Impossible is None.
Legality examine(const GemmNest &Nest, llvm::AAResults &AA,
                 llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_LEGALITY_H
