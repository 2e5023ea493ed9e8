//===- PathWays.cpp - Where the ways from a branch lead -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathWays.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

std::optional<unsigned> wayTo(const BranchInst &Br,
                              ArrayRef<BasicBlock *> Blocks,
                              const DominatorTree &DT) {
  std::optional<unsigned> Way;
  for (unsigned S : {0u, 1u}) {
    BasicBlockEdge Edge(Br.getParent(), Br.getSuccessor(S));
    if (Br.getSuccessor(0) == Br.getSuccessor(1) ||
        llvm::none_of(Blocks,
                      [&](BasicBlock *B) { return DT.dominates(Edge, B); }))
      continue;
    if (Way)
      return std::nullopt;
    Way = S;
  }
  return Way;
}

bool mayLeadTo(const BasicBlock &From, const BasicBlock &To, const Loop &L,
               const NestAnalyses &A) {
  const SmallPtrSet<BasicBlock *, 1> Next = {L.getHeader()};
  return isPotentiallyReachable(&From, &To, &Next, &A.DT, &A.LI);
}

/// Whether both compute the same, also where LLVM has left two of them.
static bool isSame(const Value *X, const Value *Y) {
  const auto *Of = dyn_cast<CmpInst>(X);
  const auto *Again = dyn_cast<CmpInst>(Y);
  return X == Y || (Of && Again && Of->isIdenticalTo(Again));
}

bool contradicts(ArrayRef<NestGuard> Guards, const BranchInst &Br,
                 bool Expected) {
  const Value *Condition = Br.getCondition();
  return llvm::any_of(Guards, [&](const NestGuard &G) {
    if (G.Test)
      return false;
    if (isSame(G.Condition, Condition))
      return G.Expected != Expected;
    const std::optional<bool> Implied = isImpliedCondition(
        G.Condition, Condition, Br.getDataLayout(), G.Expected);
    return Implied && *Implied != Expected;
  });
}

} // namespace gemmify
