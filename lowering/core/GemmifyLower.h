//===- GemmifyLower.h - The lowering pass -----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `gemmify-lower`: turns every `llvm.matrix.multiply` of a function, and the
/// other `llvm.matrix.*` calls that feed or use it, into code for the target.
///
///     opt-22 -load-pass-plugin=build/lib/Gemmify.so -passes=gemmify-lower x.ll
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_GEMMIFYLOWER_H
#define GEMMIFY_LOWERING_CORE_GEMMIFYLOWER_H

#include "llvm/IR/PassManager.h"
#include <string>

namespace gemmify {

/// Lowers all matrix intrinsics of a function.
class GemmifyLowerPass : public llvm::PassInfoMixin<GemmifyLowerPass> {
public:
  /// \p TargetRow names a table row or is empty (`-gemmify-target`).
  explicit GemmifyLowerPass(std::string TargetRow = "")
      : TargetRow(std::move(TargetRow)) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

  /// Required for correctness: a call that is left crashes the code generator.
  static bool isRequired() { return true; }

private:
  std::string TargetRow;
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_GEMMIFYLOWER_H
