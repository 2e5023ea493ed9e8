//===- LoadedBefore.cpp - A nest that loads its sizes before it -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedBefore.h"
#include "CheckTest.h"
#include "DeadBlocks.h"
#include "MiddleIteration.h"
#include "pass/recognize/arith/Contraction.h"

using namespace llvm;

namespace gemmify {

/// Takes what is loaded again, and the ways that are not taken, out of the
/// copy. Empty if a loop then never ends.
static std::optional<HoistedValues> simplifyCopy(TrialNest &Trial,
                                                 const Loop &Innermost,
                                                 const NestChecks &Loads,
                                                 const NestAnalyses &A) {
  SmallVector<BasicBlock *, 2> MayBeDead;
  for (const NestCheck &Choice : Loads.Choices)
    MayBeDead.push_back(
        takeAlways(*cast<BranchInst>(Trial[Choice.Branch]), Choice.Passing, A));
  if (!dropDeadBlocks(MayBeDead, Trial.copy(), Trial.copyOf(Innermost), A))
    return std::nullopt;
  HoistedValues Hoisted = hoistInCopy(Trial, Loads, A);
  // LLVM keeps in phis what it has loaded on each way.
  dropSamePhis(Trial.copy(), /*FromOutside=*/true);
  joinLatches(Trial.copy(), A);
  Trial.forgetCopy();
  return Hoisted;
}

std::unique_ptr<TrialNest> readLoadedBeforeAt(Loop &Root, Loop &Innermost,
                                              const NestAnalyses &A,
                                              bool Again) {
  if (!TrialNest::canCopy(Root))
    return nullptr;
  std::optional<NestChecks> Loads = findFixedLoads(Root, Innermost, Again, A);
  if (!Loads || (!Loads->Choices.empty() && mayFuseWithoutBranches(Root, A.LI)))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".loaded", A);
  std::optional<HoistedValues> Known =
      simplifyCopy(*Trial, Innermost, *Loads, A);
  if (!Known)
    return nullptr;
  testBefore(*Trial, std::move(*Loads), std::move(*Known), Innermost, A);
  return Trial;
}

std::unique_ptr<TrialNest> readLoadedBefore(Loop &Innermost,
                                            const NestAnalyses &A, bool Again) {
  return readOutermost(Innermost, [&](Loop &Root) {
    return readLoadedBeforeAt(Root, Innermost, A, Again);
  });
}

std::unique_ptr<TrialNest> readLoadedOnTheWay(Loop &Innermost,
                                              const NestAnalyses &A) {
  return readOutermost(
      Innermost, [&](Loop &Root) -> std::unique_ptr<TrialNest> {
        if (!TrialNest::canCopy(Root))
          return nullptr;
        std::optional<LoadsOnTheWay> Found =
            findLoadsOnTheWay(Root, Innermost, A);
        if (!Found)
          return nullptr;
        auto Trial = std::make_unique<TrialNest>(Root, ".met", A);
        hoistInCopy(*Trial, Found->Hoisted.getArrayRef(), HoistedValues(),
                    /*OnEntry=*/true, ValuesOfPhis());
        dropSamePhis(Trial->copy(), /*FromOutside=*/true);
        Trial->forgetCopy();
        auto Loads = std::make_shared<const LoadsOnTheWay>(std::move(*Found));
        Trial->readAt(Trial->copyOf(Innermost), [Loads, &A](IRBuilderBase &B) {
          return emitIsOnTheWay(B, *Loads, A);
        });
        return Trial;
      });
}

} // namespace gemmify
