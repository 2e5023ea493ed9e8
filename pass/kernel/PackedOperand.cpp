//===- PackedOperand.cpp - How an operand lies in packed blocks -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedOperand.h"
#include "SliceEmitter.h"

using namespace llvm;

namespace gemmify {

static unsigned bytesOf(const GemmNest &Nest, Type *Ty) {
  return Nest.C.Access->getDataLayout().getTypeStoreSize(Ty);
}

PackedOperand PackedOperand::whole(const GemmNest &Nest, const Slice &Source) {
  PackedOperand P;
  P.Source = Source;
  P.Ty = Nest.ElemTy;
  P.Bytes = bytesOf(Nest, P.Ty);
  return P;
}

std::optional<PackedOperand> PackedOperand::narrow(const GemmNest &Nest,
                                                   const Slice &Source) {
  if (!Source.Times.empty())
    return std::nullopt;
  PackedOperand P = whole(Nest, Source);
  Widening By = Source.Widen;
  Value *Root = Nest.resolve(Source.Root);
  // An extension of an extension is one, but for the sign of what has lost it.
  while (auto *Cast = dyn_cast<CastInst>(Root)) {
    if (!Nest.Root->contains(Cast) || !isa<SExtInst, ZExtInst, FPExtInst>(Cast))
      break;
    if (isa<SExtInst>(Cast) && By == Widening::Unsigned)
      break;
    if (!isa<FPExtInst>(Cast))
      By = isa<SExtInst>(Cast) ? Widening::Signed : Widening::Unsigned;
    Root = Nest.resolve(Cast->getOperand(0));
  }
  P.Source.Root = Root;
  P.Source.Widen = Widening::None;
  P.Ty = Root->getType();
  P.Signed = By != Widening::Unsigned;
  const DataLayout &DL = Nest.C.Access->getDataLayout();
  if (P.Ty == Nest.ElemTy || !isPacked(P.Ty, DL))
    return std::nullopt;
  P.Bytes = bytesOf(Nest, P.Ty);
  return P;
}

std::pair<PackedOperand, PackedOperand>
PackedOperand::both(const RoleView &View, const PackedForm &Form,
                    unsigned Group) {
  const GemmNest &Nest = View.Nest;
  if (!Form.Narrow)
    return {whole(Nest, View.Left), whole(Nest, View.Right)};
  auto One = [&](const Slice &Source, bool Flipped) {
    PackedOperand P = *narrow(Nest, Source);
    P.Group = Group;
    P.Flipped = Flipped;
    if (Form.IntBits && P.Ty->isIntegerTy()) {
      P.Ty = IntegerType::get(P.Ty->getContext(), Form.IntBits);
      P.Bytes = bytesOf(Nest, P.Ty);
    }
    return P;
  };
  PackedOperand Left = One(View.Left, Form.RightSums);
  PackedOperand Right = One(View.Right, Form.LeftSums);
  if (Form.LeftSums)
    Left.keepSums(Nest.ElemTy, Right);
  if (Form.RightSums)
    Right.keepSums(Nest.ElemTy, Left);
  return {Left, Right};
}

void PackedOperand::keepSums(Type *Ty, const PackedOperand &Other) {
  SumTy = Ty;
  OtherWasSigned = Other.Signed;
}

/// Integers that are widened while they are packed keep their value: the sign
/// then is that of the wider type.
Value *PackedOperand::convert(IRBuilderBase &B, Value *V) const {
  Type *To = V->getType()->getWithNewType(Ty);
  if (To != V->getType())
    V = Signed ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
  if (!Flipped)
    return V;
  const unsigned Bits = Ty->getIntegerBitWidth();
  return B.CreateXor(V, ConstantInt::get(To, APInt::getSignMask(Bits)));
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
  if (Group == 1 || !Ty->isIntegerTy())
    return Depth;
  Value *Groups = B.CreateUDiv(B.CreateAdd(Depth, B.getInt64(Group - 1)),
                               B.getInt64(Group));
  return B.CreateMul(Groups, B.getInt64(Group));
}

Value *PackedOperand::extend(IRBuilderBase &B, Value *V, Type *SumTy) const {
  Type *To = V->getType()->getWithNewType(SumTy);
  if (To == V->getType())
    return V;
  if (SumTy->isFloatingPointTy())
    return B.CreateFPExt(V, To);
  return isSigned() ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
}

ProductKind productKind(const RoleView &View) {
  const GemmNest &Nest = View.Nest;
  ProductKind Kind = ProductKind::of(Nest.ElemTy);
  if (Nest.ElemTy->isFloatingPointTy()) {
    // A site that scales its products does not fuse them with anything.
    Kind.Fuse = Nest.Arith.Fused && !Nest.Scale;
    Kind.Reassoc = Nest.Arith.Reassoc;
  }
  auto Left = PackedOperand::narrow(Nest, View.Left);
  auto Right = PackedOperand::narrow(Nest, View.Right);
  if (!Left || !Right)
    return Kind;
  Kind.Left = Left->Ty;
  Kind.Right = Right->Ty;
  Kind.LeftSigned = Left->Signed;
  Kind.RightSigned = Right->Signed;
  return Kind;
}

} // namespace gemmify
