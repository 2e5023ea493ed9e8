//===- ReadGroups.cpp - Groups as one product after the other -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadGroups.h"
#include "GroupGuard.h"

using namespace llvm;

namespace gemmify {

std::unique_ptr<TrialNest> readGroups(Loop &Innermost, const NestAnalyses &A) {
  std::optional<GroupedSum> Sum = findGroupedSum(Innermost, A);
  if (!Sum)
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Sum->Root, ".group", A);
  auto Groups = std::make_shared<GroupLoop>(*Sum, *Trial, A);
  if (!Groups->build())
    return nullptr;
  auto Guard = std::make_shared<GroupGuard>(*Groups, *Trial, A);
  // The loop over groups, which the guard knows, goes with the copy.
  Trial->readAt(Trial->copyOf(Innermost),
                [Groups, Guard](IRBuilderBase &B) { return Guard->emit(B); });
  Trial->askFirst([Guard](IRBuilderBase &B) { return Guard->emitFirst(B); });
  Trial->admitIf([Guard](const GemmNest &N, AAResults &AA) {
    return Guard->admit(N, AA);
  });
  return Trial->recognizeWhole() ? std::move(Trial) : nullptr;
}

} // namespace gemmify
