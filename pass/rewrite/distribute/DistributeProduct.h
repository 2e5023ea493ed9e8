//===- DistributeProduct.h - A nest for the product alone -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits a nest into two copies, one for the product and one for the rest:
///
///     preheader:  large enough?     --no-->  original loops
///     guard:      conditions hold?  --no-->  original loops
///     product loops
///     rest loops                    (or these first, see Legality)
///     exit
///
/// After that, the product's loops are a nest like any other.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_DISTRIBUTE_DISTRIBUTEPRODUCT_H
#define GEMMIFY_PASS_REWRITE_DISTRIBUTE_DISTRIBUTEPRODUCT_H

#include "pass/plan/BlockingPlan.h"
#include "pass/rewrite/guard/Legality.h"

namespace gemmify {

/// The copies; null when the split turned out to be impossible.
struct DistributedNest {
  llvm::Loop *Product = nullptr;
  llvm::Loop *Rest = nullptr; ///< Null when nothing is left of it.
};

/// Splits \p N, whose rest \p Legal allows to be split off. Tests begin at the
/// end of \p Entry, see rewriteNest; products that are too small by \p Plan
/// run the original loops, which are marked as fallback. Updates the dominator
/// tree and the loop info.
DistributedNest distributeProduct(const GemmNest &N, const Legality &Legal,
                                  const BlockingPlan &Plan,
                                  llvm::BasicBlock &Entry,
                                  const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_DISTRIBUTE_DISTRIBUTEPRODUCT_H
