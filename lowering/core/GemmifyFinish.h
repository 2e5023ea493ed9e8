//===- GemmifyFinish.h - After all other passes -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `gemmify-finish`: prepares lowered products for the code generator after
/// loops have been unrolled and before instruction selection. Each row says
/// what to do (TargetRow::Finish).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_GEMMIFYFINISH_H
#define GEMMIFY_LOWERING_CORE_GEMMIFYFINISH_H

#include "llvm/IR/PassManager.h"

namespace gemmify {

/// On a settled function that no pass before this one may change.
constexpr llvm::StringLiteral SettledAttribute = "gemmify-settled";

class GemmifyFinishPass : public llvm::PassInfoMixin<GemmifyFinishPass> {
public:
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_GEMMIFYFINISH_H
