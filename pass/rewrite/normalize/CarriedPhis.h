//===- CarriedPhis.h - What a split loop carries ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A collapsed loop can be split where it is known what its header's phis are
/// in each iteration, or they can be carried.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CARRIEDPHIS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CARRIEDPHIS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

/// A phi of a loop's header, as the loops for digits have it: recomputed, or
/// carried from one iteration to the next.
struct CarriedPhi {
  llvm::PHINode *Phi;
  llvm::Value *Step; ///< Null: it is carried.
};

/// Whether \p L is one that can be split: it has one way out, behind its body,
/// and nothing that it computes is used after it except what it carries.
/// Counters, whose steps have to be fixed in \p Root, are not carried.
bool canSplitDigits(const llvm::Loop &L, const llvm::Loop &Root,
                    llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

/// What the phis of \p L are; steps are emitted before \p At.
llvm::SmallVector<CarriedPhi, 2>
classifyPhis(const llvm::Loop &L, const llvm::Loop &Root, llvm::Instruction &At,
             llvm::SCEVExpander &Expander, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CARRIEDPHIS_H
