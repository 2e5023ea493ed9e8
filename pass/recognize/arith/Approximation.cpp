//===- Approximation.cpp - Results that flags leave open ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Approximation.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

/// Whether every target computes \p Call to the last bit, whatever its flags.
static bool isExact(const CallInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::arithmetic_fence:
  case Intrinsic::canonicalize:
  case Intrinsic::ceil:
  case Intrinsic::copysign:
  case Intrinsic::fabs:
  case Intrinsic::floor:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::maximum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::minnum:
  case Intrinsic::nearbyint:
  case Intrinsic::rint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::trunc:
    return true;
  default:
    return isExtremeNumber(Call.getIntrinsicID());
  }
}

static bool mayBeApproximated(const Instruction &I) {
  if (!isa<FPMathOperator>(I) || I.hasAllowReassoc())
    return false;
  if (I.getOpcode() == Instruction::FDiv)
    return I.hasAllowReciprocal();
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->hasApproxFunc() && !isExact(*Call);
}

bool isNowhereApproximated(const Loop &Nest, Reason &Why) {
  for (const BasicBlock *BB : Nest.blocks())
    if (llvm::any_of(*BB, mayBeApproximated)) {
      Why = Reason::Approximated;
      return false;
    }
  return true;
}

} // namespace gemmify
