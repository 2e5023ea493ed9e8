//===- RowNeonBf16.cpp - AArch64 with products of bfloats -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of bfloats that are summed in float, where their order and
/// denormals are free: BFMMLA on blocks of 2×4 by 4×2 (FEAT_BF16). As with
/// blocks of bytes, 24 accumulators, six vectors of B, one of A at a time.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "MmlaEmitter.h"
#include "lowering/core/Bf16Operands.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow NeonBf16Row = {
    "neon-bf16",
    "AArch64 with products of blocks of bfloats (bf16), except for long SVE "
    "vectors",
    /*TestOnly=*/false,
    [](const Function &F) { return isLittleNeon(F, "+bf16"); },
    isFreeBfloatProduct,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      TargetRecord R = describeArm(F);
      R.Row = NeonBf16Row.Name.str();
      R.Tile = {8, 12, mmlaRank(MmlaForm::Bfloats)};
      R.AccCols = 2;
      R.FillsUpFloats = true;
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return mmlaEmitter(MmlaForm::Bfloats);
    },
    /*Finish=*/loadSingleRegisters,
};

} // namespace gemmify
