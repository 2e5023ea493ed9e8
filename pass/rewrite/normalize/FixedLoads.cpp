//===- FixedLoads.cpp - What a nest loads again and again -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "pass/recognize/arith/SumChain.h"

using namespace llvm;

namespace gemmify {

/// Notes branches that can be decided before the nest, to be taken to \p
/// Innermost. False where the other way leads to a sum, too.
bool CheckFinder::settle(Loop &Innermost) {
  for (BasicBlock *BB : Root.blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    const Loop &Around = *A.LI.getLoopFor(BB);
    if (!Br || !Br->isConditional() || Around.isLoopExiting(BB))
      continue;
    for (unsigned Side : {0u, 1u}) {
      const BasicBlockEdge To(BB, Br->getSuccessor(Side)),
          Other(BB, Br->getSuccessor(1 - Side));
      if (!A.DT.dominates(To, Innermost.getHeader()) ||
          !Fixed.contains(*Br->getCondition()))
        continue;
      for (BasicBlock *In : Root.blocks())
        if (Loop *L = A.LI.getLoopFor(In);
            L->getHeader() == In && L->isInnermost() &&
            A.DT.dominates(Other, In) && !findSums(*L, A.SE).empty())
          return false;
      Result.Choices.push_back({Br, Side});
      Result.Fixed.push_back({Br->getCondition(), Side == 0});
    }
  }
  return true;
}

/// Notes all loads that can be done before the nest, but for what it writes.
bool CheckFinder::takeLoads() {
  SmallPtrSet<const SCEV *, 4> Written;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Written.insert(A.SE.getSCEV(Store->getPointerOperand()));
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && !neverRuns(*BB) &&
          !Written.contains(A.SE.getSCEV(Load->getPointerOperand())))
        Fixed.contains(*Load);
  return !Fixed.loads().empty();
}

std::optional<NestChecks> CheckFinder::runWithoutChecks(Loop &Innermost,
                                                        bool Again) {
  if (!findOwnExits(/*BeforeLatch=*/true) || !settle(Innermost) || !collect() ||
      !Result.Checks.empty() || !Result.Closed.empty())
    return std::nullopt;
  if (!takeLoads() && !(Again && !Result.Choices.empty()))
    return std::nullopt;
  return finish(Innermost);
}

std::optional<NestChecks> findFixedLoads(const Loop &Root, Loop &Innermost,
                                         bool Again, const NestAnalyses &A) {
  return CheckFinder(Root, A).runWithoutChecks(Innermost, Again);
}

} // namespace gemmify
