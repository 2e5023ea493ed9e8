//===- NestRewriter.cpp - The products of a function ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestRewriter.h"
#include "Remarks.h"
#include "VerifyAnalyses.h"
#include "lowering/core/BfloatGathers.h"
#include "lowering/target/VectorWidth.h"
#include "pass/kernel/build/Dispatch.h"
#include "pass/kernel/loops/SkinnyLoops.h"
#include "pass/kernel/pack/PackConstant.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/plan/PlanNest.h"
#include "pass/recognize/HiddenProduct.h"
#include "pass/recognize/VectorNest.h"
#include "pass/recognize/arith/SumMatch.h"
#include "pass/rewrite/HostGate.h"
#include "pass/rewrite/distribute/ArrayExpansion.h"
#include "pass/rewrite/distribute/DistributeProduct.h"
#include "pass/rewrite/distribute/ResidualLegality.h"
#include "pass/rewrite/normalize/CheckedNest.h"
#include "pass/rewrite/normalize/ContractedTriangle.h"
#include "pass/rewrite/normalize/InclusiveRanges.h"
#include "pass/rewrite/normalize/SharedCounters.h"
#include "pass/rewrite/normalize/SplitCounters.h"
#include "pass/rewrite/normalize/TrialReader.h"
#include "pass/rewrite/normalize/WrapSum.h"
#include "pass/rewrite/repeats/KeptRecord.h"
#include "pass/rewrite/version/Effects.h"
#include "pass/rewrite/version/Fallback.h"
#include "pass/rewrite/version/InvariantLoads.h"
#include "pass/rewrite/version/RewriteNest.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"

#define DEBUG_TYPE "gemmify"

using namespace llvm;

// LLVM's release builds leave out STATISTIC, and -stats only says so; clang's
// -save-stats writes these. A product that is split off is seen again.
ALWAYS_ENABLED_STATISTIC(NumSeen, "Innermost loops looked at");
ALWAYS_ENABLED_STATISTIC(NumRecognized, "Products recognized");
ALWAYS_ENABLED_STATISTIC(NumKept, "Near misses and products kept, with reason");
ALWAYS_ENABLED_STATISTIC(NumIntrinsic, "Products rewritten: intrinsic");
ALWAYS_ENABLED_STATISTIC(NumTiling, "Products rewritten: tiling");
ALWAYS_ENABLED_STATISTIC(NumPacking, "Products rewritten: packing");
ALWAYS_ENABLED_STATISTIC(NumSplit, "Products split off from the rest");

namespace gemmify {

namespace {

void countRewritten(Strategy Chosen) {
  assert(Chosen != Strategy::Auto && Chosen != Strategy::Off &&
         "such a plan rewrites nothing");
  ++(Chosen == Strategy::Intrinsic ? NumIntrinsic
     : Chosen == Strategy::Tiling  ? NumTiling
                                   : NumPacking);
}

class NestRewriter {
public:
  NestRewriter(Function &F, FunctionAnalysisManager &FAM, const Options &Opts,
               const NestAnalyses &A)
      : F(F), FAM(FAM), Opts(Opts), A(A) {}

  /// Valid for the blocks before a visit: with hotness, it uses analyses that a
  /// rewrite outdates.
  OptimizationRemarkEmitter &ore() {
    return FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  }

  /// See rewriteNests.
  bool run(bool IsTrial) {
    SmallVector<InclusiveRange, 0> Ranges = simplifyRanges(A);
    SmallVector<HoistedCounter, 2> Hoisted;
    if (llvm::any_of(A.LI.getLoopsInPreorder(),
                     [](Loop *L) { return L->getLoopDepth() >= 3; }))
      Hoisted = hoistSharedCounters(A);
    bool Rewrote = false;
    for (Loop *L : A.LI)
      enqueue(*L);
    // Visits add the loops that they split off.
    for (unsigned At = 0; At != Headers.size(); ++At)
      if (Value *Header = Headers[At])
        if (Loop *L = A.LI.getLoopFor(cast<BasicBlock>(Header));
            L && L->getHeader() == Header && !isFallback(*L)) {
          ore();
          if (visit(*L)) {
            Rewrote = true;
            forgetAnalyses(F, FAM);
          }
          verifyAnalyses(F, A);
        }
    if (Rewrote || !IsTrial)
      Missed.emit(ore(), F);
    if (!Rewrote)
      for (HoistedCounter &Counter : llvm::reverse(Hoisted))
        Counter.restore(A.SE);
    for (InclusiveRange &Range : llvm::reverse(Ranges))
      Rewrote ? Range.finish() : Range.restore(A);
    if (Rewrote)
      verifyRewritten(F);
    return Rewrote;
  }

private:
  void enqueue(Loop &Root) {
    for (Loop *L : Root.getLoopsInPreorder())
      if (L->isInnermost() && L->getLoopDepth() >= 2)
        Headers.push_back(L->getHeader());
  }

