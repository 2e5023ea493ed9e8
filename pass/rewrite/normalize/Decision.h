//===- Decision.h - Values that a condition chooses ----------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of two values, a branch or a selection takes one. Where the condition is
/// from before a nest, it is the same one throughout.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_DECISION_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_DECISION_H

#include "pass/recognize/loops/NestShape.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

struct Decision {
  llvm::Value *Condition = nullptr;
  llvm::Value *IfTrue = nullptr, *IfFalse = nullptr;
};

/// What \p I, a phi with two values or a selection, is decided by; empty where
/// a loop has a part in it.
std::optional<Decision> decisionOf(const llvm::Instruction &I,
                                   const llvm::LoopInfo &LI,
                                   const llvm::DominatorTree &DT);

/// Has numbers of \p Copy that several branches in each other choose among be
/// chosen by one branch after another: of phis with more than two ways, those
/// behind one side of the first branch meet before the others.
void nestDecisions(const llvm::Loop &Copy, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_DECISION_H
