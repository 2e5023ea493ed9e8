//===- LoopForm.cpp - Numbers as linear forms of a nest's loops -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopForm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace gemmify {

const SCEV *LoopForm::coefficient(const Loop *L) const {
  for (const auto &[Of, By] : Terms)
    if (Of == L)
      return By;
  return nullptr;
}

void LoopForm::add(const Loop *L, const SCEV *By, ScalarEvolution &SE) {
  for (auto &[Of, Coef] : Terms)
    if (Of == L) {
      Coef = SE.getAddExpr(Coef, By);
      return;
    }
  Terms.push_back({L, By});
}

bool LoopForm::operator==(const LoopForm &Other) const {
  return Const == Other.Const && Terms.size() == Other.Terms.size() &&
         llvm::all_of(Terms, [&](const auto &Term) {
           return Other.coefficient(Term.first) == Term.second;
         });
}

LoopForm FormReader::widen(LoopForm Form) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  Form.Const = SE.getNoopOrSignExtend(Form.Const, I64);
  for (auto &Term : Form.Terms)
    Term.second = SE.getNoopOrSignExtend(Term.second, I64);
  return Form;
}

std::optional<LoopForm> FormReader::read(const SCEV *S) {
  if (!S->getType()->isIntegerTy() || SE.getTypeSizeInBits(S->getType()) > 64)
    return std::nullopt;
  std::optional<LoopForm> Form = readParts(S);
  if (!Form)
    return std::nullopt;
  erase_if(Form->Terms, [](const auto &Term) { return Term.second->isZero(); });
  if (!Form->isFixed())
    Ranges.push_back(*Form);
  return Form;
}

std::optional<LoopForm> FormReader::readSum(const SCEV *S) {
  LoopForm Sum;
  Sum.Const = SE.getZero(S->getType());
  for (const SCEV *Op : S->operands()) {
    std::optional<LoopForm> Part = readParts(Op);
    if (!Part)
      return std::nullopt;
    Sum.Const = SE.getAddExpr(Sum.Const, Part->Const);
    for (const auto &[L, By] : Part->Terms)
      Sum.add(L, By, SE);
  }
  return Sum;
}

std::optional<LoopForm> FormReader::readProduct(const SCEV *S) {
  const SCEV *Fixed = SE.getOne(S->getType());
  std::optional<LoopForm> Product;
  for (const SCEV *Op : S->operands()) {
    if (SE.isLoopInvariant(Op, &Root))
      Fixed = SE.getMulExpr(Fixed, Op);
    else if (Product || !(Product = readParts(Op)))
      return std::nullopt;
  }
  Product->Const = SE.getMulExpr(Product->Const, Fixed);
  for (auto &Term : Product->Terms)
    Term.second = SE.getMulExpr(Term.second, Fixed);
  return Product;
}

/// Modulo 2^bits of the type, but for what is extended: that has to be exact.
std::optional<LoopForm> FormReader::readParts(const SCEV *S) {
  if (SE.isLoopInvariant(S, &Root))
    return LoopForm{S, {}};
  if (isa<SCEVAddExpr>(S))
    return readSum(S);
  if (isa<SCEVMulExpr>(S))
    return readProduct(S);
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
    const SCEV *Step = Rec->isAffine() ? Rec->getStepRecurrence(SE) : nullptr;
    if (!Step || !SE.isLoopInvariant(Step, &Root))
      return std::nullopt;
    const SCEV *Start = Rec->getStart();
    auto Known = CountedFrom.find(Rec->getLoop());
    if (Known != CountedFrom.end()) {
      if (Start != Known->second.first || !Step->isOne())
        return std::nullopt;
      Start = Known->second.second;
    }
    std::optional<LoopForm> Form = readParts(Start);
    if (Form)
      Form->add(Rec->getLoop(), Step, SE);
    return Form;
  }
  if (isa<SCEVSignExtendExpr>(S) ||
      (ReadsUnsigned && isa<SCEVZeroExtendExpr>(S))) {
    std::optional<LoopForm> Form = read(cast<SCEVCastExpr>(S)->getOperand());
    if (!Form)
      return std::nullopt;
    const bool IsUnsigned = isa<SCEVZeroExtendExpr>(S);
    if (IsUnsigned)
      NotNegative.push_back(*Form);
    auto Extend = [&](const SCEV *Part) {
      const SCEV *Zero = SE.getZero(Part->getType());
      // The same number: that with zeros is the more common expression.
      return IsUnsigned && SE.isLoopEntryGuardedByCond(
                               &Root, ICmpInst::ICMP_SGE, Part, Zero)
                 ? SE.getZeroExtendExpr(Part, S->getType())
                 : SE.getSignExtendExpr(Part, S->getType());
    };
    Form->Const = Extend(Form->Const);
    for (auto &Term : Form->Terms)
      Term.second = Extend(Term.second);
    return Form;
  }
  if (const auto *Trunc = dyn_cast<SCEVTruncateExpr>(S)) {
    std::optional<LoopForm> Form = readParts(Trunc->getOperand());
    if (!Form)
      return std::nullopt;
    Form->Const = SE.getTruncateExpr(Form->Const, S->getType());
    for (auto &Term : Form->Terms)
      Term.second = SE.getTruncateExpr(Term.second, S->getType());
    return Form;
  }
  if (const auto *Unknown = dyn_cast<SCEVUnknown>(S))
    if (auto *Frozen = dyn_cast<FreezeInst>(Unknown->getValue()))
      return readParts(SE.getSCEV(Frozen->getOperand(0)));
  return std::nullopt;
}

} // namespace gemmify
