//===- StepNumbers.cpp - Numbers of the steps of a block ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepNumbers.h"
#include "intrinsic/Tuning.h"

using namespace llvm;

namespace gemmify {

void StepNumbers::keep(Value *Begin, Value *Step) {
  BasicBlock &Entry = Trial.start().getParent()->getEntryBlock();
  for (Instruction *Of : P.Nest.KeptSteps) {
    auto *Place = new AllocaInst(
        ArrayType::get(Of->getType(), SharedTuning::StaircaseRows), 0,
        "gemmify.numbers", Entry.getFirstNonPHIIt());
    Trial.onRemoval([Place] { Place->eraseFromParent(); });
    Emit.OfSteps.push_back({Of, Place});
    auto *Copy = cast<Instruction>(Trial[Of]);
    IRBuilder<> B(Copy->getParent(), *Copy->getInsertionPointAfterDef());
    B.SetCurrentDebugLocation(Copy->getDebugLoc());
    B.CreateStore(Copy, StatementEmitter::placeOfStep(B, Of->getType(), Place,
                                                      Begin, Step));
  }
}

} // namespace gemmify
