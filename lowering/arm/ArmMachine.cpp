//===- ArmMachine.cpp - What AArch64 rows share ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "Scalable.h"
#include "intrinsic/Llvm.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

bool mayStream(const Function &F) {
  return F.hasFnAttribute("aarch64_pstate_sm_enabled") ||
         F.hasFnAttribute("aarch64_pstate_sm_compatible") ||
         F.hasFnAttribute("aarch64_pstate_sm_body");
}

bool hasZA(const Function &F) {
  return llvm::any_of(F.getAttributes().getFnAttrs(), [](const Attribute &A) {
    if (!A.isStringAttribute())
      return false;
    StringRef Name = A.getKindAsString();
    return Name.consume_front("aarch64_") &&
           (Name.contains("za") || Name.contains("zt0"));
  });
}

bool isLittleAArch64(const Function &F, StringRef Features) {
  return tripleOf(F).getArch() == Triple::aarch64 && !mayStream(F) &&
         hasFeatures(F, Features);
}

unsigned longVectorBits(const Function &F) {
  Attribute Range = F.getFnAttribute(Attribute::VScaleRange);
  const unsigned Least = Range.isValid() ? Range.getVScaleRangeMin() : 1;
  const bool IsLong = Least > 1 && tripleOf(F).isAArch64();
  return IsLong && hasFeatures(F, "+sve") ? Least * SegmentBits : 0;
}

bool isLittleNeon(const Function &F, StringRef Features) {
  return isLittleAArch64(F, Features) && !longVectorBits(F);
}

/// Bits of SVE's vectors in the processors of this name, from the cores'
/// technical reference manuals; 0: unknown.
static unsigned vectorBitsOf(StringRef CPU) {
  return StringSwitch<unsigned>(CPU)
      .Case("a64fx", 512)
      .Cases({"neoverse-v1", "fujitsu-monaka"}, 256)
      .Case("neoverse-512tvb", 0)
      .StartsWith("neoverse", 128)
      .StartsWith("cortex", 128)
      .Case("grace", 128)
      .Default(0);
}

bool mayHaveVectorBits(const Function &F, unsigned Bits) {
  if (!isLittleAArch64(F, "+sve"))
    return false;
  const unsigned Known = vectorBitsOf(targetCPU(F));
  Attribute Range = F.getFnAttribute(Attribute::VScaleRange);
  std::optional<unsigned> Most;
  if (Range.isValid())
    Most = Range.getVScaleRangeMax();
  return longVectorBits(F) < Bits && (!Known || Known == Bits) &&
         (!Most || *Most * SegmentBits >= Bits);
}

unsigned streamingBits(const Function &F) {
  return F.getFnAttributeAsParsedInteger(MayStreamAttribute);
}

bool mayHaveStreamingBits(const Function &F, unsigned Bits) {
  return !targetCPU(F).starts_with("apple") || Bits == 512;
}

/// In units of 128 bits: the longest vectors that SVE allows.
constexpr unsigned MaxVScale = 16;

void enterStreaming(Function &F) {
  F.addFnAttr("aarch64_pstate_sm_body");
  F.addFnAttr("aarch64_new_za");
  F.addFnAttr(Attribute::NoInline);
  F.addFnAttr(Attribute::getWithVScaleRangeArgs(
      F.getContext(), streamingBits(F) / SegmentBits, MaxVScale));
}

/// L1 data, L2 and the share of L3 that one core can count on, from the cores'
/// technical reference manuals.
static CacheSizes cachesOf(StringRef CPU) {
  constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
  return StringSwitch<CacheSizes>(CPU)
      .StartsWith("apple", {128 * KiB, 4 * MiB, 4 * MiB})
      .Cases({"neoverse-v2", "neoverse-v3", "neoverse-n3"},
             {64 * KiB, 2 * MiB, 2 * MiB})
      .Cases({"neoverse-n1", "neoverse-n2", "neoverse-v1"},
             {64 * KiB, 1 * MiB, 1 * MiB})
      .Cases({"cortex-a53", "cortex-a55", "cortex-a510", "cortex-a520"},
             {32 * KiB, 256 * KiB, 512 * KiB})
      .StartsWith("cortex-x", {64 * KiB, 1 * MiB, 2 * MiB})
      .StartsWith("cortex-a7", {64 * KiB, 256 * KiB, 1 * MiB})
      .Case("a64fx", {64 * KiB, 640 * KiB, 640 * KiB})
      .Default({64 * KiB, 1 * MiB, 2 * MiB});
}

/// In-order processors wait for both registers of a pair when the first is
/// needed. In LLVM's model of Neoverse V2, a pair takes three of a cycle's six
/// dispatch slots.
static bool wantsSingleLoads(StringRef CPU) {
  return StringSwitch<bool>(CPU)
      .Cases({"cortex-a55", "cortex-a510", "cortex-a520", "cortex-a520ae"},
             true)
      .Cases({"neoverse-v2", "grace"}, true)
      .Default(false);
}

void loadSingleRegisters(Function &F) {
  if (!F.hasFnAttribute(AddedAttribute) || !wantsSingleLoads(targetCPU(F)))
    return;
  constexpr StringLiteral NoPairs = "+disable-ldp";
  StringRef Own = F.getFnAttribute("target-features").getValueAsString();
  if (!Own.ends_with(NoPairs))
    F.addFnAttr("target-features",
                (Own + (Own.empty() ? "" : ",") + NoPairs).str());
}

TargetRecord describeArm(const Function &F) {
  TargetRecord R;
  R.VectorBits = SegmentBits;
  R.VectorRegs = 32;
  R.Caches = cachesOf(targetCPU(F));
  return R;
}

TargetRecord describeSve(const Function &F) {
  TargetRecord R = describeArm(F);
  R.VectorBits = longVectorBits(F);
  R.TransposeBits = SegmentBits;
  return R;
}

} // namespace gemmify
