//===- RowPower10Mma.cpp - POWER10 with its matrix unit -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Eight accumulators of 512 bits (Kuzma et al. 2022, sections 2 and 3.2). The
/// sums of a tile fill exactly these; 32 vector registers are left for
/// operands. Little-endian only: the order of an accumulator's rows depends on
/// it, and big-endian Linux is not built for POWER10.
///
//===----------------------------------------------------------------------===//

#include "MmaEmitter.h"
#include "MmaFinish.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

/// The grid of accumulators: VAccs along the rows of the result, HAccs along
/// its columns; eight in all. 4×2 needs six loads of 16 bytes a step, or three
/// of 32, where 2×4 needs as many; 4×2 keeps longer columns of C together.
constexpr unsigned VAccs = 4, HAccs = 2;

/// Instructions of one accumulator per site: enough that loads can run ahead
/// for most of them.
constexpr unsigned SiteDepth = 16;

static bool fits(const Function &F) {
  return tripleOf(F).getArch() == Triple::ppc64le &&
         hasFeatures(F, "+mma,+paired-vector-memops");
}

static TargetRecord describe(const Function &F, const ProductKind &Kind,
                             const TargetTransformInfo &) {
  constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
  const unsigned Lanes =
      128 / unsigned(Kind.Sum->getPrimitiveSizeInBits().getFixedValue());
  TargetRecord R;
  R.Row = Power10MmaRow.Name.str();
  R.VectorBits = 128;
  R.VectorRegs = 64;
  R.SumRegs = 32;
  R.AccCols = 4;
  R.WantsPacked = true;
  R.Caches = {48 * KiB, 1 * MiB, 4 * MiB}; // The paper's table 2.
  R.Tile = {VAccs * Lanes, HAccs * R.AccCols, mmaTraits(*mmaFormOf(Kind)).Rank};
  R.Depth = SiteDepth;
  R.LoadsPairs = true;
  return R;
}

/// Bytes are multiplied as unsigned rows by signed columns.
static ProductKind packs(const Function &, const ProductKind &Kind) {
  return Kind.Left->isIntegerTy(8) ? Kind.unsignedBySigned() : Kind;
}

const TargetRow Power10MmaRow = {
    "power10-mma",
    "little-endian POWER10 with MMA",
    /*TestOnly=*/false,
    fits,
    [](const ProductKind &Kind) { return mmaFormOf(Kind).has_value(); },
    describe,
    packs,
    [](const Function &, const ProductKind &Kind) -> const SiteEmitter & {
      return mmaEmitter(*mmaFormOf(Kind));
    },
    finishMma,
};

} // namespace gemmify
