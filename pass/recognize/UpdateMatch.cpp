//===- UpdateMatch.cpp - sum ± x * y --------------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateMatch.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// The sign of a factor is the sign of the product, exactly (but for NaN).
static void stripNegations(Update &U) {
  for (Value **Factor : {&U.X, &U.Y})
    while (match(*Factor, m_FNeg(m_Value(*Factor))))
      U.Arith.Subtract = !U.Arith.Subtract;
}

static std::optional<Update>
matchMulAddIntrinsic(Instruction &I, function_ref<bool(Value *)> IsSum) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call || Call->getIntrinsicID() != Intrinsic::fmuladd ||
      !IsSum(Call->getArgOperand(2)))
    return std::nullopt;
  Update U{&I,
           Call->getArgOperand(2),
           Call->getArgOperand(0),
           Call->getArgOperand(1),
           {}};
  U.Arith.Fused = true;
  U.Arith.Flags = Call->getFastMathFlags();
  return U;
}

static std::optional<Update>
matchMulThenAdd(Instruction &I, function_ref<bool(Value *)> IsSum) {
  bool IsSub = I.getOpcode() == Instruction::FSub;
  if (!IsSub && I.getOpcode() != Instruction::FAdd)
    return std::nullopt;
  for (unsigned ProductAt : {1u, 0u}) {
    Value *Sum = I.getOperand(1 - ProductAt);
    auto *Mul = dyn_cast<Instruction>(I.getOperand(ProductAt));
    if (!Mul || Mul->getOpcode() != Instruction::FMul || !Mul->hasOneUse() ||
        Mul->getParent() != I.getParent() || !IsSum(Sum))
      continue;
    if (IsSub && ProductAt == 0)
      return std::nullopt;
    Update U{&I, Sum, Mul->getOperand(0), Mul->getOperand(1), {}};
    U.Arith.Subtract = IsSub;
    U.Arith.Flags = I.getFastMathFlags() & Mul->getFastMathFlags();
    U.Arith.Fused = U.Arith.ByFlags = U.Arith.Flags.allowContract();
    return U;
  }
  return std::nullopt;
}

std::optional<Update> matchUpdate(Instruction &I,
                                  function_ref<bool(Value *)> IsSum) {
  if (!I.getType()->isFloatTy() && !I.getType()->isDoubleTy())
    return std::nullopt;
  std::optional<Update> U = matchMulAddIntrinsic(I, IsSum);
  if (!U)
    U = matchMulThenAdd(I, IsSum);
  if (!U)
    return std::nullopt;
  stripNegations(*U);
  U->Arith.Reassoc = U->Arith.Flags.allowReassoc();
  return U;
}

} // namespace gemmify
