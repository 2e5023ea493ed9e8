//===- FailingSides.h - Checks that report a failure and go on --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A check may call a function where it fails, and come back with a value that
/// stands for the element, as GSL's accessors do:
///
///     x = i < m->size1 ? m->data[i * m->tda + j] : (gsl_error(...), 0.0);
///
/// As long as no check fails, such a nest does the same as one that ends there.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_FAILINGSIDES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_FAILINGSIDES_H

#include "TrialNest.h"

namespace gemmify {

/// Whether \p L calls functions that do something else than the product does.
bool callsOthers(const llvm::Loop &L);

/// A copy of \p Root, around \p Innermost, in which each side of a branch that
/// calls a function ends behind that, as an exit of the nest. Null where
/// functions are called elsewhere, too, or where such a side is no failure: the
/// other one has nothing of its own to do.
std::unique_ptr<TrialNest> endFailingSides(llvm::Loop &Root,
                                           const llvm::Loop &Innermost,
                                           const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_FAILINGSIDES_H
