//===- DeferredUnrolling.cpp - Small nests must survive full unrolling ----===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeferredUnrolling.h"
#include "SwitchedLoop.h"
#include "TrialNest.h"
#include "UnfusedScope.h"
#include "WrapSum.h"
#include "lowering/target/VectorWidth.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/plan/PlanNest.h"
#include "pass/recognize/Recognize.h"
#include "pass/rewrite/HostGate.h"
#include "pass/rewrite/distribute/ResidualLegality.h"
#include "pass/rewrite/version/ShortLoops.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

/// Whether \p N is one step of a register tile that the programmer has written
/// with loops: a few sums in a local array, to which an outer loop adds. When
/// unrolled, it is part of a larger product.
static bool isRegisterTile(const GemmNest &N) {
  const auto *M = dyn_cast<SCEVConstant>(N.Index[DimI].Trip);
  const auto *NumCols = dyn_cast<SCEVConstant>(N.Index[DimJ].Trip);
  const Value *Sums = getUnderlyingObject(N.C.Pointer);
  return M && NumCols && !isa<SCEVConstant>(N.Index[DimK].Trip) &&
         N.Index[DimK].outermost() == N.Root && N.Root->getParentLoop() &&
         isa<AllocaInst>(Sums) &&
         M->getAPInt()
             .umul_sat(NumCols->getAPInt())
             .ule(SharedTuning::MaxRegisterTile);
}

/// Whether a loop of \p N is known to run twice. LLVM's passes turn its counter
/// into selects, which make addresses non-affine; when unrolled, its copies may
/// be recognized.
static bool hasLoopOfTwo(const GemmNest &N) {
  auto IsTwo = [](const SCEV *Trip) {
    const auto *Known = dyn_cast<SCEVConstant>(Trip);
    return Known && Known->getAPInt().ule(2);
  };
  return llvm::any_of(N.Batch.Size, IsTwo) ||
         llvm::any_of(N.Index, [&](const LoopIndex &Each) {
           return IsTwo(Each.Trip) || llvm::any_of(Each.Axes.Size, IsTwo);
         });
}

/// Whether the nest will be rewritten.
static bool isWanted(const GemmNest &N, const NestAnalyses &A,
                     LoopStandardAnalysisResults &AR, const Options &Opts) {
  Function &F = *N.Root->getHeader()->getParent();
  if (whyKept(F, *N.Elem.Ty) != Reason::None || isRegisterTile(N) ||
      hasLoopOfTwo(N))
    return false;
  if (!N.Besides.empty()) {
    Legality Legal = examine(N, AR.AA, A.SE);
    examineResidual(N, Legal, AR.AA, A);
    if (Legal.Impossible != Reason::None)
      return false;
  }
  LongVectorScope Wide(F);
  Expected<BlockingPlan> Plan = planNest(Product(N), Opts, F, AR.TTI, A.SE,
                                         {mayAllocate(F, AR.TLI, Opts)});
  if (!Plan) {
    consumeError(Plan.takeError()); // The macro pass will report it.
    return false;
  }
  return Plan->Chosen != Strategy::Off;
}

/// The loops around \p L of a nest that is a product in another reading.
static SmallVector<Loop *, 4> loopsOfTrial(Loop &L, const NestAnalyses &A,
                                           LoopStandardAnalysisResults &AR,
                                           const Options &Opts) {
  SmallVector<Loop *, 4> Loops;
  if (!canBeRead(L, A.LI))
    return Loops;
  SmallVector<Reading, 16> All(readings());
  All.push_back(foreseeSwitched);
  for (Reading Read : All)
    if (std::unique_ptr<TrialNest> Trial = Read(L, A)) {
      const Recognition R = Trial->recognize(AR.AA);
      if (!R.Nest || !isWanted(*R.Nest, A, AR, Opts))
        continue;
      for (Loop *Each = &L; Each != Trial->root().getParentLoop();
           Each = Each->getParentLoop())
        Loops.push_back(Each);
      Loops.append(Trial->rolled().begin(), Trial->rolled().end());
      break;
    }
  return Loops;
}

/// The loops that must stay rolled for the nest with innermost loop \p L to be
/// rewritten; none where it will not be.
static SmallVector<Loop *, 4>
loopsToKeep(Loop &L, LoopStandardAnalysisResults &AR, const Options &Opts) {
  SmallVector<Loop *, 4> Loops;
  Function &F = *L.getHeader()->getParent();
  if (isLeftAlone(F) || L.getLoopDepth() < 2)
    return Loops;
  // Results that LLVM's own analysis has cached affect other passes.
  ScalarEvolution SE(F, AR.TLI, AR.AC, AR.DT, AR.LI);
  const NestAnalyses A{SE, AR.LI, AR.DT};
  Recognition R = recognizeGemm(L, A);
  std::optional<WrappedSum> Wrapped;
  if (!R.Nest) {
    Wrapped.emplace(L, A);
    R = recognizeWritten(*Wrapped, A);
  }
  if (!R.Nest) {
    Wrapped.reset();
    return loopsOfTrial(L, A, AR, Opts);
  }
  if (!isWanted(*R.Nest, A, AR, Opts))
    return Loops;
  for (const LoopIndex &Index : R.Nest->Index)
    for (Loop *Each : Index.Loops)
      if (!Wrapped || Each != Wrapped->loop())
        Loops.push_back(Each);
  Loops.append(R.Nest->Batch.Loops);
  if (R.Nest->Rest)
    Loops.push_back(R.Nest->Rest);
  return Loops;
}

/// Whether \p Outer contains another nest than \p L's that must stay rolled.
static bool isKeptForOthers(const Loop &Outer, const Loop &L) {
  return llvm::any_of(Outer.getLoopsInPreorder(), [&](const Loop *Inner) {
    return Inner != &L && Inner->isInnermost() && isHeld(*Inner);
  });
}

PreservedAnalyses DeferUnrollingPass::run(Loop &L, LoopAnalysisManager &,
                                          LoopStandardAnalysisResults &AR,
                                          LPMUpdater &) {
  if (!L.isInnermost())
    return PreservedAnalyses::all();
  // After inlining, sizes may be known that were not.
  for (Loop *Each = &L; Each && !isKeptForOthers(*Each, L);
       Each = Each->getParentLoop())
    letGo(*Each);
  // A loop whose unrolling the programmer has disabled needs no mark, and must
  // not lose its own metadata later. L's says that the nest is kept.
  const UnfusedScope Unfused(L);
  for (Loop *Each : loopsToKeep(L, AR, Opts))
    if (Each == &L || AR.SE.getSmallConstantMaxTripCount(Each))
      hold(*Each);
  return PreservedAnalyses::all();
}

bool releaseLoops(LoopInfo &LI) {
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder())
    Changed |= letGo(*L);
  return Changed;
}

} // namespace gemmify
