//===- ShapeSwitch.cpp - One function for tiles of many shapes ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeSwitch.h"
#include "pass/kernel/emit/EmitLoop.h"

using namespace llvm;

namespace gemmify {

Value *ShapeNumbers::of(IRBuilderBase &B, Value *Rows, Value *Cols) const {
  Value *Vectors = divideUp(B, Rows, Lanes);
  Value *Groups = GroupCols == 1 ? Cols : divideUp(B, Cols, GroupCols);
  Value *One = B.getInt64(1);
  Value *Before =
      B.CreateMul(B.CreateSub(Vectors, One), B.getInt64(MostGroups));
  return B.CreateAdd(Before, B.CreateSub(Groups, One));
}

ShapeSwitch::ShapeSwitch(IRBuilderBase &B, Function &F, unsigned Param)
    : B(B), F(F) {
  auto *Entry = BasicBlock::Create(F.getContext(), "entry", &F);
  auto *None = BasicBlock::Create(F.getContext(), "none", &F);
  B.SetInsertPoint(None);
  B.CreateUnreachable();
  B.SetInsertPoint(Entry);
  Choice = B.CreateSwitch(F.getArg(Param), None);
}

void ShapeSwitch::add(uint64_t Number, const Twine &Name,
                      function_ref<void()> Emit) {
  auto *Case = BasicBlock::Create(F.getContext(), Name, &F);
  Choice->addCase(B.getInt64(Number), Case);
  B.SetInsertPoint(Case);
  Emit();
  B.CreateRetVoid();
}

} // namespace gemmify
