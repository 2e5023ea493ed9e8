//===- PrintNests.h - Show nests and plans ----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shows what recognition and planning see. Like every loop pass of LLVM, the
/// printers first bring loops into loop-simplify form; they change nothing
/// else.
///
///     opt-22 -load-pass-plugin=build/lib/Gemmify.so
///         -passes='print<gemmify-nests>' -disable-output nest.ll
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PRINTNESTS_H
#define GEMMIFY_PASS_PRINTNESTS_H

#include "pass/plan/Options.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace gemmify {

/// Prints each nest as slices with strides, or why there is none.
class PrintNestsPass : public llvm::PassInfoMixin<PrintNestsPass> {
public:
  explicit PrintNestsPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

/// Prints the plan of each nest.
class PrintPlanPass : public llvm::PassInfoMixin<PrintPlanPass> {
public:
  PrintPlanPass(llvm::raw_ostream &OS, Options Opts)
      : OS(OS), Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
  Options Opts;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_PRINTNESTS_H
