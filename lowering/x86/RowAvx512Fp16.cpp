//===- RowAvx512Fp16.cpp - x86 with arithmetic on halves ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Halves that are summed in half, by AVX512-FP16's multiply-adds, or products
/// and sums where the source rounds in between: the same plain vectors as
/// floats have in x86-fma. There are 32 registers for 256-bit vectors as well.
/// A product that is rounded before it is added needs a register of its own,
/// which leaves eight columns.
///
//===----------------------------------------------------------------------===//

#include "X86Machine.h"
#include "lowering/core/SiteEmitter.h"
#include "lowering/target/TargetFeatures.h"
#include "lowering/target/TargetTable.h"

using namespace llvm;

namespace gemmify {

const TargetRow Avx512Fp16Row = {
    "avx512-fp16",
    "x86-64 with AVX512-FP16",
    /*TestOnly=*/false,
    [](const Function &F) {
      return isX86WithAVX2(F) && hasFeatures(F, "+avx512fp16,+avx512vl");
    },
    [](const ProductKind &Kind) {
      return !Kind.isNarrow() && Kind.Sum->isHalfTy();
    },
    [](const Function &F, const ProductKind &Kind,
       const TargetTransformInfo &) {
      TargetRecord R = describeX86(F);
      R.Row = Avx512Fp16Row.Name.str();
      R.VectorRegs = 32;
      R.Tile = {2 * R.VectorBits / 16, Kind.Fuse ? 12u : 8u, 1};
      return R;
    },
    /*Packs=*/nullptr,
    [](const Function &, const ProductKind &) -> const SiteEmitter & {
      return vectorEmitter(/*LaneBroadcast=*/false);
    },
};

} // namespace gemmify
