//===- IndexForm.cpp - Numbers that move by fixed steps -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

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
  if (isa<SCEVCouldNotCompute>(S) || !S->getType()->isIntegerTy() ||
      SE.getTypeSizeInBits(S->getType()) > 64)
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
  default:
    return std::nullopt;
  }
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
std::optional<IndexForm> IndexForms::splitProduct(const SCEV *S) {
  const SCEV *Scale = SE.getOne(S->getType());
  std::optional<IndexForm> Moving;
  for (const SCEV *Op : S->operands()) {
    std::optional<IndexForm> Part = split(Op);
    if (!Part || (Moving && !Part->isFixed()))
      return std::nullopt;
    if (Part->isFixed())
      Scale = SE.getMulExpr(Scale, Part->Start);
    else
      Moving = Part;
  }
  if (!Moving)
    return IndexForm{Scale, {}};
  return map(*Moving,
             [&](const SCEV *Part) { return SE.getMulExpr(Part, Scale); });
}

/// Its flags say nothing here: they are about iterations that the source's
/// checks let pass.
std::optional<IndexForm> IndexForms::splitRecurrence(const SCEV *S) {
  const auto *Rec = cast<SCEVAddRecExpr>(S);
  if (!Rec->isAffine() || !Root.contains(Rec->getLoop()))
    return std::nullopt;
  std::optional<IndexForm> Form = split(Rec->getStart());
  std::optional<IndexForm> By = split(Rec->getStepRecurrence(SE));
  if (!Form || !By || !By->isFixed())
    return std::nullopt;
  return add(*Form, {SE.getZero(S->getType()), {{Rec->getLoop(), By->Start}}});
}

/// The numbers of a form that is extended stay what they are, if none leaves
/// the narrow type. What a truncation leaves are the last bits.
std::optional<IndexForm> IndexForms::splitCast(const SCEV *S) {
  const SCEV *Op = cast<SCEVCastExpr>(S)->getOperand();
  Type *Ty = S->getType();
  if (isa<SCEVTruncateExpr>(S)) {
    std::optional<IndexForm> Form = split(Op);
    if (!Form)
      return std::nullopt;
    return map(*Form,
               [&](const SCEV *Part) { return SE.getTruncateExpr(Part, Ty); });
  }
  const bool Signed = isa<SCEVSignExtendExpr>(S);
  std::optional<IndexForm> Form = split(Op);
  if (!Form)
    return std::nullopt;
  const unsigned Bits = SE.getTypeSizeInBits(Op->getType());
  if (!Form->isFixed())
    require({widen(*Form, /*Signed=*/true), nullptr, lowest(Bits, Signed),
             highest(Bits, Signed)});
  return map(*Form, [&](const SCEV *Part) {
    return Signed || !Form->isFixed() ? SE.getSignExtendExpr(Part, Ty)
                                      : SE.getZeroExtendExpr(Part, Ty);
  });
}

} // namespace gemmify
