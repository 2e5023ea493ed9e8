//===- PlainSums.cpp - Sizes and offsets as plain sums --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainSums.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

namespace {
class SumExpander : public SCEVRewriteVisitor<SumExpander> {
public:
  SumExpander(ScalarEvolution &SE, TakeForGranted Take, HasNoSign IsUnsigned)
      : SCEVRewriteVisitor(SE), Take(Take), IsUnsigned(IsUnsigned) {}

  const SCEV *visitMulExpr(const SCEVMulExpr *Mul) {
    SmallVector<const SCEV *, 4> Parts{SE.getOne(Mul->getType())};
    for (const SCEV *Op : Mul->operands()) {
      const SCEV *Factor = visit(Op);
      SmallVector<const SCEV *, 4> Addends{Factor};
      if (const auto *Sum = dyn_cast<SCEVAddExpr>(Factor))
        Addends.assign(Sum->operands().begin(), Sum->operands().end());
      if (Parts.size() * Addends.size() > MostParts)
        return Mul;
      SmallVector<const SCEV *, 4> All;
      for (const SCEV *X : Parts)
        for (const SCEV *Y : Addends)
          All.push_back(SE.getMulExpr(X, Y));
      Parts = std::move(All);
    }
    return SE.getAddExpr(Parts);
  }
  /// Flags would be about the other expression.
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) { return Rec; }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *Ext) {
    const unsigned Bits = SE.getTypeSizeInBits(Ext->getOperand()->getType());
    return Bits < 64 ? split(*Ext, 0, (int64_t(1) << Bits) - 1) : Ext;
  }
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *Ext) {
    const unsigned Bits = SE.getTypeSizeInBits(Ext->getOperand()->getType());
    if (Bits >= 64 || !Ext->getType()->isIntegerTy(64))
      return Ext;
    const SCEV *Unsigned =
        SE.getZeroExtendExpr(Ext->getOperand(), Ext->getType());
    if (IsUnsigned(Unsigned))
      return visit(Unsigned);
    const int64_t Half = int64_t(1) << (Bits - 1);
    if (const SCEV *Difference = splitNegated(*Ext, Half))
      return Difference;
    const SCEV *Sum = split(*Ext, -Half, Half - 1);
    return Sum == Ext ? Sum : visit(Sum);
  }

private:
  static constexpr unsigned MostParts = 16;

  /// C - X, or null where \p Ext's operand, of \p Half to either side, is no
  /// such difference.
  const SCEV *splitNegated(const SCEVSignExtendExpr &Ext, int64_t Half) {
    const SCEV *S = Ext.getOperand(), *X = SE.getNegativeSCEV(S);
    int64_t C = 0;
    const auto *Sum = dyn_cast<SCEVAddExpr>(S);
    if (const auto *Plus =
            Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr) {
      C = Plus->getAPInt().getSExtValue();
      X = SE.getMinusSCEV(Plus, S);
    }
    // A counter's negative is a counter as well.
    if (isa<SCEVMulExpr, SCEVAddExpr, SCEVAddRecExpr, SCEVConstant>(X))
      return nullptr;
    const SCEV *Whole = SE.getSignExtendExpr(X, Ext.getType());
    // A number of one bit is its own negative.
    if (Whole == &Ext || !Take(Whole, C - Half + 1, C + Half))
      return nullptr;
    return SE.getMinusSCEV(SE.getConstant(Ext.getType(), C, true),
                           visit(Whole));
  }

  /// \p Ext's values are \p Low to \p High.
  const SCEV *split(const SCEVCastExpr &Ext, int64_t Low, int64_t High) {
    const auto *Sum = dyn_cast<SCEVAddExpr>(Ext.getOperand());
    const auto *C = Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
    if (!C || !Ext.getType()->isIntegerTy(64))
      return &Ext;
    const int64_t Plus = C->getAPInt().getSExtValue();
    SmallVector<const SCEV *, 4> Others(llvm::drop_begin(Sum->operands()));
    const SCEV *Rest = SE.getAddExpr(Others);
    Rest = isa<SCEVZeroExtendExpr>(Ext)
               ? SE.getZeroExtendExpr(Rest, Ext.getType())
               : SE.getSignExtendExpr(Rest, Ext.getType());
    if (!(Plus < 0 ? Take(Rest, Low - Plus, INT64_MAX)
                   : Take(Rest, INT64_MIN, High - Plus)))
      return &Ext;
    return SE.getAddExpr(Rest, SE.getConstant(Ext.getType(), Plus, true));
  }

  TakeForGranted Take;
  HasNoSign IsUnsigned;
};

using Order = function_ref<bool(const SCEV *Less, const SCEV *Greater)>;

class SideTaker : public SCEVRewriteVisitor<SideTaker> {
public:
  SideTaker(ScalarEvolution &SE, Order IsAtMost)
      : SCEVRewriteVisitor(SE), IsAtMost(IsAtMost) {}

  /// What holds where the count is asked for need not hold for flags.
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    SmallVector<const SCEV *, 2> Parts;
    for (const SCEV *Op : Rec->operands())
      Parts.push_back(visit(Op));
    return ArrayRef<const SCEV *>(Parts) == Rec->operands()
               ? Rec
               : SE.getAddRecExpr(Parts, Rec->getLoop(), SCEV::FlagAnyWrap);
  }
  const SCEV *visitSMinExpr(const SCEVSMinExpr *S) { return take(S, true); }
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *S) { return take(S, false); }
  const SCEV *visitUMinExpr(const SCEVUMinExpr *S) {
    return haveNoSign(*S) ? take(S, true) : S;
  }
  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *S) {
    return haveNoSign(*S) ? take(S, false) : S;
  }

private:
  bool haveNoSign(const SCEVMinMaxExpr &S) {
    return llvm::all_of(S.operands(), [&](const SCEV *Op) {
      return IsAtMost(SE.getZero(Op->getType()), Op);
    });
  }

  const SCEV *take(const SCEVMinMaxExpr *S, bool IsMin) {
    if (S->getNumOperands() != 2)
      return S;
    const SCEV *X = S->getOperand(0), *Y = S->getOperand(1);
    if (IsAtMost(X, Y))
      return IsMin ? X : Y;
    return !IsAtMost(Y, X) ? S : IsMin ? Y : X;
  }

  Order IsAtMost;
};
} // namespace

const SCEV *withoutMinMax(const SCEV *S, ScalarEvolution &SE, Order IsAtMost) {
  return SideTaker(SE, IsAtMost).visit(S);
}

const SCEV *asPlainSum(const SCEV *S, ScalarEvolution &SE, TakeForGranted Take,
                       HasNoSign IsUnsigned) {
  return SumExpander(SE, Take, IsUnsigned).visit(S);
}

} // namespace gemmify
