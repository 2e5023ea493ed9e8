//===- RowPowerVsx.cpp - POWER8 to POWER10 by vectors ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// 128-bit vectors of either byte order. Floats and doubles have 64 registers:
/// 32 accumulators, four vectors of A and one lane of B at a time (what Kuzma
/// et al. 2022 compare MMA with, figure 10b). Integer instructions reach only
/// 32 of them, and have no fused multiply-add for most types.
///
//===----------------------------------------------------------------------===//

#include "intrinsic/Llvm.h"
#include "lowering/core/SiteEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

static bool fits(const Function &F) {
  return tripleOf(F).isPPC64() && hasFeatures(F, "+vsx");
}

/// L1 data, L2 and the share of L3 that one core can count on.
static CacheSizes cachesOf(StringRef CPU) {
  constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
  return StringSwitch<CacheSizes>(CPU)
      .Cases({"pwr10", "power10", "pwr11", "power11"},
             {48 * KiB, 1 * MiB, 4 * MiB})
      .Cases({"pwr8", "power8", "ppc64le"}, {64 * KiB, 512 * KiB, 4 * MiB})
      .Default({32 * KiB, 512 * KiB, 4 * MiB});
}

static TargetRecord describe(const Function &F, const ProductKind &Kind,
                             const TargetTransformInfo &) {
  const bool Wide = Kind.Sum->isFloatTy() || Kind.Sum->isDoubleTy();
  TargetRecord R;
  R.Row = PowerVsxRow.Name.str();
  R.VectorBits = 128;
  R.VectorRegs = Wide ? 64 : 32;
  R.Caches = cachesOf(targetCPU(F));
  unsigned Lanes = vectorLanes(F.getDataLayout(), R.VectorBits, Kind.Sum);
  R.Tile = Wide ? TileShape{4 * Lanes, 8, 1} : TileShape{2 * Lanes, 8, 1};
  return R;
}

const TargetRow PowerVsxRow = {
    "power-vsx",
    "POWER8 or later with VSX",
    /*TestOnly=*/false,
    fits,
    [](const ProductKind &Kind) { return !Kind.isNarrow(); },
    describe,
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return vectorEmitter(/*LaneBroadcast=*/true);
    },
};

} // namespace gemmify
