//===- Differences.h - Systems of difference constraints ------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounds of triangular loops, and the indices of what they access, are a
/// counter or a size plus a constant. Whether two instances of statements can
/// meet, or can run in a certain order, is then a system of inequalities
/// between such terms, which has an integer solution if and only if no cycle
/// of it adds up to less than zero.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_DIFFERENCES_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_DIFFERENCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace gemmify {

/// A number of a nest: what Base and Index name, plus a constant.
struct Term {
  enum Kind : unsigned char {
    Zero,
    Size,        ///< A value that the nest does not change.
    Loop,        ///< The counter of a loop.
    Begin,       ///< The first row of a block.
    Behind,      ///< The first row behind it.
    Done,        ///< The first step of a block that is not done when it ends.
    OuterBegin,  ///< The first row of the larger block around a block.
    OuterBehind, ///< The first row behind that.
  };
  Kind Base = Zero;
  unsigned Index = 0; ///< Of a size or a loop.
  int64_t Plus = 0;

  bool isLoop() const { return Base == Loop; }
  bool is(Kind K, unsigned I) const { return Base == K && Index == I; }
  bool hasBaseOf(const Term &T) const { return is(T.Base, T.Index); }
  bool operator==(const Term &T) const {
    return hasBaseOf(T) && Plus == T.Plus;
  }
};

/// The first row of a block, and the first behind it.
inline constexpr Term Begin{Term::Begin}, Behind{Term::Behind};
/// The same of the larger block around it.
inline constexpr Term OuterBegin{Term::OuterBegin};
inline constexpr Term OuterBehind{Term::OuterBehind};

inline Term operator+(Term T, int64_t By) {
  T.Plus += By;
  return T;
}
inline Term operator-(Term T, int64_t By) { return T + -By; }

/// Less <= Greater.
struct AtMost {
  Term Less, Greater;
  /// All other integers: Greater + 1 <= Less.
  AtMost negated() const { return {Greater + 1, Less}; }
  bool mentions(Term::Kind K, unsigned I = 0) const {
    return Less.is(K, I) || Greater.is(K, I);
  }
  bool operator==(const AtMost &C) const {
    return Less == C.Less && Greater == C.Greater;
  }
};

/// A conjunction of constraints about one or two instances of statements: each
/// has counters and a block of its own, sizes are shared.
class Differences {
public:
  void require(const Term &Less, unsigned OfLess, const Term &Greater,
               unsigned OfGreater);
  void require(const AtMost &C, unsigned Of = 0) {
    require(C.Less, Of, C.Greater, Of);
  }
  void require(llvm::ArrayRef<AtMost> All, unsigned Of = 0) {
    for (const AtMost &C : All)
      require(C, Of);
  }
  void requireEqual(const Term &X, unsigned OfX, const Term &Y, unsigned OfY) {
    require(X, OfX, Y, OfY);
    require(Y, OfY, X, OfX);
  }
  /// Whether integers exist that fulfil all of it.
  bool isFeasible() const;

private:
  unsigned node(const Term &T, unsigned Of);

  struct Node {
    Term::Kind Base;
    unsigned Index, Of;
  };
  struct Edge {
    unsigned Less, Greater;
    int64_t Plus; ///< Less - Greater is at most that.
  };
  llvm::SmallVector<Node, 16> Nodes;
  llvm::SmallVector<Edge, 32> Edges;
};

/// Leaves of \p All what it says of all but the counter of \p Loop: just what
/// has to hold for there to be one.
void eliminate(llvm::SmallVectorImpl<AtMost> &All, unsigned Loop);

/// Whether \p Known implies \p C.
bool implies(llvm::ArrayRef<AtMost> Known, const AtMost &C);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_DIFFERENCES_H
