//===- RowNeonFma.cpp - AArch64 by elements of vectors --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// NEON multiplies a vector by an element of another: columns of A by lanes of
/// rows of B, which are loaded as vectors. Two vectors of A by twelve columns
/// are 24 accumulators; two of A and up to three of B fit beside them. Products
/// that are rounded before they are added need registers of their own, several
/// so that additions need not wait; that leaves eight columns.
///
/// Functions with SVE vectors of more than 128 bits are left to plain IR.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "lowering/core/SiteEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

static bool supports(const ProductKind &Kind) {
  const Type *T = Kind.Sum;
  return !Kind.isNarrow() &&
         (T->is16bitFPTy() || T->isFloatTy() || T->isDoubleTy() ||
          T->isIntegerTy(8) || T->isIntegerTy(16) || T->isIntegerTy(32) ||
          T->isIntegerTy(64));
}

/// NEON has no multiplication of two int64; extracting and inserting lanes
/// costs more than scalar products.
static bool multipliesByElement(const Function &F, const Type *Sum) {
  return Sum->isIntegerTy(64) && !hasFeatures(F, "+sve");
}

/// Whether \p Sum has no arithmetic of its own and is converted for it.
static bool isConverted(const Function &F, const Type *Sum) {
  return Sum->isBFloatTy() || (Sum->isHalfTy() && !hasFeatures(F, "+fullfp16"));
}

static TileShape tileOf(const Function &F, const ProductKind &Kind,
                        unsigned Lanes) {
  if (isConverted(F, Kind.Sum))
    return {Lanes, 4, 1};
  // Halves are multiplied only by lanes of the first 16 registers, which
  // products would occupy.
  if (Kind.Sum->isHalfTy() && !Kind.Fuse)
    return {Lanes, 12, 1};
  // SVE's multiplication of int64, and NEON's of bytes, take whole vectors
  // only.
  const bool ByLane = !Kind.Sum->isIntegerTy(64) && !Kind.Sum->isIntegerTy(8);
  return {2 * Lanes, ByLane && Kind.Fuse ? 12u : 8u, 1};
}

const TargetRow NeonFmaRow = {
    "neon-fma",
    "AArch64 with NEON, except for long SVE vectors",
    /*TestOnly=*/false,
    [](const Function &F) {
      return tripleOf(F).isAArch64() && hasFeatures(F, "+neon") &&
             !longVectorBits(F);
    },
    supports,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      TargetRecord R = describeArm(F);
      R.Row = NeonFmaRow.Name.str();
      if (multipliesByElement(F, Kind.Sum)) {
        R.VectorBits = 64;
        R.Tile = {4, 4, 1};
        return R;
      }
      R.TakesLanes = true;
      R.Tile = tileOf(F, Kind,
                      vectorLanes(F.getDataLayout(), R.VectorBits, Kind.Sum));
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return vectorEmitter(/*LaneBroadcast=*/true);
    },
    /*Finish=*/loadSingleRegisters,
};

} // namespace gemmify
