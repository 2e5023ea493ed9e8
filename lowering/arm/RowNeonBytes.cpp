//===- RowNeonBytes.cpp - AArch64 with products of bytes ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SMMLA and its like on blocks of 2×8 by 8×2 bytes where available
/// (FEAT_I8MM): 24 accumulators, six vectors of B, one of A at a time.
/// Otherwise SDOT and UDOT by a lane (FEAT_DotProd): 24 accumulators, two
/// vectors of A, and three of B for the lanes. For these, unsigned bytes are
/// packed as signed ones where the other operand is signed.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "MmlaEmitter.h"
#include "lowering/core/DotEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow NeonI8mmRow = {
    "neon-i8mm",
    "AArch64 with products of blocks of bytes (i8mm), except for long SVE "
    "vectors",
    /*TestOnly=*/false,
    [](const Function &F) { return isLittleNeon(F, "+i8mm"); },
    isProductOfBytes,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      TargetRecord R = describeArm(F);
      R.Row = NeonI8mmRow.Name.str();
      R.Tile = {8, 12, mmlaRank(MmlaForm::Bytes)};
      R.AccCols = 2;
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return mmlaEmitter(MmlaForm::Bytes);
    },
    /*Finish=*/loadSingleRegisters,
};

const TargetRow NeonDotRow = {
    "neon-dotprod",
    "AArch64 with dot products (dotprod), except for long SVE vectors",
    /*TestOnly=*/false,
    [](const Function &F) { return isLittleNeon(F, "+dotprod"); },
    isProductOfBytes,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      TargetRecord R = describeArm(F);
      R.Row = NeonDotRow.Name.str();
      R.Tile = {8, 12, 4};
      return R;
    },
    packedForArmDots,
    [](const Function &, const ProductKind &Kind) -> const SiteEmitter & {
      return dotEmitter(armDotForm(Kind), 128);
    },
    /*Finish=*/loadSingleRegisters,
};

} // namespace gemmify
