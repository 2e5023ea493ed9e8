//===- Gemmify.h - The macro pass -------------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `gemmify`: recognize, prove, plan, rewrite.
///
///     opt-22 -load-pass-plugin=build/lib/Gemmify.so
///         -passes='gemmify,gemmify-lower' nest.ll
///
/// It is a function pass that adds internal functions (the macro-kernels) at
/// the end of the module; the running function pipeline visits them in turn. In
/// compiler pipelines, it settles most of them right away instead.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_GEMMIFY_H
#define GEMMIFY_PASS_GEMMIFY_H

#include "pass/plan/Options.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"
#include <functional>

namespace gemmify {

/// What the macro pass runs on its own; null: it is left to the pipeline.
struct OwnPipelines {
  /// The passes that a kernel needs for the row of the target table that the
  /// user has named, if any; see EagerLowering.h.
  llvm::FunctionPassManager (*Kernel)(llvm::StringRef TargetRow) = nullptr;
  /// Unrolls held loops; see ShortLoops.h.
  std::function<llvm::FunctionPassManager()> ShortLoops;
  /// What LLVM does with a function after inlining; see OpenedFunction.h.
  llvm::FunctionPassManager (*Simplify)() = nullptr;
};

class GemmifyPass : public llvm::PassInfoMixin<GemmifyPass> {
public:
  explicit GemmifyPass(Options Opts, OwnPipelines Own = {})
      : Opts(std::move(Opts)), Own(std::move(Own)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

private:
  struct Outcome {
    bool Rewrote = false, Changed = false;
  };
  Outcome runOn(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                llvm::DominatorTree &DT, llvm::LoopInfo &LI, bool IsTrial);
  bool runOpened(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                 const llvm::LoopInfo &LI);

  Options Opts;
  OwnPipelines Own;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_GEMMIFY_H
