//===- PackedOperand.cpp - How an operand lies in packed blocks -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedOperand.h"
#include "lowering/target/TargetFeatures.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/emit/SliceEmitter.h"
#include "pass/kernel/tile/Tile.h"

using namespace llvm;

namespace gemmify {

static unsigned bytesOf(const GemmNest &Nest, Type *Ty) {
  return Nest.C.Access->getDataLayout().getTypeStoreSize(Ty);
}

PackedOperand PackedOperand::whole(const GemmNest &Nest, const Slice &Source) {
  PackedOperand P;
  P.Source = Source;
  P.Ty = Nest.Elem.Ty;
  P.Bytes = bytesOf(Nest, P.Ty);
  return P;
}

static PackedOperand packed(const GemmNest &Nest, const NarrowOperand &Narrow) {
  PackedOperand P;
  P.Source = Narrow.Source;
  P.Ty = Narrow.Ty;
  P.Bytes = bytesOf(Nest, P.Ty);
  P.Signed = Narrow.Signed;
  P.Added = Narrow.Added;
  P.Subtracts = Narrow.Subtracts;
  return P;
}

std::pair<PackedOperand, PackedOperand>
PackedOperand::both(const OperandOrder &View, const BlockingPlan &Plan) {
  const GemmNest &Nest = View.Nest;
  const PackedForm &Form = Plan.Form;
  if (!Form.Narrow)
    return {whole(Nest, View.Left), whole(Nest, View.Right)};
  auto One = [&](const Slice &Source, unsigned Group, bool Flipped,
                 bool KeepsSums) {
    PackedOperand P = packed(Nest, *NarrowOperand::of(Nest, Source));
    P.Group = Group;
    P.FillsUpTo = Form.FillsUp ? Plan.KR : 1;
    P.Flipped = Flipped;
    P.SumTy = KeepsSums ? Nest.Elem.Ty : nullptr;
    if (Form.IntBits && P.Ty->isIntegerTy()) {
      P.Ty = IntegerType::get(P.Ty->getContext(), Form.IntBits);
      P.Bytes = bytesOf(Nest, P.Ty);
    }
    return P;
  };
  return {One(View.Left, Plan.LeftGroup, Form.FlipLeft, Form.LeftSums),
          One(View.Right, Plan.KR, Form.FlipRight, Form.RightSums)};
}

std::pair<PackedOperand, PackedOperand>
PackedOperand::bothOf(const OperandOrder &View, const StepProduct &Product) {
  const bool AlongJ = View.Row == DimJ;
  return {whole(View.Nest, AlongJ ? Product.Q : Product.P),
          whole(View.Nest, AlongJ ? Product.P : Product.Q)};
}

Value *PackedOperand::offset(IRBuilderBase &B, const KernelSignature &Sig,
                             Type *Ty) const {
  return offset(B, Added ? Sig.get(Added) : nullptr, Ty);
}

Value *PackedOperand::offset(IRBuilderBase &B, Value *Offset, Type *Ty) const {
  if (Offset && Subtracts)
    Offset = B.CreateNeg(Offset);
  if (!Flipped)
    return Offset;
  const int64_t Half = int64_t(1) << (8 * Bytes - 1);
  Value *Sign = ConstantInt::getSigned(Ty, Signed ? -Half : Half);
  return Offset ? B.CreateAdd(Offset, Sign) : Sign;
}

/// Integers that are widened by packing keep their value: the signedness is
/// then that of the wider type.
Value *PackedOperand::convert(IRBuilderBase &B, Value *V) const {
  Type *To = V->getType()->getWithNewType(Ty);
  if (To != V->getType())
    V = Signed ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
  if (!Flipped)
    return V;
  const unsigned Bits = Ty->getIntegerBitWidth();
  return B.CreateXor(V, ConstantInt::get(To, APInt::getSignMask(Bits)));
}

/// The product of those of both operands is -0, which changes no sum.
Constant *PackedOperand::filler(Type *Ty, bool IsLeft,
                                const GemmNest &Nest) const {
  const bool FillsUpFloats = FillsUpTo > 1 && Ty->isFPOrFPVectorTy();
  // Where products are subtracted, the left operand is negated later.
  return FillsUpFloats && IsLeft && !Nest.Elem.Subtract
             ? ConstantFP::getNegativeZero(Ty)
             : Constant::getNullValue(Ty);
}

bool PackedOperand::isSigned() const {
  const bool IsWidened = Ty != Source.Root->getType();
  return IsWidened || Signed != Flipped;
}

Value *PackedOperand::lineBytes(IRBuilderBase &B, Value *Depth) const {
  Value *All = B.CreateMul(packedDepth(B, Depth), B.getInt64(Bytes));
  if (!SumTy)
    return All;
  return B.CreateAdd(All, B.getInt64(SumTy->getIntegerBitWidth() / 8));
}

PackedSliver::PackedSliver(IRBuilderBase &B, const PackedOperand &Operand,
                           Value *Block, Value *Offset, unsigned Width,
                           Value *Depth) {
  Ptr = B.CreatePtrAdd(Block, B.CreateMul(Offset, Operand.lineBytes(B, Depth)));
  if (!Operand.SumTy)
    return;
  Value *Elements = B.CreateMul(Operand.packedDepth(B, Depth),
                                B.getInt64(Width * Operand.Bytes));
  Sums = B.CreatePtrAdd(Ptr, Elements);
}

Value *PackedOperand::packedDepth(IRBuilderBase &B, Value *Depth) const {
  if (FillsUpTo == 1)
    return Depth;
  return B.CreateMul(divideUp(B, Depth, FillsUpTo), B.getInt64(FillsUpTo));
}

Value *PackedOperand::extend(IRBuilderBase &B, Value *V, Type *SumTy) const {
  Type *To = V->getType()->getWithNewType(SumTy);
  if (To == V->getType())
    return V;
  if (SumTy->isFloatingPointTy())
    return B.CreateFPExt(V, To);
  return isSigned() ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
}

} // namespace gemmify
