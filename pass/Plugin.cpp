//===- Plugin.cpp - Names and extension points ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only file that knows PassBuilder and the passes of pipelines. It
/// registers ours by name and puts them into the pipelines of clang, flang and
/// the linker.
///
///     opt-22 -load-pass-plugin=build/lib/Gemmify.so -passes='gemmify' x.ll
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so x.c
///
//===----------------------------------------------------------------------===//

#include "Gemmify.h"
#include "PrintNests.h"
#include "Version.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/GemmifyFinish.h"
#include "lowering/core/GemmifyLower.h"
#include "lowering/target/PrintTargets.h"
#include "pass/rewrite/HostGate.h"
#include "pass/rewrite/normalize/DeferredUnrolling.h"
#include "pass/rewrite/version/ShortLoops.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

using namespace llvm;
using namespace gemmify;

/// Passes are added after the command line has been parsed, not when the
/// plugin is loaded. There is no context yet that could take an error.
static Options options() {
  Expected<Options> Opts = parseOptions();
  if (!Opts) {
    WithColor::error(errs(), "gemmify") << toString(Opts.takeError()) << "\n";
    std::exit(1);
  }
  return std::move(*Opts);
}

/// What LLVM does with a function once others have been inlined into it, except
/// for what would give its loops another form.
static FunctionPassManager simplification() {
  auto addLoopPass = [](FunctionPassManager &FPM, auto Pass) {
    FPM.addPass(createFunctionToLoopPassAdaptor(std::move(Pass),
                                                /*UseMemorySSA=*/true));
  };
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  addLoopPass(FPM, LICMPass(LICMOptions()));
  addLoopPass(FPM, SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
  FPM.addPass(GVNPass());
  FPM.addPass(SCCPPass());
  FPM.addPass(CorrelatedValuePropagationPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(DSEPass());
  addLoopPass(FPM, LICMPass(LICMOptions()));
  FPM.addPass(ADCEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  return FPM;
}

static bool addFunctionPass(StringRef Name, FunctionPassManager &FPM) {
  if (Name == "gemmify")
    FPM.addPass(GemmifyPass(options(), {nullptr, nullptr, simplification}));
  else if (Name == "gemmify-lower")
    FPM.addPass(GemmifyLowerPass(options().TargetRow));
  else if (Name == "gemmify-finish")
    FPM.addPass(GemmifyFinishPass());
  else if (Name == "gemmify-release")
    FPM.addPass(ReleaseLoopsPass());
  else if (Name == "print<gemmify-nests>")
    FPM.addPass(PrintNestsPass(errs()));
  else if (Name == "print<gemmify-plan>")
    FPM.addPass(PrintPlanPass(errs(), options()));
  else if (Name == "print<gemmify-targets>")
    FPM.addPass(PrintTargetsPass(errs()));
  else
    return false;
  return true;
}

namespace {
struct PrintVersionPass : PassInfoMixin<PrintVersionPass> {
  PreservedAnalyses run(Module &, ModuleAnalysisManager &) {
    errs() << "Gemmify " << Version << " for LLVM " LLVM_VERSION_STRING "\n";
    return PreservedAnalyses::all();
  }
};
} // namespace

static void registerNames(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        return addFunctionPass(Name, FPM);
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "print<gemmify-version>") {
          MPM.addPass(PrintVersionPass());
          return true;
        }
        FunctionPassManager FPM;
        if (!addFunctionPass(Name, FPM))
          return false;
        MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, LoopPassManager &LPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "gemmify-keep")
          return false;
        LPM.addPass(DeferUnrollingPass(options()));
        return true;
      });
}

namespace {
/// Marks a module that will be instrumented, which nothing in the module shows.
struct MarkInstrumentedPass : PassInfoMixin<MarkInstrumentedPass> {
  struct Instruments {
    bool DataFlow = false, Coverage = false;
  };
  std::shared_ptr<const Instruments> Later;

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (Later->DataFlow)
      M.getOrInsertNamedMetadata(DataFlowMark);
    if (Later->Coverage)
      M.getOrInsertNamedMetadata(CoverageMark);
    return PreservedAnalyses::all();
  }
};

/// Removes the marks, because another compilation may continue with the module.
struct UnmarkInstrumentedPass : PassInfoMixin<UnmarkInstrumentedPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (StringRef Mark : {DataFlowMark, CoverageMark})
      if (NamedMDNode *Node = M.getNamedMetadata(Mark))
        Node->eraseFromParent();
    return PreservedAnalyses::all();
  }
};
} // namespace

