//===- SimplifyNests.cpp - Loops in the form that recognition expects -----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterDigits.h"
#include "NestShape.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/unroll/WrittenSum.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace gemmify {

/// Whether \p L, of two loops, counts two indices of a product, or the loop
/// around it does.
static bool isCollapsed(Loop &L, ScalarEvolution &SE) {
  return !findSums(L, SE).empty() &&
         (findDigits(L, L, SE) ||
          findDigits(*L.getParentLoop(), *L.getParentLoop(), SE));
}

bool readsApart(Loop &L, ScalarEvolution &SE) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  auto IsApart = [&](Instruction &I) {
    auto *Load = dyn_cast<LoadInst>(&I);
    auto *At =
        Load ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()))
             : nullptr;
    if (!At || At->getLoop() != &L)
      return false;
    auto *Step = dyn_cast<SCEVConstant>(At->getStepRecurrence(SE));
    return !Step || Step->getAPInt().abs() !=
                        DL.getTypeStoreSize(Load->getType()).getFixedValue();
  };
  return llvm::any_of(
      L.blocks(), [&](BasicBlock *BB) { return llvm::any_of(*BB, IsApart); });
}

/// Whether \p L, of two loops, adds products one after the other, as those of a
/// matrix with a vector are.
static bool addsOneByOne(Loop &L, ScalarEvolution &SE) {
  return llvm::any_of(findSums(L, SE), [&](const SumChain &Sum) {
    return !Sum.Steps.front().Elem.addsInAnyOrder() || readsApart(L, SE);
  });
}

/// Whether \p L may be the innermost loop of a nest that is recognized: one
/// over k or another one may be gone, or one may count two indices.
static bool mayBeInNest(Loop &L, ScalarEvolution &SE) {
  return L.getLoopDepth() >= NumDims ||
         (L.isInnermost() && L.getParentLoop() &&
          (addsOneByOne(L, SE) || !findWrittenSums(L, SE).empty() ||
           isCollapsed(L, SE)));
}

bool simplifyNests(Function &F, const NestAnalyses &A, AssumptionCache &AC) {
  bool Changed = false;
  for (Loop *L : A.LI)
    if (llvm::any_of(L->getLoopsInPreorder(),
                     [&](Loop *Inner) { return mayBeInNest(*Inner, A.SE); }))
      Changed |= simplifyLoop(L, &A.DT, &A.LI, &A.SE, &AC, nullptr,
                              /*PreserveLCSSA=*/false);
  return Changed;
}

} // namespace gemmify
