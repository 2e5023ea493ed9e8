//===- FactorTree.h - What a product is made of -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Multiplications may be taken apart and put together in another order where
/// nobody can tell: integers modulo 2^n, and floats under `reassoc`. Integers
/// are followed through shifts, negations and extensions:
///
///     sext(mul nsw i32 a, b) to i64  is  mul i64 (sext a to i64), (sext b ...)
///
/// because a product that does not fit i32 is poison there, or is proven to
/// fit. One that may lose bits before it is extended is not taken apart.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_FACTORTREE_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_FACTORTREE_H

#include "pass/recognize/GemmNest.h"
#include <optional>

namespace gemmify {

/// X * Y, or its negative, modulo 2^n of the type that both are widened to.
struct Split {
  Factor X, Y;
  bool Negated = false;
};

/// Takes the integer \p Product apart at its outermost multiplication. Empty
/// when it is none; then \p LosesBits is set when it is one that may lose bits
/// in a type narrower than that of the sum.
std::optional<Split> splitProduct(const Factor &Product, bool &LosesBits);

/// The factors of X * Y, as far as the type of the sum or \p Reassoc lets them
/// be taken apart. Flips \p Negated for each negation on the way; clears flags
/// of \p Flags that a multiply does not have. Empty when there are too many.
llvm::SmallVector<Factor, 4> flattenProduct(const Factor &X, const Factor &Y,
                                            bool Reassoc, bool &Negated,
                                            llvm::FastMathFlags &Flags);

/// Whether \p T is a type of sums that we know to keep the bits of.
bool isSumType(const llvm::Type *T);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_FACTORTREE_H
