//===- PrintTargets.h - Prints the table of targets -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `print<gemmify-targets>`: one line per row for each function, e.g.
///
///     x86-fma: fits, 256-bit vectors, 16 registers, f32 16x6x1, f64 8x6x1, ...
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_PRINTTARGETS_H
#define GEMMIFY_LOWERING_TARGET_PRINTTARGETS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace gemmify {

class PrintTargetsPass : public llvm::PassInfoMixin<PrintTargetsPass> {
public:
  explicit PrintTargetsPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_PRINTTARGETS_H
