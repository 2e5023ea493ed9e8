//===- UnfusedScope.cpp - Where no product can be fused -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnfusedScope.h"
#include "lowering/target/TargetFeatures.h"
#include "pass/recognize/arith/Contraction.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

bool UnfusedScope::begin() {
  if (!neverFuses(F))
    return false;
  F.addFnAttr(UnfusedAttribute);
  return true;
}

void UnfusedScope::take(BasicBlock &BB) {
  for (Instruction &I : BB)
    if (isa<FPMathOperator>(I) && I.hasAllowContract() &&
        !I.hasAllowReassoc()) {
      I.setHasAllowContract(false);
      Contracted.emplace_back(&I);
    }
}

UnfusedScope::UnfusedScope(Function &F) : F(F) {
  if (begin())
    for (BasicBlock &BB : F)
      take(BB);
}

UnfusedScope::UnfusedScope(Loop &L) : F(*L.getHeader()->getParent()) {
  if (begin())
    for (BasicBlock *BB : L.getOutermostLoop()->blocks())
      take(*BB);
}

UnfusedScope::~UnfusedScope() {
  F.removeFnAttr(UnfusedAttribute);
  for (WeakVH &I : Contracted)
    if (I)
      cast<Instruction>(I)->setHasAllowContract(true);
}

} // namespace gemmify
