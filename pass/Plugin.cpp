//===- Plugin.cpp - Names and extension points ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only file that knows PassBuilder: registers the passes by name and puts
/// them into the pipelines of clang, flang and the linker.
///
///     opt-22 -load-pass-plugin=build/lib/Gemmify.so -passes='gemmify' x.ll
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so x.c
///
//===----------------------------------------------------------------------===//

#include "../lowering/GemmifyFinish.h"
#include "../lowering/GemmifyLower.h"
#include "../lowering/PrintTargets.h"
#include "Gemmify.h"
#include "PrintNests.h"
#include "rewrite/KeepRolled.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/WithColor.h"
#include <cstdlib>

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

static bool addFunctionPass(StringRef Name, FunctionPassManager &FPM) {
  if (Name == "gemmify")
    FPM.addPass(GemmifyPass(options()));
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

static void registerNames(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        return addFunctionPass(Name, FPM);
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
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
        LPM.addPass(KeepRolledPass(options()));
        return true;
      });
}

/// The matrix types of the source are lowered before LLVM's own lowering, the
/// nests at the last point where loops are still loops.
static void registerExtensionPoints(PassBuilder &PB) {
  PB.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &LPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          LPM.addPass(KeepRolledPass(options()));
      });
  PB.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level, ThinOrFullLTOPhase) {
        if (Level != OptimizationLevel::O0)
          MPM.addPass(createModuleToFunctionPassAdaptor(
              GemmifyLowerPass(options().TargetRow)));
      });
  PB.registerOptimizerLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase Phase) {
        if (Phase == ThinOrFullLTOPhase::ThinLTOPreLink)
          MPM.addPass(createModuleToFunctionPassAdaptor(ReleaseLoopsPass()));
        else
          MPM.addPass(createModuleToFunctionPassAdaptor(GemmifyFinishPass()));
      });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(createModuleToFunctionPassAdaptor(GemmifyFinishPass()));
      });
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (Level == OptimizationLevel::O0)
          return;
        Options Opts = options();
        FPM.addPass(GemmifyPass(Opts, /*Settles=*/true));
        FPM.addPass(GemmifyLowerPass(Opts.TargetRow));
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Gemmify", "0.1.0", [](PassBuilder &PB) {
            registerNames(PB);
            registerExtensionPoints(PB);
          }};
}
