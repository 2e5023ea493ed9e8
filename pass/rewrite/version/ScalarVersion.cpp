//===- ScalarVersion.cpp - The source's loops for a few steps -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarVersion.h"
#include "Fallback.h"
#include "ShortLoops.h"
#include "intrinsic/Llvm.h"
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

/// The index that the innermost loop counts, if it is not one of a batch.
static LoopDim innerDim(const GemmNest &N) {
  for (LoopDim D : {DimI, DimJ})
    if (N.Index[D].hasLoop() && N.Index[D].innermost()->isInnermost())
      return D;
  return DimK;
}

Loop &innerLoop(const GemmNest &N) {
  const std::optional<unsigned> OfBatch = N.innermostBatch();
  return OfBatch ? *N.Batch.Loops[*OfBatch]
                 : *N.Index[innerDim(N)].Loops.back();
}

const SCEV *innerSteps(const GemmNest &N) {
  if (const std::optional<unsigned> OfBatch = N.innermostBatch())
    return N.Batch.Size[*OfBatch];
  const LoopDim D = innerDim(N);
  for (auto [L, Size] : llvm::zip(N.Index[D].Axes.Loops, N.Index[D].Axes.Size))
    if (L->isInnermost())
      return Size;
  return N.Index[D].Trip;
}

/// The stride of \p R with the innermost loop.
static const SCEV *innerStride(const GemmNest &N, const AffineRef &R) {
  const std::optional<unsigned> OfBatch = N.innermostBatch();
  return OfBatch ? R.Batch[*OfBatch] : R.Stride[innerDim(N)];
}

/// Whether \p R stays where it is in the innermost loop, or moves to the next
/// element.
static bool followsOrStays(const GemmNest &N, const AffineRef &R) {
  const uint64_t Bytes = N.C.Access->getDataLayout().getTypeStoreSize(R.ElemTy);
  if (N.innermostBatch()) {
    const auto *Stride = dyn_cast<SCEVConstant>(innerStride(N, R));
    return Stride && (Stride->isZero() || Stride->getAPInt() == Bytes);
  }
  return !R.dependsOn(innerDim(N)) || movesBy(R, innerDim(N), Bytes);
}

bool isVectorized(const GemmNest &N) {
  if (!N.innermostBatch() && innerDim(N) == DimK && !N.Elem.addsInAnyOrder())
    return false;
  auto FollowEachOther = [&](const AffineRef &R) {
    return followsOrStays(N, R);
  };
  return FollowEachOther(N.C) &&
         llvm::all_of(N.operands(), [&](const Slice *S) {
           return llvm::all_of(S->Loads, FollowEachOther);
         });
}

FewSteps fewSteps(const GemmNest &N, const ScalarTuning &Tune) {
  if (isVectorized(N))
    return {Tune.VectorizedSteps, Tune.VectorizedSteps};
  if (N.innermostBatch() || innerDim(N) != DimK)
    return {Tune.AcrossSteps, Tune.AcrossLines};
  if (N.Elem.addsInAnyOrder())
    return {Tune.ReorderedSteps, Tune.ReorderedLines};
  return {Tune.OrderedSteps, Tune.OrderedSteps};
}

SmallVector<ElementStride, 3> stridesAcross(const GemmNest &N) {
  const DataLayout &DL = N.C.Access->getDataLayout();
  SmallVector<ElementStride, 3> Across;
  auto Add = [&](const AffineRef &R) {
    if (!followsOrStays(N, R))
      Across.push_back({innerStride(N, R), DL.getTypeStoreSize(R.ElemTy)});
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
  // The source's loops are better where LLVM unrolls one of them.
  for (const Loop *L : N.Root->getLoopsInPreorder())
    if (isUnrolledLate(*L, SE))
      return false;
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
  if (L.isInnermost() && mayAlignLoops(tripleOf(*L.getHeader()->getModule())) &&
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
