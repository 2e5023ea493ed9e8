//===- LoadedBefore.h - A nest that loads its sizes before it ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As far as LLVM knows, a store to the result may change the sizes and
/// pointers of an object, and so the nest loads them again and again:
///
///     for (i = 0; i < l->h; i++) for (j = 0; j < l->w; j++) … y[…] = sum;
///
/// The copy has them from before the nest, where no store meets their place.
/// Conditions that are decided by them, such as that an inner loop runs, are
/// asked before it. So other readings see sizes that do not change, and the
/// same one sees further loads that are always done. Other loads may be done
/// before the nest if it comes to them in the middle of its loops.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_LOADEDBEFORE_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_LOADEDBEFORE_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading. What the copy is may take another reading; it may be read like
/// this \p Again.
std::unique_ptr<TrialNest> readLoadedBefore(llvm::Loop &Innermost,
                                            const NestAnalyses &A, bool Again);

/// The same where the nest is to be all of \p Root, or null.
std::unique_ptr<TrialNest> readLoadedBeforeAt(llvm::Loop &Root,
                                              llvm::Loop &Innermost,
                                              const NestAnalyses &A,
                                              bool Again);

/// The same of loads that the nest comes to in its middle iteration, which is
/// asked before it.
std::unique_ptr<TrialNest> readLoadedOnTheWay(llvm::Loop &Innermost,
                                              const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_LOADEDBEFORE_H
