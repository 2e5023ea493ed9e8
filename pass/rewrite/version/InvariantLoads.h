//===- InvariantLoads.h - Pointers and strides loaded in a nest -*- C++ -*-===//
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

#ifndef GEMMIFY_PASS_REWRITE_VERSION_INVARIANTLOADS_H
#define GEMMIFY_PASS_REWRITE_VERSION_INVARIANTLOADS_H

#include "pass/recognize/loops/NestShape.h"
#include "pass/rewrite/guard/Legality.h"
#include "pass/rewrite/guard/NestAlias.h"

namespace gemmify {

/// Whether the nest reaches all of \p N's InvariantLoads, if they were loaded
/// before it. A write of the nest may change a later one: its value before the
/// nest then tells neither whether another load is reached nor what that one
/// reads, unless it is known to read what the nest read before.
bool canLoadBefore(const GemmNest &N, NestAlias &Alias,
                   llvm::ScalarEvolution &SE);

/// Loads \p N's InvariantLoads before the nest, each after the guards and trip
/// counts that precede it in the nest, and rewrites \p N and \p Legal in terms
/// of the loaded values, with divisions that are safe anywhere. Returns the
/// block where further tests have to start: the nest's preheader when there is
/// nothing to load, otherwise one that ends with a branch to it.
llvm::BasicBlock *hoistInvariantLoads(GemmNest &N, Legality &Legal,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_INVARIANTLOADS_H
