//===- PartPairs.h - Accesses of both parts of an element ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loads and stores of numbers that are neighbors in memory, and may be
/// made together.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_PARTPAIRS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_PARTPAIRS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// Two loads or stores of one block. Of[0] is that of the lower address, and At
/// the one of both where both may be made. Of one part alone, the other one is
/// null.
struct PartPair {
  llvm::Instruction *Of[2] = {}, *At = nullptr;
  bool isOne() const { return !Of[0] || !Of[1]; }
};

/// Pairs of all stores in \p Nest, of all loads of what these store to, and of
/// other loads. Empty where no stores are pairs, or it is not known which part
/// one of the first two kinds is.
llvm::SmallVector<PartPair, 4> findPartPairs(const llvm::Loop &Nest,
                                             llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_PARTPAIRS_H
