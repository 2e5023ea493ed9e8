//===- FixedLoads.cpp - What a nest loads again and again -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFinder.h"
#include "pass/recognize/access/Lookups.h"
#include "pass/recognize/arith/SumChain.h"

using namespace llvm;

namespace gemmify {

/// Notes branches that can be decided before the nest, to be taken to \p
/// Innermost. False where the other way leads to a sum, too.
bool CheckFinder::settle(Loop &Innermost) {
  return allBranchesTo(Innermost, [&](const NestCheck &To) {
    auto IsSame = [&](const NestCheck &Other) {
      return Other.Branch == To.Branch;
    };
    if (llvm::any_of(Result.Choices, IsSame) ||
        !Fixed.contains(*To.Branch->getCondition()))
      return true;
    for (const Loop *L : Root.getLoopsInPreorder())
      if (L->isInnermost() && A.DT.dominates(To.otherWay(), L->getHeader()) &&
          !findSums(*A.LI.getLoopFor(L->getHeader()), A.SE).empty())
        return false;
    Result.Choices.push_back(To);
    const NestWay Way{To.Branch->getCondition(), To.Passing == 0,
                      Fixed.noted().size()};
    if (Fixed.goOn(To.way()))
      Result.Ways.push_back(Way);
    Result.Fixed.push_back({Way.Condition, Way.Expected});
    return true;
  });
}

/// The same of the other sums in the loop around.
bool CheckFinder::settleOthers(Loop &Innermost) {
  const Loop *Around = Innermost.getParentLoop();
  return !Around || llvm::all_of(Around->getSubLoops(), [&](Loop *L) {
    return L == &Innermost || !L->isInnermost() || findSums(*L, A.SE).empty() ||
           settle(*L);
  });
}

/// Notes all loads that can be done before the nest, but for what it writes.
bool CheckFinder::takeLoads() {
  SmallPtrSet<const SCEV *, 4> Written;
  SmallVector<LoadInst *, 8> Moving;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Written.insert(A.SE.getSCEV(Store->getPointerOperand()));
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && !neverRuns(*BB) &&
          !Written.contains(A.SE.getSCEV(Load->getPointerOperand())) &&
          !Fixed.contains(*Load))
        Moving.push_back(Load);
  // Lengths and pointers of rows, where they are loaded once more.
  for (LoadInst *Load : Moving)
    if (A.SE.isSCEVable(Load->getType()) &&
        llvm::any_of(Moving, [&](const LoadInst *Other) {
          return Other != Load && areAlike(*Other, *Load);
        }))
      isInTable(A.SE.getSCEV(Load), *Load->getParent());
  return loads() != 0;
}

/// Whether a load would be one that can be done before the nest if the nest did
/// not ask on the way to it what is known before.
bool CheckFinder::hidesLoads() {
  return llvm::any_of(Root.blocks(), [&](BasicBlock *BB) {
    return llvm::any_of(Result.Choices,
                        [&](const NestCheck &To) {
                          return A.DT.dominates(To.way(), BB);
                        }) &&
           llvm::any_of(*BB, [&](Instruction &I) {
             auto *Load = dyn_cast<LoadInst>(&I);
             return Load && Load->isSimple() && !Fixed.contains(*Load) &&
                    Fixed.contains(*Load->getPointerOperand());
           });
  });
}

std::optional<NestChecks> CheckFinder::runWithoutChecks(Loop &Innermost,
                                                        bool Again) {
  if (!findOwnExits() || !settle(Innermost) ||
      (Again && !settleOthers(Innermost)) || !collect() ||
      !Result.Checks.empty() || !Result.Closed.empty())
    return std::nullopt;
  Again |= llvm::any_of(Fixed.noted(), llvm::IsaPred<PHINode>);
  if (!takeLoads() && !(Again && !Result.Choices.empty()) && !hidesLoads())
    return std::nullopt;
  return finish(Innermost);
}

std::optional<NestChecks> findFixedLoads(const Loop &Root, Loop &Innermost,
                                         bool Again, const NestAnalyses &A) {
  return CheckFinder(Root, A).runWithoutChecks(Innermost, Again);
}

} // namespace gemmify
