//===- LibraryCall.cpp - Calls of the C library ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryCall.h"
#include "intrinsic/Llvm.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

/// A definition of that name may do anything.
static bool mayBeLibraryCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && !Call.isNoBuiltin() &&
         !Call.isStrictFP() && !Call.isConvergent() &&
         !Call.hasOperandBundles();
}

std::optional<LibFunc> libraryFunction(const CallBase &Call) {
  if (!mayBeLibraryCall(Call))
    return std::nullopt;
  const Function &Callee = *Call.getCalledFunction();
  TargetLibraryInfoImpl Known(tripleOf(*Callee.getParent()));
  TargetLibraryInfo Library(Known, Call.getFunction());
  LibFunc Function;
  if (!Library.getLibFunc(Callee, Function) || !Library.has(Function))
    return std::nullopt;
  return Function;
}

/// Whether \p Call rounds to an integer. TargetLibraryInfo does not know these.
static bool roundsToInteger(const CallBase &Call) {
  if (!mayBeLibraryCall(Call) ||
      Call.getFunction()->hasFnAttribute("no-builtins"))
    return false;
  const Function &Callee = *Call.getCalledFunction();
  return Call.arg_size() == 1 && Call.getType()->isIntegerTy() &&
         Call.getArgOperand(0)->getType()->isFloatingPointTy() &&
         StringSwitch<bool>(Callee.getName())
             .Cases({"lrint", "lrintf", "lrintl"}, true)
             .Cases({"llrint", "llrintf", "llrintl"}, true)
             .Cases({"lround", "lroundf", "lroundl"}, true)
             .Cases({"llround", "llroundf", "llroundl"}, true)
             .Default(false);
}

bool computesAndSetsErrno(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (roundsToInteger(*Call))
    return true;
  return accessesErrnoOnly(Call->getMemoryEffects()) && Call->doesNotThrow() &&
         Call->willReturn() && libraryFunction(*Call);
}

bool goesOn(const Instruction &I) {
  return isGuaranteedToTransferExecutionToSuccessor(&I) ||
         computesAndSetsErrno(I);
}

bool goesThroughErrno(const Value &V, const Loop &Nest) {
  SmallSetVector<const Value *, 16> Work;
  Work.insert(&V);
  for (unsigned At = 0; At != Work.size(); ++At) {
    const auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !Nest.contains(I) || isa<LoadInst>(I))
      continue;
    if (computesAndSetsErrno(*I))
      return true;
    Work.insert(I->value_op_begin(), I->value_op_end());
  }
  return false;
}

} // namespace gemmify
