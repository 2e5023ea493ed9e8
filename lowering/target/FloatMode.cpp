//===- FloatMode.cpp - How a thread rounds --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatMode.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

bool hasFloatMode(const Triple &T) {
  return T.getArch() == Triple::x86_64 || T.isAArch64(64) || T.isPPC64();
}

Type *floatModeType(LLVMContext &C, const Triple &T) {
  if (T.isX86())
    return Type::getInt32Ty(C);
  return T.isPPC64() ? Type::getDoubleTy(C) : Type::getInt64Ty(C);
}

static TripleRef targetOf(IRBuilderBase &B) {
  return tripleOf(*B.GetInsertBlock()->getModule());
}

/// Room for MXCSR, which is moved through memory.
static AllocaInst *createSlot(IRBuilderBase &B) {
  BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
  return IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(B.getInt32Ty());
}

Value *readFloatMode(IRBuilderBase &B) {
  const Triple T = targetOf(B);
  if (T.isPPC64())
    return createIntrinsic(B, Intrinsic::ppc_readflm, {});
  if (!T.isX86())
    return createIntrinsic(B, Intrinsic::aarch64_get_fpcr, {});
  AllocaInst *Slot = createSlot(B);
  createIntrinsic(B, Intrinsic::x86_sse_stmxcsr, Slot);
  return B.CreateLoad(B.getInt32Ty(), Slot);
}

void setFloatMode(IRBuilderBase &B, Value *Mode) {
  const Triple T = targetOf(B);
  if (T.isPPC64()) {
    createIntrinsic(B, Intrinsic::ppc_setflm, Mode);
    return;
  }
  if (!T.isX86()) {
    createIntrinsic(B, Intrinsic::aarch64_set_fpcr, Mode);
    return;
  }
  AllocaInst *Slot = createSlot(B);
  B.CreateStore(Mode, Slot);
  createIntrinsic(B, Intrinsic::x86_sse_ldmxcsr, Slot);
}

} // namespace gemmify
