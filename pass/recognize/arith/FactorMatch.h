//===- FactorMatch.h - Which factor is A's, which is B's --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the product of an update into P(i,k), Q(k,j) and a scale.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_FACTORMATCH_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_FACTORMATCH_H

#include "SliceMatch.h"
#include "UpdateMatch.h"

namespace gemmify {

/// Fills P, Q and Scale of \p N from \p U. Dimensions stand for loop positions
/// here, see Recognize.cpp, and \p K is the position of the k loop. False with
/// a reason in \p Why when a factor moves with both other loops, or is no
/// slice.
bool matchFactors(const Update &U, LoopDim K, SliceMatch &Slices, GemmNest &N,
                  Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_FACTORMATCH_H
