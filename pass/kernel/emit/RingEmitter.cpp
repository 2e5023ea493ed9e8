//===- RingEmitter.cpp - Operations of a product's ring -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingEmitter.h"

using namespace llvm;

namespace gemmify {

Value *emitAdd(IRBuilderBase &B, const Ring &R, Value *Sum, Value *Product) {
  if (!R.isFloat())
    return R.Subtract ? B.CreateSub(Sum, Product) : B.CreateAdd(Sum, Product);
  return R.Subtract ? B.CreateFSub(Sum, Product) : B.CreateFAdd(Sum, Product);
}

Value *emitMultiplyAdd(IRBuilderBase &B, const Ring &R, Value *Sum, Value *X,
                       Value *Y) {
  if (R.isFloat() && R.Fused) {
    const Intrinsic::ID Fma = R.Always ? Intrinsic::fma : Intrinsic::fmuladd;
    return B.CreateIntrinsic(Fma, {Sum->getType()},
                             {R.Subtract ? B.CreateFNeg(X) : X, Y, Sum});
  }
  return emitAdd(B, R, Sum,
                 R.isFloat() ? B.CreateFMul(X, Y) : B.CreateMul(X, Y));
}

} // namespace gemmify