  /// Whether a product was found that a remark is about.
  bool lookForHidden(Loop &Innermost) {
    if (!ore().allowExtraAnalysis("gemmify"))
      return false;
    const auto [Where, Why] = findHiddenProduct(Innermost, A.SE);
    if (Where)
      Missed.add(*Where, Why);
    return Where;
  }

  /// Keeps the nest around \p Where, for \p Why.
  template <typename ReasonT> void keep(const Instruction &Where, ReasonT Why) {
    ++NumKept;
    Missed.add(Where, Why);
  }

  /// Says nothing of two loops, which nobody asked for.
  template <typename ReasonT>
  std::nullopt_t refuse(const GemmNest &Nest, const Instruction &Where,
                        ReasonT Why) {
    if (!Nest.isVector())
      keep(Where, Why);
    return std::nullopt;
  }

  bool visit(Loop &Innermost) {
    ++NumSeen;
    Recognition R = recognizeGemm(Innermost, A), Written;
    if (R.Nest)
      return rewriteEachForm(R, Innermost) ||
             (RepeatsVector && visitVector(Innermost));
    const bool Waits =
        R.Why == Reason::Conditional || TrialReader::isWindow(Innermost, A.SE);
    // The product of two matrices is better than each step's of a vector.
    if (!Waits && concernsLargerNest(R.Why) &&
        (visitBlocks(Innermost) || visitVector(Innermost)))
      return true;
    if (const bool Changed = visitWritten(Innermost, Written); Written.Nest)
      return Changed;
    const std::optional<bool> Rewrote = visitTrials(Innermost);
    if (Rewrote || (Waits && visitVector(Innermost)))
      return Rewrote.value_or(true);
    if (!R.isNearMiss() && Written.isNearMiss())
      R = std::move(Written);
    if (R.isNearMiss())
      keepNearMiss(R, Innermost);
    else
      lookForHidden(Innermost);
    return false;
  }

  void keepNearMiss(const Recognition &R, Loop &Innermost) {
    // Where a loop was deleted, the others do not form the source's nest.
    if (R.Why == Reason::SumOfSeveralLoops && lookForHidden(Innermost))
      return;
    Reason Other = whyNoneAtAll(Innermost);
    if (Other == Reason::None && R.Why == Reason::Triangular &&
        ore().allowExtraAnalysis("gemmify") &&
        isKeptByContraction(Innermost, A))
      Other = Reason::TriangleContracted;
    keep(*R.Where, Other == Reason::None ? R.Why : Other);
  }

  bool rewriteEachForm(Recognition &R, Loop &Innermost) {
    noteOtherWay(R);
    WeakTrackingVH Kept = Innermost.getHeader();
    bool Changed = rewrite(R);
    // The fallback of one form may be a nest in the other.
    while (R.Choice && Kept) {
      R = recognizeOther(Innermost, *R.Choice, A);
      Changed |= R.Nest && rewrite(R);
    }
    return Changed;
  }

  /// LLVM's alias analysis may have asked for a dominator tree while there was
  /// a copy that is gone again.
  void forgetTree() {
    PreservedAnalyses Kept = PreservedAnalyses::all();
    Kept.abandon<DominatorTreeAnalysis>();
    FAM.invalidate(F, Kept);
  }

  /// Reads the nest in other ways. Empty when none of them says anything.
  std::optional<bool> visitTrials(Loop &Innermost) {
    return withReader(Innermost, [&](TrialReader &Reader) {
      std::optional<bool> Rewrote = Reader.read(Innermost);
      return Rewrote != true && Reader.readVector(Innermost)
                 ? std::optional(true)
                 : Rewrote;
    });
  }

