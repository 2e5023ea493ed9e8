//===- FailureArguments.cpp - What a check that fails is given ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureArguments.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

namespace {

/// A local variable, and the arguments that point into it.
class GivenVariable {
public:
  explicit GivenVariable(AllocaInst &Var) : Var(Var) {}

  void addArgument(Use &Arg) { Arguments.push_back(&Arg); }

  bool canCopy() const {
    return Var.isStaticAlloca() && !Var.isUsedWithInAlloca() &&
           !Var.isSwiftError() && areKnown(Var);
  }

  /// Only where a call ends does it show whether it wrote to the original.
  void copy() {
    const DataLayout &DL = Var.getDataLayout();
    const uint64_t Bytes = DL.getTypeAllocSize(Var.getAllocatedType());
    auto *Copy = cast<AllocaInst>(Var.clone());
    Copy->insertAfter(Var.getIterator());
    Copy->setName("gemmify.given");
    SmallPtrSet<const User *, 4> Done;
    for (Use *Arg : Arguments) {
      IRBuilder<> B(cast<Instruction>(Arg->getUser()));
      if (Done.insert(Arg->getUser()).second)
        B.CreateMemCpy(Copy, Var.getAlign(), &Var, Var.getAlign(), Bytes);
      APInt At(DL.getIndexTypeSizeInBits(Var.getType()), 0);
      Arg->get()->stripAndAccumulateConstantOffsets(DL, At,
                                                    /*AllowNonInbounds=*/true);
      Arg->set(At.isZero() ? Copy : B.CreatePtrAdd(Copy, B.getInt(At)));
    }
  }

private:
  /// Whether all that uses \p Ptr, which points into the variable, are
  /// accesses that come before the calls, and these.
  bool areKnown(Value &Ptr) const {
    return llvm::all_of(Ptr.uses(), [&](Use &U) {
      auto &I = *cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst>(I))
        return areKnown(I);
      if (llvm::is_contained(Arguments, &U) || I.isLifetimeStartOrEnd())
        return true;
      const auto *Store = dyn_cast<StoreInst>(&I);
      const auto *Load = dyn_cast<LoadInst>(&I);
      return ((Store && Store->isSimple() &&
               Store->getValueOperand() != &Ptr) ||
              (Load && Load->isSimple())) &&
             !comesAfter(*I.getParent());
    });
  }

  /// Whether an exception of one of the calls may lead to \p BB.
  bool comesAfter(const BasicBlock &BB) const {
    return llvm::any_of(Arguments, [&](const Use *Arg) {
      const auto *Invoke = dyn_cast<InvokeInst>(Arg->getUser());
      return Invoke &&
             llvm::is_contained(depth_first(Invoke->getUnwindDest()), &BB);
    });
  }

  AllocaInst &Var;
  SmallVector<Use *, 4> Arguments;
};

} // namespace

void copyArguments(ArrayRef<CallBase *> Failures) {
  MapVector<AllocaInst *, GivenVariable> Given;
  for (CallBase *Call : Failures)
    for (Use &Arg : Call->args()) {
      if (!Arg->getType()->isPointerTy())
        continue;
      APInt At(Call->getDataLayout().getIndexTypeSizeInBits(Arg->getType()), 0);
      if (auto *Var =
              dyn_cast<AllocaInst>(Arg->stripAndAccumulateConstantOffsets(
                  Call->getDataLayout(), At, /*AllowNonInbounds=*/true)))
        Given.insert({Var, GivenVariable(*Var)}).first->second.addArgument(Arg);
    }
  for (auto &[Var, Of] : Given)
    if (Of.canCopy())
      Of.copy();
}

} // namespace gemmify
