//===- BfloatGathers.cpp - Bfloats that lie apart -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BfloatGathers.h"
#include "lowering/arm/ArmMachine.h"
#include "lowering/target/TargetFeatures.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

/// A module flag, which the linker keeps.
constexpr StringLiteral ExpectedFlag = "gemmify-bfloat-gathers";

static bool isOfBfloats(const Type *Ty) {
  return isa<FixedVectorType>(Ty) && Ty->getScalarType()->isBFloatTy();
}

static Value *bitsOf(IRBuilderBase &B, Value *V) {
  return B.CreateBitCast(V, V->getType()->getWithNewType(B.getInt16Ty()));
}

/// The same operation on 16-bit integers, or null.
static Instruction *replacementOf(IntrinsicInst &I) {
  IRBuilder<> B(&I);
  auto Arg = [&](unsigned Index) { return I.getArgOperand(Index); };
  if (I.getIntrinsicID() == Intrinsic::masked_gather &&
      isOfBfloats(I.getType())) {
    Value *Otherwise = bitsOf(B, Arg(2));
    return B.CreateMaskedGather(Otherwise->getType(), Arg(0),
                                I.getParamAlign(0).valueOrOne(), Arg(1),
                                Otherwise);
  }
  if (I.getIntrinsicID() == Intrinsic::masked_scatter &&
      isOfBfloats(Arg(0)->getType()))
    return B.CreateMaskedScatter(bitsOf(B, Arg(0)), Arg(1),
                                 I.getParamAlign(1).valueOrOne(), Arg(2));
  return nullptr;
}

void expectBfloatGathers(Function &F) {
  Module &M = *F.getParent();
  if (tripleOf(F).isAArch64() && !M.getModuleFlag(ExpectedFlag))
    M.addModuleFlag(Module::Max, ExpectedFlag, 1);
}

bool replaceBfloatGathers(Function &F) {
  if (!tripleOf(F).isAArch64() || !longVectorBits(F) ||
      !F.getParent()->getModuleFlag(ExpectedFlag))
    return false;
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Access = dyn_cast<IntrinsicInst>(&I);
    Instruction *Bits = Access ? replacementOf(*Access) : nullptr;
    if (!Bits)
      continue;
    Bits->setAAMetadata(I.getAAMetadata());
    Bits->setDebugLoc(I.getDebugLoc());
    if (!I.getType()->isVoidTy()) {
      IRBuilder<> B(&I);
      I.replaceAllUsesWith(B.CreateBitCast(Bits, I.getType()));
    }
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace gemmify
