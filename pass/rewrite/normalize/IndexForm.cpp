//===- IndexForm.cpp - Numbers that move by fixed steps -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

APInt IndexForms::lowest(unsigned Bits, bool Signed) {
  return Signed ? APInt::getSignedMinValue(Bits).sext(Wide)
                : APInt::getZero(Wide);
}

APInt IndexForms::highest(unsigned Bits, bool Signed) {
  return (Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits))
      .zext(Wide);
}

IndexForm
IndexForms::map(IndexForm Form,
                function_ref<const SCEV *(const SCEV *)> Change) const {
  Form.Start = Change(Form.Start);
  for (IndexForm::Step &S : Form.Steps)
    S.By = Change(S.By);
  llvm::erase_if(Form.Steps,
                 [](const IndexForm::Step &S) { return S.By->isZero(); });
  return Form;
}

IndexForm IndexForms::widen(const IndexForm &Form, bool Signed) const {
  Type *I128 = Type::getIntNTy(SE.getContext(), Wide);
  return map(Form, [&](const SCEV *S) {
    return Signed || !Form.isFixed() ? SE.getNoopOrSignExtend(S, I128)
                                     : SE.getNoopOrZeroExtend(S, I128);
  });
}

IndexForm IndexForms::add(const IndexForm &X, const IndexForm &Y) const {
  IndexForm Sum = X;
  Sum.Start = SE.getAddExpr(X.Start, Y.Start);
  for (const IndexForm::Step &S : Y.Steps) {
    auto *Same = llvm::find_if(
        Sum.Steps, [&](const IndexForm::Step &Of) { return Of.L == S.L; });
    if (Same == Sum.Steps.end())
      Sum.Steps.push_back(S);
    else
      Same->By = SE.getAddExpr(Same->By, S.By);
  }
  return map(Sum, [](const SCEV *S) { return S; });
}

IndexForm IndexForms::subtract(const IndexForm &X, const IndexForm &Y) const {
  return add(X, map(Y, [&](const SCEV *S) { return SE.getNegativeSCEV(S); }));
}

void IndexForms::require(IndexBound Bound) {
  if (!llvm::is_contained(Bounds, Bound))
    Bounds.push_back(std::move(Bound));
}

