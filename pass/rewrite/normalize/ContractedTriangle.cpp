//===- ContractedTriangle.cpp - Contraction that keeps triangles ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractedTriangle.h"
#include "pass/rewrite/pivots/ReadPivots.h"
#include "pass/rewrite/staircase/ReadStaircase.h"
#include "pass/rewrite/staircase/ReadSumApart.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

bool isKeptByContraction(Loop &Innermost, const NestAnalyses &A) {
  SmallVector<Instruction *, 16> Contracted;
  const Loop &Root = *TrialNest::rootsAround(Innermost).front();
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (isa<FPMathOperator>(I) && I.hasAllowContract())
        Contracted.push_back(&I);
  if (Contracted.empty())
    return false;
  for (Instruction *I : Contracted)
    I->setHasAllowContract(false);
  bool Found = false;
  for (Reading Read : {readStaircase, readSumApart, readPivots})
    Found = Found || Read(Innermost, A);
  for (Instruction *I : Contracted)
    I->setHasAllowContract(true);
  return Found;
}

} // namespace gemmify
