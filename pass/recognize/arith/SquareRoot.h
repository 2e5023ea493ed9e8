//===- SquareRoot.h - Square roots that report no error ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The library's sqrt() is llvm.sqrt, but that it sets errno for a negative
/// number. In `score / sqrtf(d)` the number is a size, and whether it is
/// negative can be tested before the nest.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_SQUAREROOT_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_SQUAREROOT_H

#include "llvm/IR/InstrTypes.h"

namespace gemmify {

/// A call of the library's sqrt for a converted integer.
struct SquareRoot {
  llvm::Value *Of = nullptr; ///< The integer; null when it is no such call.
  bool Signed = false;       ///< It may be negative.
};

/// What \p I is the square root of.
SquareRoot matchSquareRoot(const llvm::Instruction &I);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_SQUAREROOT_H