/// clang's own instrumentation is known only once the pipeline is complete:
/// clang adds it at OptimizerLast, after what plugins have registered there so
/// far.
static void registerInstruments(PassBuilder &PB) {
  auto Later = std::make_shared<MarkInstrumentedPass::Instruments>();
  auto Look = [Later](ModulePassManager &MPM, OptimizationLevel,
                      std::optional<ThinOrFullLTOPhase>) {
    std::string Passes;
    raw_string_ostream OS(Passes);
    MPM.printPipeline(OS, [](StringRef Name) { return Name; });
    Later->DataFlow = StringRef(Passes).contains("DataFlowSanitizerPass");
    Later->Coverage = StringRef(Passes).contains("SanitizerCoveragePass");
    MPM.addPass(UnmarkInstrumentedPass());
  };
  PB.registerPipelineStartEPCallback(
      [Later, Look, &PB, Asked = false](ModulePassManager &MPM,
                                        OptimizationLevel Level) mutable {
        if (Level == OptimizationLevel::O0)
          return;
        MPM.addPass(MarkInstrumentedPass{{}, Later});
        if (!std::exchange(Asked, true))
          registerOptimizerLast(PB, Look);
      });
}

/// The passes that a kernel needs: its lowering, the unrolling that it asks
/// for, and computing each address once.
static FunctionPassManager kernelPipeline(StringRef TargetRow) {
  constexpr int Level = 2;
  FunctionPassManager FPM;
  FPM.addPass(GemmifyLowerPass(TargetRow.str()));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(
      LoopUnrollPass(LoopUnrollOptions(Level, /*OnlyWhenForced=*/true)));
  return FPM;
}

namespace {

/// LLVM's full unrolling, for held loops alone: others have been there.
class UnrollHeldLoop : public PassInfoMixin<UnrollHeldLoop> {
public:
  explicit UnrollHeldLoop(int Level) : Unroll(Level) {}
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM,
                        LoopStandardAnalysisResults &AR, LPMUpdater &U) {
    return letGo(L) ? Unroll.run(L, AM, AR, U) : PreservedAnalyses::all();
  }

private:
  LoopFullUnrollPass Unroll;
};

} // namespace

/// Unrolls short loops, and does what LLVM does between its own full unrolling
/// and the vectorizer: what stays in registers is loaded before the loop.
static FunctionPassManager shortLoopPipeline(int Level) {
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(UnrollHeldLoop(Level)));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                              /*UseMemorySSA=*/true));
  return FPM;
}

/// The matrix types of the source are lowered before LLVM's own lowering, the
/// nests at the last point where loops are still scalar.
static void registerExtensionPoints(PassBuilder &PB) {
  PB.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &LPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          LPM.addPass(DeferUnrollingPass(options()));
      });
  registerOptimizerEarly(PB,
                         [](ModulePassManager &MPM, OptimizationLevel Level) {
                           if (Level != OptimizationLevel::O0)
                             MPM.addPass(createModuleToFunctionPassAdaptor(
                                 GemmifyLowerPass(options().TargetRow)));
                         });
  registerOptimizerLast(PB, [](ModulePassManager &MPM, OptimizationLevel,
                               std::optional<ThinOrFullLTOPhase> Phase) {
    if (!Phase || *Phase == ThinOrFullLTOPhase::ThinLTOPreLink)
      MPM.addPass(createModuleToFunctionPassAdaptor(ReleaseLoopsPass()));
    if (!Phase || *Phase != ThinOrFullLTOPhase::ThinLTOPreLink)
      MPM.addPass(createModuleToFunctionPassAdaptor(GemmifyFinishPass()));
  });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(createModuleToFunctionPassAdaptor(GemmifyFinishPass()));
      });
  PB.registerVectorizerStartEPCallback([](FunctionPassManager &FPM,
                                          OptimizationLevel Level) {
    if (Level == OptimizationLevel::O0)
      return;
    Options Opts = options();
    const int Speed = Level.getSpeedupLevel();
    FPM.addPass(GemmifyPass(Opts, {kernelPipeline,
                                   [Speed] { return shortLoopPipeline(Speed); },
                                   simplification}));
    FPM.addPass(GemmifyLowerPass(Opts.TargetRow));
  });
}

/// Of the program that has loaded the plugin; null where that was linked
/// without LLVM's C interface.
extern "C" LLVM_ATTRIBUTE_WEAK void
LLVMGetVersion(unsigned *Major, unsigned *Minor, unsigned *Patch);

/// Stops the program where its LLVM is another one: calling it would crash.
static void requireOwnLLVM() {
  unsigned Major = LLVM_VERSION_MAJOR, Minor = 0, Patch = 0;
  if (LLVMGetVersion)
    LLVMGetVersion(&Major, &Minor, &Patch);
  if (Major == LLVM_VERSION_MAJOR)
    return;
  std::fprintf(stderr,
               "error: Gemmify.so was built for LLVM %d, and this program has "
               "LLVM %u.%u.%u; use clang-%d, "
               "flang-%d or opt-%d\n",
               LLVM_VERSION_MAJOR, Major, Minor, Patch, LLVM_VERSION_MAJOR,
               LLVM_VERSION_MAJOR, LLVM_VERSION_MAJOR);
  std::exit(1);
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  requireOwnLLVM();
  return {LLVM_PLUGIN_API_VERSION, "Gemmify", Version, [](PassBuilder &PB) {
            registerNames(PB);
            registerExtensionPoints(PB);
            registerInstruments(PB);
          }};
}
