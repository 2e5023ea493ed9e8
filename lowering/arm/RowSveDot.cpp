//===- RowSveDot.cpp - SVE with dot products of bytes ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SDOT and UDOT by a lane of each segment, which all of SVE has: the tile is
/// sve-fma's, two vectors of A by twelve columns in three vectors of B. Signs
/// are treated as in neon-dotprod.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "MmlaEmitter.h"
#include "lowering/core/DotEmitter.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow SveDotRow = {
    "sve-dot",
    "AArch64 with SVE where vscale_range says 256 bits or more",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isLittleAArch64(F, "+sve") && longVectorBits(F);
    },
    isProductOfBytes,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      TargetRecord R = describeSve(F);
      R.Row = SveDotRow.Name.str();
      R.Tile = {2 * R.VectorBits / 32, 12, dotRank(DotForm::SDot)};
      return R;
    },
    packedForArmDots,
    [](const Function &F, const ProductKind &Kind) -> const SiteEmitter & {
      return dotEmitter(armDotForm(Kind), longVectorBits(F));
    },
};

} // namespace gemmify
