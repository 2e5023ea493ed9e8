//===- RowNeonDot.cpp - AArch64 with dot products of bytes ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SDOT and UDOT by a lane (FEAT_DotProd), USDOT where FEAT_I8MM is there too:
/// 24 accumulators, two vectors of A, three of B whose lanes are multiplied by.
/// Without USDOT, unsigned bytes are packed as signed ones where the other
/// operand is signed.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "DotEmitter.h"
#include "TargetFeatures.h"
#include "TargetTable.h"

using namespace llvm;

namespace gemmify {

static bool hasMixedSigns(const ProductKind &Kind) {
  return Kind.LeftSigned != Kind.RightSigned;
}

static DotForm formOf(const Function &F, const ProductKind &Kind) {
  if (hasMixedSigns(Kind))
    return hasFeatures(F, "+i8mm") ? DotForm::USDot : DotForm::SDot;
  return Kind.LeftSigned ? DotForm::SDot : DotForm::UDot;
}

const TargetRow NeonDotRow = {
    "neon-dotprod",
    "AArch64 with dot products (dotprod)",
    /*TestOnly=*/false,
    [](const Function &F) { return isLittleAArch64(F, "+dotprod"); },
    [](const ProductKind &Kind) {
      return Kind.isNarrow() && Kind.Sum->isIntegerTy(32) &&
             Kind.Left->isIntegerTy(8) && Kind.Right->isIntegerTy(8);
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      TargetRecord R = describeArm(F);
      R.Row = NeonDotRow.Name.str();
      R.Tile = {8, 12, 4};
      return R;
    },
    [](const Function &F, const ProductKind &Kind) {
      ProductKind As = Kind;
      if (hasMixedSigns(Kind) && formOf(F, Kind) == DotForm::SDot)
        As.LeftSigned = As.RightSigned = true;
      return As;
    },
    [](const Function &F, const ProductKind &Kind) -> const SiteEmitter & {
      return dotEmitter(formOf(F, Kind), 128);
    },
};

} // namespace gemmify
