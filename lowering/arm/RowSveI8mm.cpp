//===- RowSveI8mm.cpp - SVE with products of blocks of bytes --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SMMLA and its like on a block of 2×8 by 8×2 bytes in each segment: four
/// vectors of A, whose segments hold two rows each, by six pairs of columns are
/// 24 accumulators.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "SveMmlaEmitter.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow SveI8mmRow = {
    "sve-i8mm",
    "sve-fma's functions with products of blocks of bytes (i8mm)",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isLittleAArch64(F, "+sve,+i8mm") && longVectorBits(F);
    },
    isProductOfBytes,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      TargetRecord R = describeSve(F);
      R.Row = SveI8mmRow.Name.str();
      R.Tile = {2 * R.VectorBits / 32, 12, mmlaRank(MmlaForm::Bytes)};
      R.AccCols = 2;
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return sveMmlaEmitter(MmlaForm::Bytes);
    },
};

} // namespace gemmify
