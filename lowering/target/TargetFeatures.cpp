//===- TargetFeatures.cpp - What instructions a function may use ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetFeatures.h"
#include "intrinsic/Llvm.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include <memory>
#include <optional>
#include <string>

using namespace llvm;

namespace gemmify {

TripleRef tripleOf(const Function &F) { return tripleOf(*F.getParent()); }

StringRef targetCPU(const Function &F) {
  return F.getFnAttribute("target-cpu").getValueAsString();
}

static StringRef targetFeatures(const Function &F) {
  return F.getFnAttribute("target-features").getValueAsString();
}

/// The later of "+x" and "-x" in \p List wins.
static bool lists(StringRef List, StringRef Feature) {
  SmallVector<StringRef, 32> Items;
  List.split(Items, ',');
  for (StringRef Item : reverse(Items))
    if (Item.drop_front(Item.empty() ? 0 : 1) == Feature.drop_front())
      return Item == Feature;
  return false;
}

namespace {
/// The features that a triple, a processor and a list of features amount to.
struct Subtarget {
  Triple Of;
  std::string CPU, Features;
  std::unique_ptr<MCSubtargetInfo> Info;

  bool isOf(const Function &F) const {
    return Features == targetFeatures(F) && CPU == targetCPU(F) &&
           Of.str() == tripleOf(F).str();
  }
};
} // namespace

/// The subtarget of \p F, null where the running tool lacks its target. All
/// rows ask about the same function, and parsing its features costs more than
/// the rest of what they ask, so the last answer is cached.
static const MCSubtargetInfo *subtargetOf(const Function &F) {
  static thread_local std::optional<Subtarget> Last;
  if (!Last || !Last->isOf(F)) {
    std::string Error;
    Triple Of = tripleOf(F);
    const Target *T = TargetRegistry::lookupTarget("", Of, Error);
    Last.emplace(Subtarget{
        Of, targetCPU(F).str(), targetFeatures(F).str(),
        std::unique_ptr<MCSubtargetInfo>(
            T ? createSubtarget(*T, Of, targetCPU(F), targetFeatures(F))
              : nullptr)});
  }
  return Last->Info.get();
}

bool hasFeatures(const Function &F, StringRef Features) {
  if (const MCSubtargetInfo *Info = subtargetOf(F))
    return Info->checkFeatures(Features.str());
  SmallVector<StringRef, 4> Wanted;
  Features.split(Wanted, ',');
  return all_of(Wanted,
                [&](StringRef W) { return lists(targetFeatures(F), W); });
}

bool deniesFeature(const Function &F, StringRef Feature) {
  return lists(targetFeatures(F), ("-" + Feature).str());
}

bool hasFusedMultiplyAdd(const Function &F) {
  const Triple &T = tripleOf(F);
  if (T.isX86())
    return hasFeatures(F, "+fma") || hasFeatures(F, "+fma4");
  if (T.isRISCV())
    return hasFeatures(F, "+d");
  return T.isAArch64() || T.isPPC() || T.isSystemZ() || T.isNVPTX() ||
         T.isAMDGPU();
}

bool neverFuses(const Function &F) {
  return tripleOf(F).isX86() && !targetCPU(F).empty() &&
         !hasFusedMultiplyAdd(F);
}

bool mayFlushDenormals(const Function &F, FastMathFlags Flags) {
  if (F.getDenormalMode(APFloat::IEEEsingle()) ==
      DenormalMode::getPreserveSign())
    return true;
  return Flags.allowReassoc() && Flags.allowContract() &&
         Flags.noSignedZeros() && Flags.allowReciprocal() && Flags.approxFunc();
}

bool isTestedTarget(const Triple &T) {
  switch (T.getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
  case Triple::aarch64_be:
  case Triple::ppc64:
  case Triple::ppc64le:
  case Triple::riscv64:
  case Triple::systemz:
  case Triple::loongarch64:
  case Triple::mips64:
  case Triple::mips64el:
  case Triple::sparcv9:
  case Triple::x86:
  case Triple::arm:
  case Triple::thumb:
  case Triple::ppc:
  case Triple::riscv32:
  case Triple::UnknownArch:
    return true;
  default:
    return false;
  }
}

/// Whether floating-point numbers are computed by library functions in \p F.
static bool hasSoftFloats(const Function &F) {
  return F.getFnAttribute("use-soft-float").getValueAsBool() ||
         lists(targetFeatures(F), "+soft-float") ||
         deniesFeature(F, "hard-float");
}

bool hasRegistersFor(const Function &F, const Type &Sum) {
  if (F.hasFnAttribute(Attribute::NoImplicitFloat) || hasSoftFloats(F))
    return false;
  const Triple &T = tripleOf(F);
  if (T.isX86())
    return hasFeatures(F, "+sse2");
  if (T.isAArch64())
    return hasFeatures(F, "+neon");
  if (!Sum.isFloatingPointTy())
    return true;
  if (T.isRISCV())
    return Sum.isDoubleTy() ? hasFeatures(F, "+d") || hasFeatures(F, "+zdinx")
                            : hasFeatures(F, "+f") || hasFeatures(F, "+zfinx");
  if (T.isLoongArch())
    return hasFeatures(F, Sum.isDoubleTy() ? "+d" : "+f");
  return true;
}

bool holdsMoreThanMemory(const Function &F, const Type &Sum) {
  return tripleOf(F).isX86() && Sum.isFloatingPointTy() &&
         hasFeatures(F, "+x87") && !hasSoftFloats(F) &&
         !hasFeatures(F, Sum.isFloatTy() ? "+sse" : "+sse2");
}

} // namespace gemmify
