//===- VerifyAnalyses.cpp - Analyses that rewrites keep up to date --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyAnalyses.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace gemmify {

/// Whether \p F is not well-formed, whatever its debug information is.
static bool isBroken(Function &F) {
  if (!verifyFunction(F))
    return false;
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  stripDebugInfo(*Copy);
  const bool Broken = verifyFunction(*Copy, &errs());
  Copy->eraseFromParent();
  return Broken;
}

void verifyRewritten(Function &F) {
  if (isBroken(F))
    report_fatal_error("gemmify: the rewritten function is not well-formed");
}

/// LoopInfo::verify() is not enough, as LLVM's release builds leave it empty.
void verifyAnalyses(const Function &F, const NestAnalyses &A) {
  if (VerifyDomInfo && !A.DT.verify())
    report_fatal_error("gemmify: the dominator tree is not up to date");
  if (!VerifyLoopInfo)
    return;
  auto HeaderOf = [](const LoopInfo &LI, const BasicBlock &BB) {
    const Loop *L = LI.getLoopFor(&BB);
    return L ? L->getHeader() : nullptr;
  };
  const LoopInfo Fresh(A.DT);
  for (const BasicBlock &BB : F)
    if (HeaderOf(A.LI, BB) != HeaderOf(Fresh, BB) ||
        A.LI.getLoopDepth(&BB) != Fresh.getLoopDepth(&BB))
      report_fatal_error("gemmify: the loops are not up to date");
}

void forgetAnalyses(Function &F, FunctionAnalysisManager &FAM) {
  PreservedAnalyses Kept = PreservedAnalyses::none();
  Kept.preserve<AssumptionAnalysis>();
  Kept.preserve<TargetLibraryAnalysis>();
  Kept.preserve<TargetIRAnalysis>();
  FAM.invalidate(F, Kept);
}

} // namespace gemmify
