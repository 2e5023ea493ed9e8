//===- ScaledIndex.cpp - Indices times the size of an element -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of AffineAccess that splits products. A factor that is a power of
/// two may be that of a shift or of a mask of the index.
///
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

std::optional<AffineAccess::Split>
AffineAccess::splitProduct(const SCEVMulExpr *Mul) {
  const SCEV *Scale = SE.getOne(Mul->getType());
  const SCEV *Varying = nullptr;
  for (const SCEV *Op : Mul->operands()) {
    if (isFixed(Op))
      Scale = SE.getMulExpr(Scale, Op);
    else if (Varying)
      return std::nullopt;
    else
      Varying = Op;
  }
  std::optional<Split> Result = splitShifted(Varying, Scale);
  if (!Result)
    Result = splitMasked(Varying, Scale);
  if (!Result)
    Result = split(Varying);
  if (!Result)
    return std::nullopt;
  Result->Start = SE.getMulExpr(Result->Start, Scale);
  for (const SCEV *&C : Result->Coef)
    C = SE.getMulExpr(C, Scale);
  for (RowTerm &R : Result->Rows)
    R.Expr = SE.getMulExpr(R.Expr, Scale);
  return Result;
}

/// \p Scale * (X >> n), arithmetically, is Scale/2^n * X when X has n low zero
/// bits: flang divides byte strides by the element size that way, and the
/// address multiplies by it again. Changes \p Scale to Scale/2^n.
std::optional<AffineAccess::Split>
AffineAccess::splitShifted(const SCEV *S, const SCEV *&Scale) {
  const auto *Unknown = dyn_cast<SCEVUnknown>(S);
  const auto *Factor = dyn_cast<SCEVConstant>(Scale);
  Value *X;
  const APInt *Bits;
  if (!Unknown || !Factor ||
      !match(Unknown->getValue(), m_AShr(m_Value(X), m_APInt(Bits))) ||
      Bits->ugt(Factor->getAPInt().countr_zero()))
    return std::nullopt;
  std::optional<Split> In = split(SE.getSCEV(X));
  if (!In || !In->Rows.empty())
    return std::nullopt;
  require(*In, /*Signed=*/true, Bits->getZExtValue());
  Scale = SE.getConstant(Factor->getAPInt().ashr(*Bits));
  return In;
}

/// 2^n * zext(X), where X has n bits less than an index: of the low n bits of
/// an index LLVM knows that they are zero, and masks the others. Changes
/// \p Scale to Scale/2^n and extends the index as a whole.
std::optional<AffineAccess::Split>
AffineAccess::splitMasked(const SCEV *S, const SCEV *&Scale) {
  const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(S);
  const auto *Factor = dyn_cast<SCEVConstant>(Scale);
  if (!Ext || !Factor)
    return std::nullopt;
  const SCEV *High = Ext->getOperand();
  const unsigned Bits = SE.getTypeSizeInBits(High->getType());
  const unsigned Extended = SE.getTypeSizeInBits(Ext->getType());
  const unsigned Whole = PowerOf2Ceil(Bits), Low = Whole - Bits;
  if (!Low || Bits < NarrowestIndex || Whole > std::min(Extended, 64u) ||
      Low > Factor->getAPInt().countr_zero())
    return std::nullopt;
  Type *IndexTy = IntegerType::get(SE.getContext(), Whole);
  const SCEV *Power = SE.getConstant(APInt::getOneBitSet(Whole, Low));
  const SCEV *Index = SE.getMulExpr(Power, SE.getAnyExtendExpr(High, IndexTy));
  // The division loses nothing.
  if (const auto *Cut = dyn_cast<SCEVTruncateExpr>(High))
    if (const auto *Div = dyn_cast<SCEVUDivExpr>(Cut->getOperand());
        Div && SE.getTypeSizeInBits(Div->getType()) >= Whole &&
        Div->getRHS() == SE.getNoopOrZeroExtend(Power, Div->getType()) &&
        SE.getMinTrailingZeros(Div->getLHS()) >= Low)
      Index = SE.getTruncateOrNoop(Div->getLHS(), IndexTy);
  const SCEV *Wide = SE.getNoopOrZeroExtend(Index, Ext->getType());
  // What is cut from a longer number is stated as before.
  if (SCEVExprContains(Wide, [&](const SCEV *Part) { return Part == Ext; }))
    return std::nullopt;
  std::optional<Split> In = split(Wide);
  if (In)
    Scale = SE.getConstant(Factor->getAPInt().lshr(Low));
  return In;
}

} // namespace gemmify
