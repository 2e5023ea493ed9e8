//===- RowX86Fma.cpp - x86-64 with AVX2 and FMA, or AVX-512 ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// 256-bit vectors in 16 registers, or 512-bit vectors in 32 where the function
/// has AVX-512F and does not prefer shorter ones. With 256 bits, 12
/// accumulators, two vectors of A and a broadcast fill 15 of 16 registers.
/// Other types need registers between multiply and add as well. With 512 bits,
/// 32×12 floats leave six registers free and ran at 1.3 times the speed of 48×8
/// on a Zen 5, which does not fit without moves.
///
//===----------------------------------------------------------------------===//

#include "X86Machine.h"
#include "lowering/core/SiteEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

static bool fits(const Function &F) {
  return isX86WithAVX2(F) && hasFeatures(F, "+fma");
}

static TargetRecord describe(const Function &F, const ProductKind &Kind,
                             const TargetTransformInfo &) {
  bool Wide = uses512Bits(F);
  TargetRecord R = describeX86(F);
  R.Row = X86FmaRow.Name.str();
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
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return vectorEmitter(/*LaneBroadcast=*/false);
    },
};

} // namespace gemmify
