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

#include "../lowering/GemmifyLower.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;
using namespace gemmify;

static bool addFunctionPass(StringRef Name, FunctionPassManager &FPM) {
  if (Name == "gemmify-lower") {
    FPM.addPass(GemmifyLowerPass());
    return true;
  }
  return false;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Gemmify", "0.1.0", [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, FunctionPassManager &FPM,
                   ArrayRef<PassBuilder::PipelineElement>) {
                  return addFunctionPass(Name, FPM);
                });
          }};
}
