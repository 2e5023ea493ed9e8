//===- RowPortable.cpp - Any target with an LLVM back end -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors and registers as TargetTransformInfo reports them; plain vector IR.
/// The last resort for every target and element type.
///
//===----------------------------------------------------------------------===//

#include "TargetFeatures.h"
#include "TargetTable.h"
#include "lowering/core/SiteEmitter.h"

using namespace llvm;

namespace gemmify {

/// Cache sizes of one core where TargetTransformInfo is silent.
static CacheSizes defaultCaches(const Triple &T) {
  constexpr uint64_t KiB = 1024;
  if (T.isAArch64())
    return {64 * KiB, 1024 * KiB, 2048 * KiB};
  if (T.isPPC64())
    return {32 * KiB, 512 * KiB, 4096 * KiB};
  return {32 * KiB, 256 * KiB, 2048 * KiB};
}

/// Whether a multiply-add needs a register for the product.
static bool fuses(const Function &F, const ProductKind &Kind) {
  Type *ElemTy = Kind.Sum;
  const Triple &T = tripleOf(F);
  if (T.isAArch64() && ElemTy->isIntegerTy())
    return ElemTy->getIntegerBitWidth() <= 32;
  return (ElemTy->isFloatTy() || ElemTy->isDoubleTy()) &&
         hasFusedMultiplyAdd(F);
}

/// Tiles whose accumulators, one column of A and temporaries fit the register
/// file; the assembly tests check that nothing spills.
static TileShape chooseTile(unsigned Lanes, unsigned Registers, bool Fused) {
  if (Registers >= 64)
    return {4 * Lanes, 8, 1};
  if (Registers >= 32)
    return {2 * Lanes, Fused ? 12u : 10u, 1};
  if (Registers >= 16)
    return {2 * Lanes, Fused ? 6u : 4u, 1};
  return {Lanes, 4, 1};
}

static TargetRecord describe(const Function &F, const ProductKind &Kind,
                             const TargetTransformInfo &TTI) {
  TargetRecord R;
  R.Row = PortableRow.Name.str();
  unsigned Bits =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  // Vectors of one element are scalars, which every code generator supports.
  R.VectorBits = isTestedTarget(tripleOf(F)) ? std::max(Bits, 128u) : 1;
  R.VectorRegs =
      TTI.getNumberOfRegisters(TTI.getRegisterClassForType(/*Vector=*/true));
  R.Caches = defaultCaches(tripleOf(F));
  unsigned Lanes = vectorLanes(F.getDataLayout(), R.VectorBits, Kind.Sum);
  R.Tile = chooseTile(Lanes, R.VectorRegs, fuses(F, Kind));
  return R;
}

/// x86 with AVX loads an element into all lanes in one instruction; elsewhere
/// lanes of a loaded vector are cheaper, or free.
static const SiteEmitter &emitter(const Function &F, const ProductKind &) {
  const Triple &T = tripleOf(F);
  return vectorEmitter(
      /*LaneBroadcast=*/!(T.isX86() && hasFeatures(F, "+avx")));
}

const TargetRow PortableRow = {
    "portable",
    "plain vector instructions of any LLVM target",
    /*TestOnly=*/false,
    [](const Function &) { return true; },
    [](const ProductKind &Kind) { return !Kind.isNarrow(); },
    describe,
    /*Packs=*/nullptr,
    emitter,
    /*Finish=*/nullptr,
    RowNeed::Nothing,
    /*IsLastResort=*/true,
};

} // namespace gemmify
