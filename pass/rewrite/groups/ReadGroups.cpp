//===- ReadGroups.cpp - Groups as one product after the other -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadGroups.h"
#include "GroupGuard.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace gemmify {

/// Unrolls a loop of the source that is so short that LLVM would have done it
/// before: where the source's loops run, groups are few or small.
static void unrollWhole(Loop &L, const NestAnalyses &A) {
  // LLVM's own limit at -O3.
  constexpr unsigned MostUnrolled = 300;
  const unsigned Count = A.SE.getSmallConstantTripCount(&L);
  unsigned Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (isa<AssumeInst>(I))
        return;
      Size +=
          !isa<PHINode, GetElementPtrInst, CastInst, CmpInst, BranchInst>(I);
    }
  if (Count < 2 || Count > MostUnrolled / std::max(Size, 1U) ||
      findOptionMDForLoop(&L, "llvm.loop.unroll.disable"))
    return;
  formLCSSA(L, A.DT, &A.LI, &A.SE);
  UnrollLoopOptions Whole{};
  Whole.Count = Count;
  Whole.Force = true;
  UnrollLoop(&L, Whole, &A.LI, &A.SE, &A.DT, /*AC=*/nullptr, /*TTI=*/nullptr,
             /*ORE=*/nullptr, /*PreserveLCSSA=*/false);
}

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
  Trial->onKeeping([&Innermost, A] { unrollWhole(Innermost, A); });
  return Trial->recognizeWhole() ? std::move(Trial) : nullptr;
}

} // namespace gemmify
