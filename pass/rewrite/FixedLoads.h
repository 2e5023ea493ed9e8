//===- FixedLoads.h - Pointers and strides loaded in a nest ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Array descriptors and structs are often reloaded inside a nest, because the
/// compiler could not hoist the loads across a `k > 0`. Where every iteration
/// runs, they can be loaded before it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_FIXEDLOADS_H
#define GEMMIFY_PASS_REWRITE_FIXEDLOADS_H

#include "../recognize/NestShape.h"
#include "Legality.h"
#include "NestAlias.h"

namespace gemmify {

/// Whether the nest reaches all of \p N's FixedLoads, where they would be
/// loaded before it. A write of the nest may change one that comes later: what
/// it holds before the nest says neither that another is reached nor where that
/// one reads, unless it is known to read what the nest reads before.
bool canLoadBefore(const GemmNest &N, NestAlias &Alias,
                   llvm::ScalarEvolution &SE);

/// Loads \p N's FixedLoads before the nest, each behind the guards and the trip
/// counts that stand before it in the nest, and states \p N and \p Legal in
/// terms of the loaded values, with divisions that are safe anywhere. Returns
/// the block where further tests have to start: the nest's preheader when there
/// is nothing to load, else one that ends with a branch to it.
llvm::BasicBlock *hoistFixedLoads(GemmNest &N, Legality &Legal,
                                  const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_FIXEDLOADS_H
