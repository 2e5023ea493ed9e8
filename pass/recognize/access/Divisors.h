//===- Divisors.h - What a guard may divide by ------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_DIVISORS_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_DIVISORS_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// Adds the conditions that nothing is zero by which an expression of \p N
/// divides, its conditions included: the nest divides where it gets there, a
/// guard wherever it stands.
void requireDivisors(GemmNest &N, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_DIVISORS_H
