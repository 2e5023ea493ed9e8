//===- HostGate.cpp - Whether a function may be changed -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostGate.h"
#include "intrinsic/Llvm.h"
#include "lowering/target/HostLimits.h"
#include "lowering/target/TargetFeatures.h"
#include "pass/kernel/build/AddedFunction.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

bool isLeftAlone(const Function &F) {
  return F.getName().starts_with(AddedPrefix) || F.hasOptNone() ||
         F.hasOptSize() || F.hasFnAttribute(Attribute::Naked) ||
         F.hasFnAttribute(Attribute::StrictFP) ||
         F.hasFnAttribute(Attribute::Convergent) || F.isPresplitCoroutine() ||
         (F.hasPersonalityFn() &&
          isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn())));
}

/// A sanitizer must see the accesses and the branches of the source, not those
/// of a kernel.
static bool isSanitized(const Function &F) {
  for (Attribute::AttrKind Kind :
       {Attribute::SanitizeAddress, Attribute::SanitizeHWAddress,
        Attribute::SanitizeMemory, Attribute::SanitizeMemTag,
        Attribute::SanitizeNumericalStability, attribute::SanitizeRealtime,
        Attribute::SanitizeThread, attribute::SanitizeType,
        Attribute::OptForFuzzing})
    if (F.hasFnAttribute(Kind))
      return true;
  const Module &M = *F.getParent();
  return M.getNamedMetadata(DataFlowMark) ||
         (M.getNamedMetadata(CoverageMark) &&
          !F.hasFnAttribute(Attribute::NoSanitizeCoverage));
}

/// Interrupt handlers have little stack and special state.
static bool isSpecial(const Function &F) {
  return !mayCallOthers(F.getCallingConv()) || F.hasGC() ||
         F.hasFnAttribute("interrupt") ||
         F.hasFnAttribute("no_caller_saved_registers");
}

/// Code in a separate section may run where the module's text is not mapped.
static bool isPlacedApart(const Function &F) {
  return F.hasSection() || F.hasPartition() ||
         F.hasFnAttribute("implicit-section-name");
}

Reason whyKept(const Function &F, const Type &Sum) {
  if (isSanitized(F))
    return Reason::Sanitized;
  if (!isTestedTarget(tripleOf(F)))
    return Reason::UntestedTarget;
  if (isSpecial(F))
    return Reason::SpecialFunction;
  if (isPlacedApart(F))
    return Reason::OwnSection;
  if (holdsMoreThanMemory(F, Sum))
    return Reason::ExcessPrecision;
  if (!hasRegistersFor(F, Sum))
    return Reason::NoRegisters;
  return Reason::None;
}

static bool callsUBSan(const BasicBlock &BB) {
  return llvm::any_of(BB, [](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && (Callee->getIntrinsicID() == Intrinsic::ubsantrap ||
                      Callee->getName().starts_with("__ubsan_"));
  });
}

Reason whyNoneAtAll(const Loop &Innermost) {
  const Loop &Second = *Innermost.getParentLoop();
  const Loop &Nest = Second.getParentLoop() ? *Second.getParentLoop() : Second;
  SmallVector<BasicBlock *, 8> Exits;
  Nest.getUniqueExitBlocks(Exits);
  auto Calls = [](const BasicBlock *BB) { return callsUBSan(*BB); };
  if (llvm::any_of(Nest.blocks(), Calls) || llvm::any_of(Exits, Calls))
    return Reason::Sanitized;
  const Function &F = *Nest.getHeader()->getParent();
  if (F.getDataLayout().getPointerSizeInBits(0) != 64)
    return Reason::NarrowPointers;
  return Reason::None;
}

bool callsVectorLibrary(const Loop &Nest, const TargetLibraryInfo &TLI) {
  for (const BasicBlock *BB : Nest.blocks())
    for (const Instruction &I : *BB) {
      const auto *Call = dyn_cast<CallInst>(&I);
      if (Call && isa<FPMathOperator>(Call) && !Call->hasApproxFunc() &&
          Call->getCalledFunction() &&
          TLI.isFunctionVectorizable(Call->getCalledFunction()->getName()))
        return true;
    }
  return false;
}

} // namespace gemmify
