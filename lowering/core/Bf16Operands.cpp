//===- Bf16Operands.cpp - Operands of bfloat dot products -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bf16Operands.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace gemmify {

constexpr uint16_t SignBit = 0x8000;

bool isFreeBfloatProduct(const ProductKind &Kind) {
  return Kind.Sum->isFloatTy() && Kind.Left->isBFloatTy() &&
         Kind.Right->isBFloatTy() && Kind.Reassoc && Kind.Fuse && Kind.MayFlush;
}

Bf16Operands::Bf16Operands(IRBuilderBase &B, const Matrix &M, bool IsLeft,
                           bool Negate)
    : Lines(M.withBitsOfHalves(B), IsLeft), IsLeft(IsLeft), Negate(Negate) {}

Value *Bf16Operands::group(IRBuilderBase &B, RankShape Shape, unsigned First,
                           unsigned Count, unsigned KBegin,
                           unsigned KEnd) const {
  auto *BitsTy = FixedVectorType::get(B.getInt16Ty(), Shape.lanes());
  Value *V = Lines.group(B, Shape, First, Count, KBegin, KEnd);
  V = B.CreateBitCast(V, BitsTy);
  if (Negate)
    V = B.CreateXor(V, ConstantInt::get(BitsTy, SignBit));
  const unsigned Ks = KEnd - KBegin;
  if (!IsLeft || Ks == Shape.Rank)
    return V;
  SmallVector<uint16_t, 32> Missing(Shape.lanes(), 0);
  for (unsigned Lane = 0; Lane != Shape.lanes(); ++Lane)
    if (Lane % Shape.Rank >= Ks)
      Missing[Lane] = SignBit;
  return B.CreateOr(V, ConstantDataVector::get(B.getContext(), Missing));
}

Value *asBfloats(IRBuilderBase &B, Value *Bits) {
  return B.CreateBitCast(Bits,
                         Bits->getType()->getWithNewType(B.getBFloatTy()));
}

} // namespace gemmify