  /// The same of blocks of rows or steps alone.
  bool visitBlocks(Loop &Innermost) {
    SmallVector<SplitCounter, 0> Split = joinCounters(A);
    if (withReader(Innermost, [&](TrialReader &Reader) {
          return Reader.readBlocks(Innermost);
        }))
      return true;
    for (SplitCounter &Counter : llvm::reverse(Split))
      Counter.restore(A);
    return false;
  }

  std::optional<bool>
  withReader(Loop &Innermost,
             function_ref<std::optional<bool>(TrialReader &)> Read) {
    if (!canBeRead(Innermost, A.LI))
      return std::nullopt;
    TrialReader Reader(
        A, [&]() -> AAResults & { return FAM.getResult<AAManager>(F); },
        [&](Recognition &R, Loop &L) { return rewriteEachForm(R, L); },
        mayAllocate(F, FAM.getResult<TargetLibraryAnalysis>(F), Opts));
    const bool HadTree = FAM.getCachedResult<DominatorTreeAnalysis>(F);
    std::optional<bool> Rewrote = Read(Reader);
    if (!HadTree)
      forgetTree();
    llvm::append_range(Headers, Reader.further());
    if (Reader.allocates())
      widenEffects(F, /*Allocates=*/true, /*Dispatches=*/false);
    if (Rewrote || !Reader.miss().isNearMiss())
      return Rewrote;
    keepNearMiss(Reader.miss(), Innermost);
    return false;
  }

  /// Where a condition chooses, one branch may be a product and the other not.
  void noteOtherWay(const Recognition &R) {
    if (R.isNearMiss())
      keep(*R.Where, R.Why);
    else if (R.Choice && R.Choice->Passed != Reason::None)
      keep(*R.Where, R.Choice->Passed);
  }

  /// The two innermost loops may be a matrix's product with a vector.
  bool visitVector(Loop &Innermost) {
    Recognition R = recognizeVector(Innermost, A);
    return R.Nest && rewrite(R);
  }

  /// The loop over k may have been unrolled away.
  bool visitWritten(Loop &Innermost, Recognition &R) {
    WrappedSum Sum(Innermost, A);
    R = recognizeWritten(Sum, A);
    return R.Nest && rewrite(R);
  }

  /// Everything that a rewrite of a nest needs.
  struct Prepared {
    Legality Legal;
    BlockingPlan Plan;
    Surroundings Around;
    Product Of;
  };

  /// Empty, with a remark, where the nest of \p R has to be kept.
  std::optional<Prepared> prepare(const Recognition &R) {
    if (Reason Why = whyKept(F, *R.Nest->Elem.Ty); Why != Reason::None)
      return refuse(*R.Nest, *R.Where, Why);
    if (callsVectorLibrary(*R.Nest->Root,
                           FAM.getResult<TargetLibraryAnalysis>(F)))
      return refuse(*R.Nest, *R.Where, Reason::VectorLibrary);
    Legality Legal = examine(*R.Nest, FAM.getResult<AAManager>(F), A.SE);
    examineResidual(*R.Nest, Legal, FAM.getResult<AAManager>(F), A);
    RepeatsVector = Legal.Impossible == Reason::SameElements;
    if (Legal.Impossible != Reason::None)
      return refuse(*R.Nest, *R.Where, Legal.Impossible);
    const Surroundings Around{
        mayAllocate(F, FAM.getResult<TargetLibraryAnalysis>(F), Opts),
        !Legal.MustBeApart.empty()};
    LongVectorScope Wide(F);
    const Product Of(*R.Nest);
    Expected<BlockingPlan> Plan =
        planNest(Of, Opts, F, FAM.getResult<TargetIRAnalysis>(F), A.SE, Around);
    if (!Plan) {
      fail(Plan.takeError());
      return std::nullopt;
    }
    if (Plan->Chosen == Strategy::Off)
      return refuse(*R.Nest, *R.Nest->C.Access, Plan->WhyOff);
    if (R.Nest->isVector() && !canBeSkinny(Of.Order, *Plan))
      return std::nullopt;
    return Prepared{std::move(Legal), std::move(*Plan), Around, Of};
  }

