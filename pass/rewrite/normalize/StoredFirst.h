//===- StoredFirst.h - Functions that set errno, behind a sum ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that sets errno has to be called in the order of the source, so
/// it cannot be a part of a product's final value:
///
///     C(i,j) = tanhf(sum)
///
/// In a copy of the nest, the sum is stored to the element first, and what else
/// there is to do is a statement behind the product.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_STOREDFIRST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_STOREDFIRST_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. The copy does the same in any case.
std::unique_ptr<TrialNest> readStoredFirst(llvm::Loop &Innermost,
                                           const NestAnalyses &A);

/// The same where the nest is to be all of \p Root, or null.
std::unique_ptr<TrialNest> readStoredFirstAt(llvm::Loop &Root,
                                             llvm::Loop &Innermost,
                                             const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_STOREDFIRST_H
