//===- Product.cpp - A multiply and the addition around it ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"
#include "lowering/target/TargetFeatures.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

/// \p V if it is an extension of a vector of the same length, or null.
static CastInst *asExtension(Value *V) {
  auto *Cast = dyn_cast<CastInst>(V);
  if (!Cast || !isa<SExtInst, ZExtInst, FPExtInst>(Cast))
    return nullptr;
  return Cast;
}

static ProductKind kindOf(const CallInst &Multiply) {
  ProductKind Kind = ProductKind::of(Multiply.getType()->getScalarType());
  if (CastInst *Left = asExtension(Multiply.getArgOperand(0))) {
    Kind.Left = Left->getSrcTy()->getScalarType();
    Kind.LeftSigned = !isa<ZExtInst>(Left);
  }
  if (CastInst *Right = asExtension(Multiply.getArgOperand(1))) {
    Kind.Right = Right->getSrcTy()->getScalarType();
    Kind.RightSigned = !isa<ZExtInst>(Right);
  }
  return Kind.isNarrow() ? Kind : Kind.widened();
}

Value *Product::left(const ProductKind &Kind) const {
  Value *V = Multiply->getArgOperand(0);
  return Kind.isNarrow() ? asExtension(V)->getOperand(0) : V;
}

Value *Product::right(const ProductKind &Kind) const {
  Value *V = Multiply->getArgOperand(1);
  return Kind.isNarrow() ? asExtension(V)->getOperand(0) : V;
}

static Product plainProduct(CallInst &Multiply) {
  Product P;
  P.Multiply = &Multiply;
  P.Result = &Multiply;
  P.Shape = *getMultiplyShape(Multiply);
  P.Math.IsFP = Multiply.getType()->isFPOrFPVectorTy();
  P.Math.Kind = kindOf(Multiply);
  if (P.Math.IsFP) {
    P.Math.Mul = P.Math.Add = Multiply.getFastMathFlags();
    P.Math.Fuse = P.Math.Add.allowContract();
    P.Math.Kind.Fuse = P.Math.Fuse && P.Shape.K > 1;
    P.Math.Kind.Reassoc = P.Math.Mul.allowReassoc();
    P.Math.Kind.MayFlush =
        mayFlushDenormals(*Multiply.getFunction(), P.Math.Mul);
    P.Math.Kind.AnyZero = P.Math.Mul.noSignedZeros();
  }
  return P;
}

static bool isAddition(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub:
    return true;
  default:
    return false;
  }
}

/// Whether the sum of the products of \p Multiply may start from the other
/// operand of \p Add.
static bool startsFromAddend(const Instruction &Add, const CallInst &Multiply,
                             const Product &P) {
  if (P.Math.IsFP && Add.hasMetadata(SeededMetadata))
    return true;
  if (!Multiply.hasOneUse() || Multiply.getParent() != Add.getParent())
    return false;
  return !P.Math.IsFP || P.Shape.K == 1 ||
         (Add.hasAllowReassoc() && P.Math.Mul.allowReassoc());
}

static std::optional<Product> matchAddition(Instruction &Add,
                                            unsigned ProductOperand) {
  auto *Multiply = dyn_cast<CallInst>(Add.getOperand(ProductOperand));
  if (!Multiply || !getMultiplyShape(*Multiply))
    return std::nullopt;
  Product P = plainProduct(*Multiply);
  if (!startsFromAddend(Add, *Multiply, P))
    return std::nullopt;
  P.Result = &Add;
  P.Start = Add.getOperand(1 - ProductOperand);
  bool Sub = Add.getOpcode() == Instruction::Sub ||
             Add.getOpcode() == Instruction::FSub;
  P.Math.Subtract = Sub && ProductOperand == 1;
  P.NegateStart = Sub && ProductOperand == 0;
  if (P.Math.IsFP) {
    FastMathFlags Flags = Add.getFastMathFlags();
    P.Math.Fuse = Flags.allowContract() && P.Math.Mul.allowContract();
    P.Math.Add = P.Math.Fuse ? Flags & P.Math.Mul : Flags;
    P.Math.Kind.Fuse = P.Math.Fuse;
    P.Math.Kind.Reassoc = Flags.allowReassoc() && P.Math.Mul.allowReassoc();
    P.Math.Kind.MayFlush =
        mayFlushDenormals(*Add.getFunction(), Flags & P.Math.Mul);
    P.Math.Kind.AnyZero = Flags.noSignedZeros() && P.Math.Mul.noSignedZeros();
  }
  return P;
}

std::optional<Product> matchProduct(Instruction &I) {
  if (getMultiplyShape(I))
    return plainProduct(cast<CallInst>(I));
  if (!isAddition(I))
    return std::nullopt;
  if (auto P = matchAddition(I, 1))
    return P;
  return matchAddition(I, 0);
}

} // namespace gemmify
