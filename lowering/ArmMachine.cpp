//===- ArmMachine.cpp - What AArch64 rows share ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "TargetFeatures.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace gemmify {

bool isLittleAArch64(const Function &F, StringRef Features) {
  return tripleOf(F).getArch() == Triple::aarch64 && hasFeatures(F, Features);
}

/// L1 data, L2 and the share of L3 that one core can count on, by the cores'
/// technical reference manuals.
bool hasLongVectors(const Function &F) {
  Attribute Range = F.getFnAttribute(Attribute::VScaleRange);
  return Range.isValid() && Range.getVScaleRangeMin() > 1;
}

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
      .Default({64 * KiB, 1 * MiB, 2 * MiB});
}

TargetRecord describeArm(const Function &F) {
  TargetRecord R;
  R.VectorBits = 128;
  R.VectorRegs = 32;
  R.Caches = cachesOf(targetCPU(F));
  return R;
}

} // namespace gemmify
