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
#include "llvm/IR/PassManager.h"

namespace gemmify {

class GemmifyPass : public llvm::PassInfoMixin<GemmifyPass> {
public:
  /// Makes the passes that a kernel needs for the row of the target table that
  /// the user has named, if any.
  using Pipeline = llvm::FunctionPassManager (*)(llvm::StringRef TargetRow);

  /// \p Lowering: the passes that kernels go through right away, see
  /// EagerLowering.h; null: they are left to the pipeline that is running.
  explicit GemmifyPass(Options Opts, Pipeline Lowering = nullptr)
      : Opts(std::move(Opts)), Lowering(Lowering) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

private:
  Options Opts;
  Pipeline Lowering;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_GEMMIFY_H
