//===- RowOdd.cpp - The row that tests name -------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors of three lanes and a 3×5×2 tile on any target: sizes that no other
/// row has, so that nothing generic relies on powers of two.
///
//===----------------------------------------------------------------------===//

#include "TargetTable.h"
#include "lowering/core/SiteEmitter.h"

using namespace llvm;

namespace gemmify {

static TargetRecord describe(const Function &F, const ProductKind &Kind,
                             const TargetTransformInfo &) {
  TargetRecord R;
  R.Row = OddRow.Name.str();
  R.VectorBits = 3 * unsigned(Kind.Sum->getPrimitiveSizeInBits());
  R.VectorRegs = 8;
  R.Caches = {4096, 16384, 65536};
  R.Tile = {3, 5, 2};
  return R;
}

const TargetRow OddRow = {
    "odd",
    "vectors of three lanes on any target, for tests",
    /*TestOnly=*/true,
    [](const Function &) { return true; },
    [](const ProductKind &Kind) { return !Kind.isNarrow(); },
    describe,
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return vectorEmitter(/*LaneBroadcast=*/false);
    },
};

} // namespace gemmify
