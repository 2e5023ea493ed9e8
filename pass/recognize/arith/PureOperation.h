//===- PureOperation.h - What a slice may be made of ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A slice is evaluated in a kernel, which is another function, for many
/// elements at once: its values have to be elements of vectors, its operations
/// functions of their operands and of nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_PUREOPERATION_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_PUREOPERATION_H

#include "llvm/IR/Instruction.h"

namespace gemmify {

/// Whether a vector may have elements of type \p T: an integer, a
/// floating-point number or a pointer.
bool isElementType(const llvm::Type *T);

/// Whether \p I calls a function, no intrinsic, that takes numbers, gives one
/// and always returns: what it gives may depend on memory.
bool isOwnFunction(const llvm::Instruction &I);

/// Whether \p I has the same result wherever and however often it is computed.
/// That it reads no memory is not enough: llvm.returnaddress reads none.
bool isPureOperation(const llvm::Instruction &I);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_PUREOPERATION_H
