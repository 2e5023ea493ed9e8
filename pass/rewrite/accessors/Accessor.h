//===- Accessor.h - Functions that find an element --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An accessor finds an element of a matrix once it has checked the index:
///
///     float &operator()(int i, int j) {
///       if (i >= Rows || j >= Cols)
///         throw std::out_of_range("row " + std::to_string(i) + ...);
///       return Data[i * Cols + j];
///     }
///
/// LLVM does not inline it where the message is long, although the part that
/// comes back is short.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_ACCESSORS_ACCESSOR_H
#define GEMMIFY_PASS_REWRITE_ACCESSORS_ACCESSOR_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace gemmify {

/// Whether \p F may be inlined, and what it does on the way to where it returns
/// is short, has no loop, and has no effects before the last of its checks:
/// where one fails, \p F can as well be called from its beginning.
bool isAccessor(const llvm::Function &F);

/// The function that \p Call calls directly, with all of its arguments, if one
/// may be inlined there; or null.
llvm::Function *callsDirectly(const llvm::CallBase &Call);

/// Adds a function before \p Accessor that does the same: it has the blocks
/// from which \p Accessor returns, and calls \p Accessor where that does not.
llvm::Function &addShort(llvm::Function &Accessor);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_ACCESSORS_ACCESSOR_H
