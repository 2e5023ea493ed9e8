//===- SquareRoot.cpp - Square roots that report no error -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SquareRoot.h"
#include "LibraryCall.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

static bool isLibrarySqrt(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->getName().starts_with("sqrt"))
    return false;
  std::optional<LibFunc> Function = libraryFunction(Call);
  return Function == LibFunc_sqrt || Function == LibFunc_sqrtf;
}

SquareRoot matchSquareRoot(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  if (!Call || !isLibrarySqrt(*Call))
    return {};
  Value *Number = Call->getArgOperand(0);
  if (auto *Wider = dyn_cast<FPExtInst>(Number))
    Number = Wider->getOperand(0);
  if (!isa<SIToFPInst, UIToFPInst>(Number))
    return {};
  return {cast<Instruction>(Number)->getOperand(0), isa<SIToFPInst>(Number)};
}

} // namespace gemmify
