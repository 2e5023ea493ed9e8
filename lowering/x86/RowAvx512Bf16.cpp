//===- RowAvx512Bf16.cpp - x86 with dot products of bfloats ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of bfloats that are summed in float, where their order and
/// denormals are free: VDPBF16PS multiplies two steps of k at once. There are
/// 32 registers for 256-bit vectors as well: two vectors of rows by twelve
/// columns are 24 accumulators, and leave room for the rows and a column.
///
//===----------------------------------------------------------------------===//

#include "X86Machine.h"
#include "lowering/core/Bf16Operands.h"
#include "lowering/core/DotEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow Avx512Bf16Row = {
    "avx512-bf16",
    "x86-64 with AVX512-BF16",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isX86WithAVX2(F) && hasFeatures(F, "+avx512bf16") &&
             (uses512Bits(F) || hasFeatures(F, "+avx512vl"));
    },
    isFreeBfloatProduct,
    [](const Function &F, const ProductKind &, const TargetTransformInfo &) {
      TargetRecord R = describeX86(F);
      R.Row = Avx512Bf16Row.Name.str();
      R.VectorRegs = 32;
      R.FillsUpFloats = true;
      R.Tile = {2 * R.VectorBits / 32, 12, dotRank(DotForm::Bf16Ps)};
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &F, const ProductKind &) -> const SiteEmitter & {
      return dotEmitter(DotForm::Bf16Ps, uses512Bits(F) ? 512 : 256);
    },
};

} // namespace gemmify
