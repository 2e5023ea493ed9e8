//===- RowX86Fma.cpp - x86-64 with AVX2 and FMA, or AVX-512 ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// 256-bit vectors in 16 registers, or 512-bit vectors in 32 where the
/// function has AVX-512F and does not prefer shorter ones. With 256 bits, 12
/// accumulators, two vectors of A and a broadcast fill 15 of 16 registers. What
/// is no float or double needs registers between multiply and add as well.
/// With 512 bits, 32×12 floats leave six registers free and ran at 1.3 times
/// the speed of 48×8 on a Zen 5, which does not fit without moves.
///
//===----------------------------------------------------------------------===//

#include "SiteEmitter.h"
#include "TargetFeatures.h"
#include "TargetTable.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace gemmify {

static bool fits(const Function &F) {
  const Triple &T = tripleOf(F);
  return T.getArch() == Triple::x86_64 && hasFeatures(F, "+avx2,+fma");
}

/// The back end splits 512-bit vectors under the same conditions.
static bool uses512Bits(const Function &F) {
  if (!hasFeatures(F, "+avx512f"))
    return false;
  unsigned Preferred = 0;
  Attribute Width = F.getFnAttribute("prefer-vector-width");
  if (Width.isValid() && !Width.getValueAsString().getAsInteger(0, Preferred))
    return Preferred >= 512;
  return !hasFeatures(F, "+prefer-256-bit") &&
         !hasFeatures(F, "+prefer-128-bit");
}

/// L1 data, L2 and the share of L3 that one core can count on.
static CacheSizes cachesOf(StringRef CPU) {
  constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
  return StringSwitch<CacheSizes>(CPU)
      .Cases({"znver5", "znver6"}, {48 * KiB, 1 * MiB, 4 * MiB})
      .Case("znver4", {32 * KiB, 1 * MiB, 4 * MiB})
      .StartsWith("znver", {32 * KiB, 512 * KiB, 4 * MiB})
      .Cases({"skylake-avx512", "cascadelake", "cooperlake"},
             {32 * KiB, 1 * MiB, 1 * MiB})
      .Cases({"icelake-server", "icelake-client"}, {48 * KiB, 1 * MiB, 2 * MiB})
      .Cases({"sapphirerapids", "emeraldrapids", "graniterapids"},
             {48 * KiB, 2 * MiB, 2 * MiB})
      .Default({32 * KiB, 256 * KiB, 2 * MiB});
}

static TargetRecord describe(const Function &F, const ProductKind &Kind,
                             const TargetTransformInfo &) {
  bool Wide = uses512Bits(F);
  TargetRecord R;
  R.Row = X86FmaRow.Name.str();
  R.VectorBits = Wide ? 512 : 256;
  R.VectorRegs = Wide ? 32 : 16;
  R.Caches = cachesOf(targetCPU(F));
  unsigned Lanes = vectorLanes(F.getDataLayout(), R.VectorBits, Kind.Sum);
  bool Fuses = Kind.Sum->isFloatTy() || Kind.Sum->isDoubleTy();
  unsigned Columns = Fuses ? 6 : 4;
  // A product of bytes takes several registers on its way.
  unsigned Chunks = Kind.Sum->isIntegerTy(8) ? 1 : 2;
  R.Tile = {Chunks * Lanes, Wide ? 2 * Columns : Columns, 1};
  return R;
}

const TargetRow X86FmaRow = {
    "x86-fma",
    "x86-64 with AVX2 and FMA; AVX-512F where preferred",
    /*TestOnly=*/false,
    fits,
    [](const ProductKind &Kind) { return !Kind.isNarrow(); },
    describe,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return vectorEmitter(/*LaneBroadcast=*/false);
    },
};

} // namespace gemmify
