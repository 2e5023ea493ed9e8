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
  auto Groups = std::make_unique<GroupLoop>(*Sum, *Trial, A);
  if (!Groups->build())
    return nullptr;
  Trial->guardBy(std::make_shared<GroupGuard>(std::move(Groups), *Trial, A),
                 Trial->copyOf(Innermost));
  return Trial->recognizeWhole() ? std::move(Trial) : nullptr;
}

} // namespace gemmify
