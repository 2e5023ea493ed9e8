//===- EagerLowering.cpp - Kernels that are done at once ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EagerLowering.h"
#include "lowering/core/GemmifyFinish.h"
#include "pass/kernel/emit/SliceEmitter.h"
#include "pass/product/Contiguity.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

bool isBuiltOfVectors(const OperandOrder &View) {
  const GemmNest &N = View.Nest;
  const DataLayout &DL = N.C.Access->getDataLayout();
  auto IsPackedByVectors = [&](const Slice &Operand, LoopDim Line) {
    return Operand.plain() || isContiguous(Operand, Line, DL) ||
           isContiguous(Operand, DimK, DL);
  };
  return N.Elem.isFloat() && IsPackedByVectors(View.Left, View.Row) &&
         IsPackedByVectors(View.Right, View.Col) &&
         (N.endsWithSum() || isContiguous(N.Final, View.Row, DL));
}

void lowerEagerly(Function &Host, FunctionAnalysisManager &FAM,
                  FunctionPassManager &Lowering) {
  Module &M = *Host.getParent();
  SmallVector<Function *, 4> Marked;
  for (Function &F : M)
    if (F.hasFnAttribute(VectorsAttribute))
      Marked.push_back(&F);
  for (Function *F : Marked) {
    FAM.invalidate(*F, Lowering.run(*F, FAM));
    F->removeFnAttr(VectorsAttribute);
    F->addFnAttr(SettledAttribute);
    F->removeFromParent();
    M.getFunctionList().insert(Host.getIterator(), F);
  }
}

} // namespace gemmify