std::optional<IndexForm> IndexForms::split(const SCEV *S) {
  if (S->getType()->isPointerTy())
    S = SE.getLosslessPtrToIntExpr(S);
  if (isa<SCEVCouldNotCompute>(S) || SE.getTypeSizeInBits(S->getType()) > 64)
    return std::nullopt;
  if (IsKnown(S))
    return IndexForm{S, {}};
  switch (S->getSCEVType()) {
  case scAddExpr:
    return splitSum(S);
  case scMulExpr:
    return splitProduct(S);
  case scAddRecExpr:
    return splitRecurrence(S);
  case scSignExtend:
  case scZeroExtend:
  case scTruncate:
    return splitCast(S);
  case scUMinExpr:
    return splitMinimum(S);
  case scUDivExpr:
    return splitQuotient(cast<SCEVUDivExpr>(S));
  case scPtrToInt:
    return splitMoving(cast<SCEVCastExpr>(S)->getOperand());
  case scUnknown:
    if (std::optional<IndexForm> Form = splitMoving(S))
      return Form;
    if (auto *I = dyn_cast<Instruction>(cast<SCEVUnknown>(S)->getValue());
        I && isa<FreezeInst, ExtractValueInst>(I) && Root.contains(I))
      return splitFrozen(*I, *I);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<IndexForm> IndexForms::splitMoving(const SCEV *S) const {
  const auto *Unknown = dyn_cast<SCEVUnknown>(S);
  const auto Known = Unknown ? Moving.find(Unknown->getValue()) : Moving.end();
  return Known == Moving.end() ? std::nullopt : std::optional(Known->second);
}

std::optional<IndexForm> IndexForms::splitSum(const SCEV *S) {
  IndexForm Sum{SE.getZero(S->getType()), {}};
  for (const SCEV *Op : S->operands()) {
    std::optional<IndexForm> Part = split(Op);
    if (!Part)
      return std::nullopt;
    Sum = add(Sum, *Part);
  }
  return Sum;
}

/// One factor may move.
std::optional<IndexForm> IndexForms::multiply(const IndexForm &X,
                                              const IndexForm &Y) {
  if (!Y.isFixed())
    return X.isFixed() ? multiply(Y, X) : std::nullopt;
  return map(X, [&](const SCEV *Part) { return SE.getMulExpr(Part, Y.Start); });
}

std::optional<IndexForm> IndexForms::splitProduct(const SCEV *S) {
  std::optional<IndexForm> Product = IndexForm{SE.getOne(S->getType()), {}};
  for (const SCEV *Op : S->operands()) {
    std::optional<IndexForm> Part = split(Op);
    if (!Part || !(Product = multiply(*Product, *Part)))
      return std::nullopt;
  }
  return Product;
}

/// Of a number that does not move.
std::optional<IndexForm> IndexForms::splitQuotient(const SCEVUDivExpr *S) {
  std::optional<IndexForm> Form = split(S->getLHS());
  if (!Form || !Form->isFixed() || !isa<SCEVConstant>(S->getRHS()))
    return std::nullopt;
  return IndexForm{SE.getUDivExpr(Form->Start, S->getRHS()), {}};
}

/// Its flags say nothing here: they are about iterations that the source's
/// checks let pass.
std::optional<IndexForm> IndexForms::splitRecurrence(const SCEV *S) {
  const auto *Rec = cast<SCEVAddRecExpr>(S);
  if (!Root.contains(Rec->getLoop()))
    return std::nullopt;
  std::optional<IndexForm> Form = split(Rec->getStart());
  std::optional<IndexForm> By = split(Rec->getStepRecurrence(SE));
  if (!Form || !By || !By->isFixed())
    return std::nullopt;
  return add(*Form, {SE.getZero(S->getType()), {{Rec->getLoop(), By->Start}}});
}

/// The numbers of a form that is extended stay what they are, if none leaves
/// the narrow type. What a truncation leaves are the last bits.
IndexForm IndexForms::castForm(const IndexForm &Form, SCEVTypes How, Type *To) {
  if (How == scTruncate)
    return map(Form,
               [&](const SCEV *Part) { return SE.getTruncateExpr(Part, To); });
  const bool Signed = How == scSignExtend;
  const unsigned Bits = SE.getTypeSizeInBits(Form.Start->getType());
  if (!Form.isFixed())
    require({widen(Form, /*Signed=*/true), nullptr, lowest(Bits, Signed),
             highest(Bits, Signed)});
  return map(Form, [&](const SCEV *Part) {
    return Signed || !Form.isFixed() ? SE.getSignExtendExpr(Part, To)
                                     : SE.getZeroExtendExpr(Part, To);
  });
}

std::optional<IndexForm> IndexForms::splitCast(const SCEV *S) {
  std::optional<IndexForm> Form = split(cast<SCEVCastExpr>(S)->getOperand());
  if (!Form)
    return std::nullopt;
  return castForm(*Form, S->getSCEVType(), S->getType());
}

std::optional<IndexForm>
IndexForms::splitFrozen(Value &V, const Instruction &At, unsigned Depth) {
  constexpr unsigned Deepest = 8;
  if (Depth == Deepest || SE.getTypeSizeInBits(V.getType()) > 64)
    return std::nullopt;
  NeedThawing = true;
  auto *I = dyn_cast<Instruction>(&V);
  // A value that may be poison has no parts: all that needs it gets one number.
  if (!I || !Root.contains(I) || IsKnown(SE.getUnknown(&V)))
    return IndexForm{isGuaranteedNotToBeUndefOrPoison(&V) ? SE.getSCEV(&V)
                                                          : SE.getUnknown(&V),
                     {}};
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Phi));
    if (!Rec || Rec->getLoop()->getHeader() != Phi->getParent() ||
        !Rec->getLoop()->contains(&At))
      return std::nullopt;
    return splitRecurrence(Rec);
  }
  auto Split = [&](Value *Op) { return splitFrozen(*Op, At, Depth + 1); };
  Value *X, *Y;
  if (match(I, m_Freeze(m_Value(X))))
    return Split(X);
  if (match(I, m_Trunc(m_Value(X))) || match(I, m_ZExtOrSExt(m_Value(X)))) {
    std::optional<IndexForm> Form = Split(X);
    if (!Form)
      return std::nullopt;
    return castForm(*Form,
                    isa<TruncInst>(I)  ? scTruncate
                    : isa<SExtInst>(I) ? scSignExtend
                                       : scZeroExtend,
                    V.getType());
  }
  unsigned Opcode = I->getOpcode();
  if (match(I,
            m_ExtractValue<0>(m_CombineOr(m_Freeze(m_Value(X)), m_Value(X)))) &&
      isa<WithOverflowInst>(X)) {
    auto *Op = cast<WithOverflowInst>(X);
    Opcode = Op->getBinaryOp();
    X = Op->getLHS();
    Y = Op->getRHS();
  } else if (!match(I, m_BinOp(m_Value(X), m_Value(Y)))) {
    return std::nullopt;
  }
  const bool IsKnownOp = Opcode == Instruction::Add ||
                         Opcode == Instruction::Sub ||
                         Opcode == Instruction::Mul;
  std::optional<IndexForm> Left, Right;
  if (!IsKnownOp || !(Left = Split(X)) || !(Right = Split(Y)))
    return std::nullopt;
  return Opcode == Instruction::Add   ? add(*Left, *Right)
         : Opcode == Instruction::Sub ? subtract(*Left, *Right)
                                      : multiply(*Left, *Right);
}

} // namespace gemmify
