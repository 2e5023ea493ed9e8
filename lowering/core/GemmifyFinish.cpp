//===- GemmifyFinish.cpp - After all other passes -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmifyFinish.h"
#include "SeparateProducts.h"
#include "lowering/core/BfloatGathers.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

PreservedAnalyses GemmifyFinishPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  F.removeFnAttr(SettledAttribute);
  Attribute Awaited = F.getFnAttribute(FinishAttribute);
  const bool Gathered = replaceBfloatGathers(F);
  if (!Awaited.isValid() && !F.hasFnAttribute(SeparateAttribute))
    return Gathered ? PreservedAnalyses::none() : PreservedAnalyses::all();
  fenceProducts(F);
  for (const TargetRow &Row : targetTable())
    if (Row.Name == Awaited.getValueAsString() && Row.Finish && Row.Fits(F))
      Row.Finish(F);
  F.removeFnAttr(FinishAttribute);
  return PreservedAnalyses::none();
}

} // namespace gemmify
