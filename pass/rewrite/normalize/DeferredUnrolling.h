//===- DeferredUnrolling.h - Small nests stay loops -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `gemmify-keep`: LLVM unrolls loops of small constant trip count long before
/// the macro pass runs. This loop pass runs just before that and marks the
/// loops of GEMM nests (see version/ShortLoops.h).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_DEFERREDUNROLLING_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_DEFERREDUNROLLING_H

#include "pass/plan/Options.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace gemmify {

/// Marks the loops of a nest that are short enough to be unrolled so that they
/// are not, unless the nest will be kept. Then earlier marks, from a function
/// that has been inlined, are removed.
class DeferUnrollingPass : public llvm::PassInfoMixin<DeferUnrollingPass> {
public:
  explicit DeferUnrollingPass(Options Opts) : Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &LAM,
                              llvm::LoopStandardAnalysisResults &AR,
                              llvm::LPMUpdater &Updater);

private:
  Options Opts;
};

/// Removes the marks from all loops of \p LI; returns whether there were any.
bool releaseLoops(llvm::LoopInfo &LI);

/// `gemmify-release`: releaseLoops at the end of a compile step whose module
/// is optimized further at link time, with or without this plugin.
class ReleaseLoopsPass : public llvm::PassInfoMixin<ReleaseLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM) {
    releaseLoops(FAM.getResult<llvm::LoopAnalysis>(F));
    return llvm::PreservedAnalyses::all();
  }
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_DEFERREDUNROLLING_H
