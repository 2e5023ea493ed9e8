//===- GemmifyFinish.cpp - After all other passes -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmifyFinish.h"
#include "TargetTable.h"

using namespace llvm;

namespace gemmify {

PreservedAnalyses GemmifyFinishPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  bool Changed = false;
  for (const TargetRow &Row : targetTable())
    if (Row.Finish && Row.Fits(F))
      Changed |= Row.Finish(F);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace gemmify
