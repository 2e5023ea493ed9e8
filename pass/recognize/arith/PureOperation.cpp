//===- PureOperation.cpp - What a slice may be made of --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PureOperation.h"
#include "SquareRoot.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

static bool isNumber(const Type *T) {
  return T->isIntegerTy() || T->isFloatingPointTy();
}

bool isElementType(const Type *T) { return isNumber(T) || T->isPointerTy(); }

/// Intrinsics that LLVM computes lane by lane are pure.
static bool isPureIntrinsic(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::arithmetic_fence:
  case Intrinsic::convert_from_fp16:
  case Intrinsic::convert_to_fp16:
  case Intrinsic::sshl_sat:
  case Intrinsic::ushl_sat:
    return true;
  default:
    return isTriviallyVectorizable(ID);
  }
}

/// Whether \p Callee can be called from another function: where a copy of the
/// caller is discarded, so is what is local in its group.
static bool canCallElsewhere(const Function &Callee) {
  return !Callee.isIntrinsic() && !Callee.isVarArg() &&
         !(Callee.hasLocalLinkage() && Callee.hasComdat());
}

bool isOwnFunction(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && canCallElsewhere(*Callee) && Call->doesNotThrow() &&
         Call->willReturn() && !Call->isConvergent() && !Call->isStrictFP() &&
         !Call->isNoBuiltin() && !Call->cannotDuplicate() &&
         !Call->hasOperandBundles() && !Call->isMustTailCall() &&
         !Call->hasFnAttr("vector-function-abi-variant") &&
         isNumber(Call->getType()) &&
         llvm::all_of(Call->args(),
                      [](const Use &Arg) { return isNumber(Arg->getType()); });
}

bool isPureOperation(const Instruction &I) {
  if (isa<UnaryOperator, BinaryOperator, CmpInst, SelectInst>(I))
    return true;
  // Of poison, each time it is computed may give another value.
  if (isa<FreezeInst>(I))
    return isGuaranteedNotToBeUndefOrPoison(I.getOperand(0));
  if (isa<CastInst>(I))
    return !I.getType()->isPtrOrPtrVectorTy() &&
           !I.getOperand(0)->getType()->isPtrOrPtrVectorTy();
  if (matchSquareRoot(I).Of)
    return true;
  if (isOwnFunction(I))
    return cast<CallInst>(I).doesNotAccessMemory();
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && isPureIntrinsic(Call->getIntrinsicID()) &&
         Call->doesNotAccessMemory() && !Call->isConvergent() &&
         !Call->hasOperandBundles();
}

} // namespace gemmify
