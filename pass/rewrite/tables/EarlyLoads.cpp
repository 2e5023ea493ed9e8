//===- EarlyLoads.cpp - What may be loaded before a nest ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyLoads.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace gemmify {

bool findsNumber(const LoadInst &Load) {
  const Type *Ty = Load.getType();
  const bool IsPointer = Ty->isPointerTy() && Ty->getPointerAddressSpace() == 0;
  return Load.isSimple() && Load.getPointerAddressSpace() == 0 &&
         (IsPointer || Ty->isIntegerTy(32) || Ty->isIntegerTy(64));
}

bool isAlwaysLoaded(const LoadInst &Load, const Loop &Copy,
                    const DominatorTree &DT) {
  const BasicBlock *Latch = Copy.getLoopLatch();
  return Latch && Copy.getExitingBlock() == Latch &&
         DT.dominates(Load.getParent(), Latch);
}

bool isBeforeStores(const LoadInst &Load, const Loop &Copy,
                    const DominatorTree &DT) {
  return llvm::all_of(Copy.blocks(), [&](const BasicBlock *BB) {
    return llvm::all_of(*BB, [&](const Instruction &I) {
      return !I.mayWriteToMemory() || DT.dominates(&Load, &I);
    });
  });
}

bool comesFirst(const LoadInst &Load, const Loop &Inner,
                const DominatorTree &DT) {
  return DT.dominates(&Load, Inner.getLoopLatch()->getTerminator());
}

} // namespace gemmify
