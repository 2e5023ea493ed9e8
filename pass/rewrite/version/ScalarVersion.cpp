//===- ScalarVersion.cpp - The source's loops for a few steps -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarVersion.h"
#include "Fallback.h"
#include "lowering/target/HostLimits.h"
#include "pass/product/Contiguity.h"
#include "pass/product/OperandOrder.h"
#include "pass/rewrite/distribute/CopyNest.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

constexpr const char *AlignmentKey = "llvm.loop.align";

/// The index that the innermost loop counts.
static LoopDim innerDim(const GemmNest &N) {
  for (LoopDim D : {DimI, DimJ})
    if (N.Loops[D].back()->isInnermost())
      return D;
  return DimK;
}

Loop &innerLoop(const GemmNest &N) { return *N.Loops[innerDim(N)].back(); }

const SCEV *innerSteps(const GemmNest &N) {
  const LoopDim D = innerDim(N);
  for (auto [L, Size] : llvm::zip(N.Axes[D].Loops, N.Axes[D].Size))
    if (L->isInnermost())
      return Size;
  return N.Trip[D];
}

bool isVectorized(const GemmNest &N) {
  const LoopDim Inner = innerDim(N);
  if (Inner == DimK && !N.sumsInAnyOrder())
    return false;
  const DataLayout &DL = N.C.Access->getDataLayout();
  auto FollowEachOther = [&](const AffineRef &R) {
    return !R.dependsOn(Inner) ||
           movesBy(R, Inner, DL.getTypeStoreSize(R.ElemTy));
  };
  return FollowEachOther(N.C) &&
         llvm::all_of(N.operands(), [&](const Slice *S) {
           return llvm::all_of(S->Loads, FollowEachOther);
         });
}

FewSteps fewSteps(const GemmNest &N, const ScalarTuning &Tune) {
  if (isVectorized(N))
    return {Tune.VectorizedSteps, Tune.VectorizedSteps};
  if (innerDim(N) != DimK)
    return {Tune.AcrossSteps, Tune.AcrossLines};
  if (N.sumsInAnyOrder())
    return {Tune.ReorderedSteps, Tune.ReorderedLines};
  return {Tune.OrderedSteps, Tune.OrderedSteps};
}

SmallVector<ElementStride, 3> stridesAcross(const GemmNest &N) {
  const LoopDim Inner = innerDim(N);
  const DataLayout &DL = N.C.Access->getDataLayout();
  SmallVector<ElementStride, 3> Across;
  auto Add = [&](const AffineRef &R) {
    const uint64_t Bytes = DL.getTypeStoreSize(R.ElemTy);
    if (R.dependsOn(Inner) && !movesBy(R, Inner, Bytes))
      Across.push_back({R.Stride[Inner], Bytes});
  };
  Add(N.C);
  for (const Slice *S : N.operands())
    llvm::for_each(S->Loads, Add);
  return Across;
}

bool canHaveScalarVersion(const GemmNest &N, const ScalarTuning &Tune,
                          ScalarEvolution &SE) {
  unsigned Size = 0;
  for (const BasicBlock *BB : N.Root->blocks())
    Size += BB->sizeWithoutDebug();
  const SCEV *Steps = innerSteps(N);
  return Size <= Tune.MaxInstructions && !N.Rest && !isa<SCEVConstant>(Steps) &&
         SE.getUnsignedRangeMax(Steps).uge(fewSteps(N, Tune).Always) &&
         N.Root->isSafeToClone();
}

/// The source's loop pragmas apply to its own loops.
static void keepRolled(Loop &L) {
  MDNode *Id = makePostTransformationMetadata(
      L.getHeader()->getContext(), L.getLoopID(),
      {"llvm.loop.unroll", "llvm.loop.vectorize", "llvm.loop.interleave",
       "llvm.loop.distribute", "llvm.loop.pipeline"},
      {});
  if (Id)
    L.setLoopID(Id);
  markFallback(L);
  addStringMetadataToLoop(&L, "llvm.loop.unroll.disable", 1);
}

/// A loop that is marked as vectorized is skipped without a remark.
static void keepAsIs(Loop &L, const ScalarTuning &Tune) {
  keepRolled(L);
  addStringMetadataToLoop(&L, "llvm.loop.isvectorized", 1);
  if (L.isInnermost() &&
      mayAlignLoops(L.getHeader()->getModule()->getTargetTriple()) &&
      !findStringMetadataForLoop(&L, AlignmentKey))
    addStringMetadataToLoop(&L, AlignmentKey, Tune.InnerAlignment);
}

Loop *emitCopy(const GemmNest &N, BasicBlock &Before, LoopCopy Kind,
               const ScalarTuning &Tune, const NestAnalyses &A,
               SmallVectorImpl<DominatorTree::UpdateType> &Updates) {
  const bool IsSmall = Kind == LoopCopy::Small;
  ValueToValueMapTy Map;
  Loop *Copy = copyNest(*N.Root, Before, IsSmall ? ".small" : ".other", Map, A);
  for (Loop *L : Copy->getLoopsInPreorder()) {
    if (IsSmall)
      keepAsIs(*L, Tune);
    else
      keepRolled(*L);
  }
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
