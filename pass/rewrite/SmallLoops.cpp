//===- SmallLoops.cpp - The source's loops for a few steps ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallLoops.h"
#include "../kernel/RoleView.h"
#include "CopyNest.h"
#include "Fallback.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

/// Instructions that a copy may have.
constexpr unsigned MostInstructions = 64;

/// The index that the innermost loop counts.
static LoopDim innerDim(const GemmNest &N) {
  for (LoopDim D : {DimI, DimJ})
    if (N.Loops[D].back()->isInnermost())
      return D;
  return DimK;
}

const SCEV *innerSteps(const GemmNest &N) { return N.Trip[innerDim(N)]; }

/// Whether the compiler would vectorize the innermost loop, or at least unroll
/// what does not wait for the step before.
static bool isVectorized(const GemmNest &N) {
  const LoopDim Inner = innerDim(N);
  if (Inner == DimK && N.ElemTy->isFloatingPointTy() && !N.Arith.Reassoc)
    return false;
  const DataLayout &DL = N.C.Access->getDataLayout();
  auto FollowEachOther = [&](const AffineRef &R) {
    return !R.dependsOn(Inner) ||
           movesBy(R, Inner, DL.getTypeStoreSize(R.ElemTy));
  };
  return FollowEachOther(N.C) && llvm::all_of(N.P.Loads, FollowEachOther) &&
         llvm::all_of(N.Q.Loads, FollowEachOther);
}

uint64_t fewSteps(const GemmNest &N) { return isVectorized(N) ? 4 : 8; }

bool canHaveSmallLoops(const GemmNest &N) {
  unsigned Size = 0;
  for (const BasicBlock *BB : N.Root->blocks())
    Size += BB->sizeWithoutDebug();
  return Size <= MostInstructions && !N.Rest &&
         !isa<SCEVConstant>(innerSteps(N)) && N.Root->isSafeToClone();
}

static void keepAsIs(Loop &L) {
  markFallback(L);
  auto Set = [&](const char *Option, unsigned Value) {
    addStringMetadataToLoop(&L, Option, Value);
  };
  Set("llvm.loop.unroll.disable", 1);
  Set("llvm.loop.vectorize.enable", 0);
}

Loop *emitSmallLoops(const GemmNest &N, BasicBlock &Before,
                     const NestAnalyses &A,
                     SmallVectorImpl<DominatorTree::UpdateType> &Updates) {
  ValueToValueMapTy Map;
  Loop *Copy = copyNest(*N.Root, Before, ".small", Map, A);
  for (Loop *L : Copy->getLoopsInPreorder())
    keepAsIs(*L);
  BasicBlock *Exit = N.Root->getUniqueExitBlock();
  for (BasicBlock *BB : Copy->blocks())
    if (llvm::is_contained(successors(BB), Exit)) {
      for (PHINode &Phi : Exit->phis())
        Phi.addIncoming(PoisonValue::get(Phi.getType()), BB);
      Updates.push_back({DominatorTree::Insert, BB, Exit});
    }
  return Copy;
}

} // namespace gemmify
