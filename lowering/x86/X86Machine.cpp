//===- X86Machine.cpp - What x86 rows share -------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Machine.h"
#include "intrinsic/Llvm.h"
#include "lowering/target/TargetFeatures.h"
#include <optional>

using namespace llvm;

namespace gemmify {

bool isX86WithAVX2(const Function &F) {
  return tripleOf(F).getArch() == Triple::x86_64 && hasFeatures(F, "+avx2");
}

/// Bits that the attribute \p Name of \p F says; none when it says nothing.
static std::optional<unsigned> bitsOf(const Function &F, StringRef Name) {
  Attribute Width = F.getFnAttribute(Name);
  unsigned Bits = 0;
  if (!Width.isValid() || Width.getValueAsString().getAsInteger(0, Bits))
    return std::nullopt;
  return Bits;
}

static bool hasAVX512(const Function &F) {
  return tripleOf(F).isX86() && hasFeatures(F, "+avx512f");
}

bool isTunedForShortVectors(const Function &F) {
  return hasAVX512(F) && !bitsOf(F, PreferredBits) &&
         (hasFeatures(F, "+prefer-256-bit") ||
          hasFeatures(F, "+prefer-128-bit"));
}

bool uses512Bits(const Function &F) {
  if (!hasAVX512(F))
    return false;
  if (std::optional<unsigned> Preferred = bitsOf(F, PreferredBits))
    return *Preferred >= 512;
  return !isTunedForShortVectors(F) || bitsOf(F, LegalBits).value_or(0) >= 512;
}

/// L1 data, L2 and the share of L3 that one core can count on, or a few of them
/// where L3 has no copy of L2: what does not fit is read from memory once per
/// block of A, which is little. Unknown processors are treated like recent
/// ones. [cascadelake, row-major, 2048, 4 MiB of L3 instead of 1: double 46 →
/// 53, float 103 → 112; 6 MiB are as good]
static CacheSizes cachesOf(StringRef CPU) {
  constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
  return StringSwitch<CacheSizes>(CPU)
      .Cases({"znver5", "znver6"}, {48 * KiB, 1 * MiB, 4 * MiB})
      .Case("znver4", {32 * KiB, 1 * MiB, 4 * MiB})
      .StartsWith("znver", {32 * KiB, 512 * KiB, 4 * MiB})
      .Cases({"skylake-avx512", "cascadelake", "cooperlake"},
             {32 * KiB, 1 * MiB, 4 * MiB})
      .Cases({"icelake-server", "icelake-client"}, {48 * KiB, 1 * MiB, 2 * MiB})
      .Cases({"sapphirerapids", "emeraldrapids", "graniterapids"},
             {48 * KiB, 2 * MiB, 2 * MiB})
      .Cases({"alderlake", "raptorlake", "meteorlake", "arrowlake",
              "arrowlake-s", "lunarlake"},
             {32 * KiB, 1 * MiB, 2 * MiB})
      .Cases({"sandybridge", "ivybridge", "haswell", "broadwell", "skylake"},
             {32 * KiB, 256 * KiB, 2 * MiB})
      .Default({32 * KiB, 512 * KiB, 4 * MiB});
}

TargetRecord describeX86(const Function &F) {
  const bool Wide = uses512Bits(F);
  TargetRecord R;
  R.VectorBits = Wide ? 512 : 256;
  R.VectorRegs = Wide ? 32 : 16;
  // vmaskmov stores take a dozen cycles on AMD's processors.
  const bool HasMasks = hasFeatures(F, "+avx512bw,+avx512vl");
  R.MaskedLoads = HasMasks ? 1 : 4;
  R.MaskedStores = HasMasks ? 1 : 0;
  R.Caches = cachesOf(targetCPU(F));
  return R;
}

} // namespace gemmify
