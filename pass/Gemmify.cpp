//===- Gemmify.cpp - The macro pass ---------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemmify.h"
#include "NestRewriter.h"
#include "VerifyAnalyses.h"
#include "pass/kernel/build/EagerLowering.h"
#include "pass/rewrite/HostGate.h"
#include "pass/rewrite/accessors/OpenedFunction.h"
#include "pass/rewrite/normalize/DeferredUnrolling.h"
#include "pass/rewrite/normalize/UnfusedScope.h"
#include "pass/rewrite/version/ShortLoops.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;

namespace gemmify {

/// The pass computes its own analyses: cached ones would change what later
/// passes see, compared to a build without the plugin, even where nothing is
/// rewritten.
GemmifyPass::Outcome GemmifyPass::runOn(Function &F,
                                        FunctionAnalysisManager &FAM,
                                        DominatorTree &DT, LoopInfo &LI,
                                        bool IsTrial) {
  const bool Holds = allowUnrolling(LI);
  if (isLeftAlone(F) || Opts.Plan.Wanted == Strategy::Off ||
      llvm::none_of(LI.getLoopsInPreorder(),
                    [](Loop *L) { return L->getLoopDepth() >= 2; })) {
    releaseLoops(LI);
    return {};
  }
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  ScalarEvolution SE(F, TLI, AC, DT, LI);
  const NestAnalyses A{SE, LI, DT};
  const bool Simplified = simplifyNests(F, A, AC);
  if (Simplified)
    forgetAnalyses(F, FAM);
  const bool Rewrote = rewriteNests(F, FAM, Opts, A, IsTrial);
  if (IsTrial && !Rewrote)
    return {};
  const bool Unrolls = Holds && Own.ShortLoops && hasLoopToUnroll(LI, SE);
  if (Unrolls) {
    forgetAnalyses(F, FAM);
    FAM.invalidate(F, Own.ShortLoops().run(F, FAM));
  } else
    releaseLoops(LI);
  if (Rewrote && Own.Kernel) {
    FunctionPassManager FPM = Own.Kernel(Opts.TargetRow);
    lowerEagerly(F, FAM, FPM);
  }
  return {Rewrote, Simplified || Rewrote || Unrolls};
}

namespace {

/// Takes no remarks.
class Silence : public DiagnosticHandler {
public:
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    return isa<DiagnosticInfoOptimizationBase>(Info);
  }
  bool isAnalysisRemarkEnabled(StringRef) const override { return false; }
  bool isMissedOptRemarkEnabled(StringRef) const override { return false; }
  bool isPassedOptRemarkEnabled(StringRef) const override { return false; }
  bool isAnyRemarkEnabled() const override { return false; }
};

/// No pass tells the user what it does while this lives.
class NoRemarks {
public:
  explicit NoRemarks(LLVMContext &Ctx)
      : Ctx(Ctx), Before(Ctx.getDiagnosticHandler()) {
    Ctx.setDiagnosticHandler(std::make_unique<Silence>());
  }
  ~NoRemarks() { Ctx.setDiagnosticHandler(std::move(Before)); }

private:
  LLVMContext &Ctx;
  std::unique_ptr<DiagnosticHandler> Before;
};

} // namespace

/// Whether there is a product in \p F, with loops \p LI, once its accessors are
/// opened.
bool GemmifyPass::runOpened(Function &F, FunctionAnalysisManager &FAM,
                            const LoopInfo &LI) {
  std::unique_ptr<OpenedFunction> Opened;
  if (Own.Simplify && Opts.Plan.Wanted != Strategy::Off)
    Opened = OpenedFunction::open(F, LI, FAM);
  if (!Opened)
    return false;
  Function &Copy = Opened->copy();
  {
    const NoRemarks Quiet(F.getContext());
    FAM.invalidate(Copy, Own.Simplify().run(Copy, FAM));
  }
  if (Opened->hasFolded())
    return false;
  DominatorTree DT(Copy);
  LoopInfo LoopsOfCopy(DT);
  std::optional<UnfusedScope> Unfused(std::in_place, Copy);
  if (!runOn(Copy, FAM, DT, LoopsOfCopy, /*IsTrial=*/true).Rewrote)
    return false;
  Unfused.reset();
  Opened->keep();
  return true;
}

PreservedAnalyses GemmifyPass::run(Function &F, FunctionAnalysisManager &FAM) {
  const UnfusedScope Unfused(F);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  return runOpened(F, FAM, LI) ||
                 runOn(F, FAM, DT, LI, /*IsTrial=*/false).Changed
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}

} // namespace gemmify
