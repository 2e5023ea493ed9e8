//===- RowNeonMlal.cpp - NEON with products of twice the width ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SMLAL and UMLAL by element add products of words to sums of 32 bits, or of
/// 32 bits to sums of 64, as many at a time as MLA does at the sum's width:
/// operands take half the space, and there is no MLA of 64 bits. As in
/// neon-fma, two vectors of A by twelve columns are 24 accumulators. Operands
/// narrower than half the sum's width are packed with half of it.
///
//===----------------------------------------------------------------------===//

#include "ArmMachine.h"
#include "MlalEmitter.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow NeonMlalRow = {
    "neon-mlal",
    "AArch64 with NEON, except for long SVE vectors",
    /*TestOnly=*/false,
    [](const Function &F) { return isLittleNeon(F, "+neon"); },
    isMlalProduct,
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      TargetRecord R = describeArm(F);
      R.Row = NeonMlalRow.Name.str();
      R.Tile = {2 * R.VectorBits / Kind.Sum->getIntegerBitWidth(), 12, 1};
      return R;
    },
    [](const Function &, const ProductKind &Kind) {
      ProductKind Halves = Kind;
      Halves.Left = Halves.Right = mlalFactor(Kind);
      Halves.LeftSigned |= Kind.Left != Halves.Left;
      Halves.RightSigned |= Kind.Right != Halves.Right;
      return Halves;
    },
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return mlalEmitter();
    },
    /*Finish=*/loadSingleRegisters,
};

} // namespace gemmify
