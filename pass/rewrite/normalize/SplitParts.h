//===- SplitParts.h - Complex elements loaded as vectors --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compilers move a complex `float` as one vector of two, as its functions
/// return it. Recognition wants its parts.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITPARTS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITPARTS_H

#include "TrialNest.h"

namespace gemmify {

/// Loads and stores the parts of elements one by one in \p Copy, of a trial,
/// where they are vectors of two.
void splitParts(const llvm::Loop &Copy);

/// See Reading. The copy does the same in any case.
std::unique_ptr<TrialNest> readParts(llvm::Loop &Innermost,
                                     const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_SPLITPARTS_H
