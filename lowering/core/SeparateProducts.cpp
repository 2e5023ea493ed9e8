//===- SeparateProducts.cpp - Products rounded before they are added ------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateProducts.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

static void split(IntrinsicInst &MulAdd) {
  IRBuilder<> B(&MulAdd);
  B.setFastMathFlags(MulAdd.getFastMathFlags());
  Value *Product =
      B.CreateFMul(MulAdd.getArgOperand(0), MulAdd.getArgOperand(1));
  MulAdd.replaceAllUsesWith(B.CreateFAdd(Product, MulAdd.getArgOperand(2)));
  MulAdd.eraseFromParent();
}

bool separateProducts(Function &F) {
  if (!F.hasFnAttribute(SeparateAttribute))
    return false;
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (!isa<FPMathOperator>(I) || I.hasAllowReassoc())
      continue;
    Changed |= I.hasAllowContract();
    I.setHasAllowContract(false);
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || Call->getIntrinsicID() != Intrinsic::fmuladd)
      continue;
    split(*Call);
    Changed = true;
  }
  return Changed;
}

/// Whether the target may fuse \p I with another operation.
static bool mayBeFused(const Instruction &I) {
  const Type *T = I.getType()->getScalarType();
  return (T->isFloatTy() || T->isDoubleTy()) && !I.hasAllowReassoc();
}

static Value *fence(IRBuilderBase &B, Value *V) {
  return B.CreateIntrinsic(V->getType(), Intrinsic::arithmetic_fence, {V});
}

void fenceProducts(Function &F) {
  if (!F.hasFnAttribute(SeparateAttribute))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (I.getOpcode() != Instruction::FMul || !mayBeFused(I))
      continue;
    // (x + 1) * y is x * y + y.
    IRBuilder<> B(&I);
    for (Use &Op : I.operands())
      if (auto *Sum = dyn_cast<BinaryOperator>(Op))
        Op = fence(B, Sum);
    B.SetInsertPoint(I.getNextNode());
    Value *Hidden = fence(B, &I);
    I.replaceUsesWithIf(Hidden,
                        [&](const Use &U) { return U.getUser() != Hidden; });
  }
  F.removeFnAttr(SeparateAttribute);
}

} // namespace gemmify
