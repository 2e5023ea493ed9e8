//===- MmaForm.cpp - Instructions of POWER10's matrix unit ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaForm.h"
#include "llvm/IR/IntrinsicsPowerPC.h"

using namespace llvm;

namespace gemmify {

const MmaTraits &mmaTraits(MmaForm Form) {
#define FLOATING(RANK, LINES, NAME)                                            \
  {RANK, LINES, Intrinsic::ppc_mma_##NAME, Intrinsic::ppc_mma_##NAME##pp,      \
   Intrinsic::ppc_mma_##NAME##np}
#define INTEGER(RANK, NAME)                                                    \
  {                                                                            \
    RANK, 4, Intrinsic::ppc_mma_##NAME, Intrinsic::ppc_mma_##NAME##pp,         \
        Intrinsic::not_intrinsic                                               \
  }
  static const MmaTraits Traits[] = {
      FLOATING(1, 2, xvf64ger),   FLOATING(1, 4, xvf32ger),
      FLOATING(2, 4, xvbf16ger2), FLOATING(2, 4, xvf16ger2),
      INTEGER(2, xvi16ger2),      INTEGER(4, xvi8ger4),
      INTEGER(8, xvi4ger8),
  };
#undef FLOATING
#undef INTEGER
  return Traits[unsigned(Form)];
}

std::optional<MmaForm> mmaFormOf(const ProductKind &Kind) {
  if (Kind.Left != Kind.Right)
    return std::nullopt;
  const Type *T = Kind.Left;
  if (!Kind.isNarrow()) {
    if (!Kind.Fuse || !(T->isDoubleTy() || T->isFloatTy()))
      return std::nullopt;
    return T->isDoubleTy() ? MmaForm::F64 : MmaForm::F32;
  }
  if (Kind.Sum->isFloatTy() && Kind.Reassoc && Kind.Fuse) {
    if (T->isBFloatTy())
      return MmaForm::BF16;
    if (T->isHalfTy())
      return MmaForm::F16;
  }
  if (!Kind.Sum->isIntegerTy(32))
    return std::nullopt;
  if (T->isIntegerTy(8))
    return MmaForm::I8;
  if (!Kind.LeftSigned || !Kind.RightSigned)
    return std::nullopt;
  if (T->isIntegerTy(16))
    return MmaForm::I16;
  if (T->isIntegerTy(4))
    return MmaForm::I4;
  return std::nullopt;
}

} // namespace gemmify
