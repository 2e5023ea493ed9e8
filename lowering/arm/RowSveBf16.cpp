//===- RowSveBf16.cpp - SVE with products of blocks of bfloats ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of bfloats that are summed in float, where their order and
/// denormals are free: BFMMLA on a block of 2×4 by 4×2 in each segment. The
/// tile is that of sve-i8mm.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "SveMmlaEmitter.h"
#include "lowering/core/Bf16Operands.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow SveBf16Row = {
    "sve-bf16",
    "sve-fma's functions with products of blocks of bfloats (bf16)",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isLittleAArch64(F, "+sve,+bf16") && longVectorBits(F);
    },
    isFreeBfloatProduct,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      TargetRecord R = describeSve(F);
      R.Row = SveBf16Row.Name.str();
      R.Tile = {2 * R.VectorBits / 32, 12, mmlaRank(MmlaForm::Bfloats)};
      R.AccCols = 2;
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return sveMmlaEmitter(MmlaForm::Bfloats);
    },
};

} // namespace gemmify
