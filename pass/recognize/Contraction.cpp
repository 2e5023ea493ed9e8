//===- Contraction.cpp - Multiplies that become part of an add ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

static bool isAddition(const Instruction &I) {
  return I.getOpcode() == Instruction::FAdd ||
         I.getOpcode() == Instruction::FSub;
}

static bool isContractable(const Value *V) {
  const auto *Mul = dyn_cast<Instruction>(V);
  return Mul && Mul->getOpcode() == Instruction::FMul &&
         Mul->hasAllowContract();
}

std::optional<unsigned> fusedOperand(const Instruction &Add) {
  if (!isAddition(Add) || !Add.hasAllowContract())
    return std::nullopt;
  // Of two products, the code generator takes the first.
  for (unsigned Op : {0u, 1u}) {
    const Value *Mul = Add.getOperand(Op);
    if (isContractable(Mul) && Mul->hasOneUse() &&
        cast<Instruction>(Mul)->getParent() == Add.getParent())
      return Op;
  }
  return std::nullopt;
}

bool fusesOnlyWhenCopied(const Instruction &Add,
                         function_ref<const Value *(const Use &)> Operand) {
  if (!isAddition(Add) || !Add.hasAllowContract())
    return false;
  return llvm::any_of(Add.operands(), [&](const Use &Op) {
    const Value *Mul = Operand(Op);
    // The code generator moves a negation into the product.
    bool IsNegated = match(Mul, m_FNeg(m_Value(Mul)));
    return isContractable(Mul) &&
           (IsNegated || Mul != Op.get() || !Mul->hasOneUse() ||
            cast<Instruction>(Mul)->getParent() != Add.getParent());
  });
}

} // namespace gemmify
