//===- VectorNest.h - A matrix times a vector -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two loops, alone or inside of others:
///
///     for i: for k: y[i] += A[i][k] * x[k];
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_VECTORNEST_H
#define GEMMIFY_PASS_RECOGNIZE_VECTORNEST_H

#include "Recognize.h"

namespace gemmify {

/// Whether \p Why says nothing against the two innermost loops of a nest, but
/// something about those around them.
bool concernsLargerNest(Reason Why);

/// Looks at \p Innermost and the loop around it as at the product of a matrix
/// with a vector. Has no reason where they are none.
Recognition recognizeVector(llvm::Loop &Innermost, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_VECTORNEST_H
