//===- FoldedProducts.h - Complex products as one operation --- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product that may be recovered is several blocks of code. Where a copy of a
/// nest is to be taken apart into statements, each part of such a product is
/// one call of a function that does not exist, as are quotients of the library,
///
///     re = gemmify.complex.__muldc3.0(a, b, c, d);
///     im = gemmify.complex.__muldc3.1(a, b, c, d);
///
/// until the statements are in their places.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_RECOVERY_FOLDEDPRODUCTS_H
#define GEMMIFY_PASS_REWRITE_RECOVERY_FOLDEDPRODUCTS_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Whether \p I is such a call.
bool isFolded(const llvm::Instruction &I);

/// Folds all products and quotients in \p Copy. False where one has another
/// form; the copy is of no use then.
bool foldProducts(const llvm::Loop &Copy, const NestAnalyses &A);

/// Spells out what is folded in all blocks that \p Start dominates. Whether
/// there was something.
bool unfoldBehind(llvm::BasicBlock &Start, const NestAnalyses &A);

/// Removes the functions that nothing stands for any more.
void dropFoldedFunctions(llvm::Module &M);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_RECOVERY_FOLDEDPRODUCTS_H
