//===- EmitIf.cpp - Branches for new code ---------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitIf.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace gemmify {

void emitIf(IRBuilderBase &B, const Twine &Name, Value *Cond,
            function_ref<void()> Then, function_ref<void()> Else) {
  if (auto *Known = dyn_cast<ConstantInt>(Cond)) {
    if (Known->isOne())
      Then();
    else if (Else)
      Else();
    return;
  }
  auto NewBlock = [&](const Twine &Of) {
    return BasicBlock::Create(B.getContext(), Of,
                              B.GetInsertBlock()->getParent());
  };
  BasicBlock *ThenBlock = NewBlock(Name);
  BasicBlock *ElseBlock = Else ? NewBlock(Name + ".else") : nullptr;
  BasicBlock *Exit = NewBlock(Name + ".end");
  B.CreateCondBr(Cond, ThenBlock, Else ? ElseBlock : Exit);
  B.SetInsertPoint(ThenBlock);
  Then();
  B.CreateBr(Exit);
  if (Else) {
    B.SetInsertPoint(ElseBlock);
    Else();
    B.CreateBr(Exit);
  }
  B.SetInsertPoint(Exit);
}

} // namespace gemmify
