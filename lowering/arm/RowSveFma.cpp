//===- RowSveFma.cpp - AArch64 with vectors longer than NEON's ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SVE multiplies a vector by an element of each 128-bit segment of another,
/// which LD1RQ fills alike. The tile is NEON's in vectors: two of A by twelve
/// columns are 24 accumulators, beside two of A and up to six segments of B.
/// Halves are multiplied by elements of the first eight registers only: three
/// vectors of A by eight columns need one segment. Products that are rounded
/// before they are added need registers of their own.
///
/// Where vectors are no longer than NEON's, or of unknown length, NEON's rows
/// are as good.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "SveEmitter.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

static TileShape tileOf(const ProductKind &Kind, unsigned Lanes) {
  if (Kind.Sum->isHalfTy())
    return {(Kind.Fuse ? 3 : 1) * Lanes, 8, 1};
  if (Kind.Fuse)
    return {2 * Lanes, 12, 1};
  return Kind.Sum->isDoubleTy() ? TileShape{2 * Lanes, 6, 1}
                                : TileShape{3 * Lanes, 4, 1};
}

const TargetRow SveFmaRow = {
    "sve-fma",
    "AArch64 with SVE where vscale_range says 256 bits or more",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isLittleAArch64(F, "+sve") && longVectorBits(F);
    },
    [](const ProductKind &Kind) {
      const Type *T = Kind.Sum;
      return !Kind.isNarrow() &&
             (T->isHalfTy() || T->isFloatTy() || T->isDoubleTy());
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      TargetRecord R = describeSve(F);
      R.Row = SveFmaRow.Name.str();
      R.TakesLanes = true;
      R.Tile =
          tileOf(Kind, vectorLanes(F.getDataLayout(), R.VectorBits, Kind.Sum));
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return sveEmitter();
    },
};

} // namespace gemmify
