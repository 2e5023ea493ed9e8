//===- GemmifyLower.cpp - The lowering pass -------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GemmifyLower.h"
#include "FunctionLowering.h"
#include "SeparateProducts.h"
#include "lowering/core/BfloatGathers.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace gemmify {

PreservedAnalyses GemmifyLowerPass::run(Function &F,
                                        FunctionAnalysisManager &FAM) {
  const bool Separated = separateProducts(F);
  if (none_of(instructions(F), isMatrixIntrinsic))
    return Separated ? PreservedAnalyses::none() : PreservedAnalyses::all();
  dropUnreachableMatrixCalls(F);
  expectBfloatGathers(F);
  FunctionLowering(F, FAM.getResult<TargetIRAnalysis>(F),
                   FAM.getResult<AAManager>(F), TargetRow)
      .run();
  return PreservedAnalyses::none();
}

} // namespace gemmify
