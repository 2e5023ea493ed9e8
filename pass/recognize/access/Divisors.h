//===- Divisors.h - What a nest divides by ----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_DIVISORS_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_DIVISORS_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

/// Adds to the conditions of \p N that nothing it divides by is zero.
/// The nest divides where it gets there, a guard wherever it stands. What the
/// conditions divide by counts too, so all of them have to be known.
void requireDivisors(GemmNest &N, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_DIVISORS_H