  bool rewrite(Recognition &R) {
    ++NumRecognized;
    std::optional<Prepared> Ready = prepare(R);
    return Ready && rewrite(*R.Nest, *Ready, R);
  }

  bool rewrite(GemmNest &Nest, Prepared &Ready, const Recognition &R) {
    auto &[Legal, Plan, Around, Of] = Ready;
    const bool IsPart = isPart(*Nest.Root);
    const DebugLoc Where = placeOf(R), Sum = R.Where->getDebugLoc(),
                   Store = Nest.C.Access->getDebugLoc();
    const bool MayAllocate = Around.MayAllocate;
    const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
    if (!Nest.Besides.empty()) {
      if (!Legal.Expansion || MayAllocate)
        return peel(Nest, Legal, Plan);
      keep(*Nest.C.Access, Reason::SameElements);
      return false;
    }
    std::optional<LongVectorScope> Wide(std::in_place, F);
    auto Levels = planVersions(Of, Plan, Opts, F, TTI, A.SE, Around);
    if (!Levels)
      return fail(Levels.takeError());
    const std::optional<UnusedEngine> Unused = findUnusedEngine(Of, Opts, F);
    RemarkText Text = describeNest(Nest);
    Text.append(describeSizes(Nest));
    packConstant(Of, Plan, *Levels, Opts, {F, TTI, Around}, A.SE);
    keepAcrossRuns(Of, Plan, MayAllocate, FAM.getResult<AAManager>(F), A);
    BasicBlock *Entry = hoistInvariantLoads(Nest, Legal, A);
    MacroKernel Kernel =
        getMacroKernel(Of, Legal.RowsApart, Plan, Opts, F, A.SE, MayAllocate);
    addLevels(Kernel, *Levels, Of, Legal.RowsApart, Opts, F, A.SE, MayAllocate);
    Wide.reset();
    RewriteOutcome Outcome = rewriteNest(Of, Legal, Plan, Kernel, *Entry, A);
    if (!IsPart)
      remarkRewritten(ore(), Text, Where, *Entry, Plan, *Levels, Kernel.Threads,
                      Of, Outcome);
    countRewritten(Plan.Chosen);
    Missed.addRewritten({Sum, Store});
    if (Unused && !IsPart)
      remarkUnused(ore(), Where, *Entry, *Unused);
    widenEffects(F, Kernel.Allocates, Kernel.Dispatches);
    if (!Outcome.DroppedOriginal)
      restoreExit(*Nest.Root);
    return true;
  }

  bool fail(Error E) {
    F.getContext().emitError("gemmify: " + toString(std::move(E)));
    return false;
  }

  /// There may be another nest in the loops that are kept.
  void restoreExit(Loop &Root) {
    formDedicatedExitBlocks(&Root, &A.DT, &A.LI, nullptr,
                            /*PreserveLCSSA=*/false);
  }

  /// Splits the product off and visits both halves later.
  bool peel(GemmNest &Nest, Legality &Legal, const BlockingPlan &Plan) {
    BasicBlock *Entry = hoistInvariantLoads(Nest, Legal, A);
    DistributedNest Halves = distributeProduct(Nest, Legal, Plan, *Entry, A);
    if (!Halves.Product)
      refuse(Nest, *Nest.C.Access, Reason::Entangled);
    else
      ++NumSplit;
    expectBfloatGathers(F); // The rest's may be vectorized now.
    for (Loop *Half : {Halves.Product, Halves.Rest})
      if (Half)
        enqueue(*Half);
    widenEffects(F, /*Allocates=*/Legal.Expansion.has_value(),
                 /*Dispatches=*/false);
    restoreExit(*Nest.Root);
    return true;
  }

  Function &F;
  FunctionAnalysisManager &FAM;
  const Options &Opts;
  const NestAnalyses &A;
  SmallVector<WeakTrackingVH, 8> Headers; ///< Of the loops to visit.
  MissedRemarks Missed;
  bool RepeatsVector = false; ///< The last product, in an outer loop.
};

} // namespace

bool rewriteNests(Function &F, FunctionAnalysisManager &FAM,
                  const Options &Opts, const NestAnalyses &A, bool IsTrial) {
  return NestRewriter(F, FAM, Opts, A).run(IsTrial);
}

} // namespace gemmify
