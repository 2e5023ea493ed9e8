//===- ReadWithoutSkips.cpp - Nests that skip steps -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadWithoutSkips.h"
#include "SkipGuard.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/rewrite/normalize/DeadBlocks.h"

using namespace llvm;

namespace gemmify {

static std::unique_ptr<TrialNest> readAt(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A) {
  if (!TrialNest::canCopy(Root))
    return nullptr;
  SmallVector<ElementTest, 1> Tests = findElementTests(Root, Innermost, A);
  if (Tests.empty() || mayFuseWithoutBranches(Root, A.LI))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".whole", A);
  // LLVM puts loops there for rows whose elements do not pass.
  SmallVector<BasicBlock *, 2> MayBeDead;
  for (const ElementTest &Test : Tests)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>((*Trial)[Test.Branch]), Test.Passing, A));
  if (!dropDeadBlocks(MayBeDead, Trial->copy(), Trial->copyOf(Innermost), A))
    return nullptr;
  Trial->thaw();
  auto Guard = std::make_shared<SkipGuard>(*Trial, std::move(Tests), A);
  Trial->guardBy(Guard, Trial->copyOf(Innermost), /*OneForm=*/false);
  const GemmNest *Whole = Trial->recognizeWhole();
  if (!Whole || !Guard->add(*Whole))
    return nullptr;
  if (!llvm::all_of(Trial->otherForms(),
                    [&](const GemmNest &N) { return Guard->add(N); }))
    Guard->takeFirst();
  return Trial;
}

std::unique_ptr<TrialNest> readWithoutSkips(Loop &Innermost,
                                            const NestAnalyses &A) {
  if (findSums(Innermost, A.SE).empty())
    return nullptr;
  return readOutermost(Innermost,
                       [&](Loop &Root) { return readAt(Root, Innermost, A); });
}

} // namespace gemmify
