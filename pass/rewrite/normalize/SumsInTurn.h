//===- SumsInTurn.h - A sum over loops one after another --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A value may be made of several sums, as in a cell of a recurrent network:
///
///     for i { s = b(i);
///             for k: s += W(i,k) * x(k);
///             for k: s += U(i,k) * h(k);
///             y(i) = tanhf(s); }
///
/// In a copy of the nest, the first of them is stored to the element that gets
/// the value, and loaded again: a product, and a rest that may be one.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SUMSINTURN_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SUMSINTURN_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same where nothing that the nest touches
/// between the two stores is C's element (L148).
std::unique_ptr<TrialNest> readSumsInTurn(llvm::Loop &Innermost,
                                          const NestAnalyses &A);

/// The same where the nest is to be all of \p Root, or null; nothing has been
/// recognized in the copy yet.
std::unique_ptr<TrialNest> readSumsInTurnAt(llvm::Loop &Root,
                                            llvm::Loop &Innermost,
                                            const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SUMSINTURN_H
