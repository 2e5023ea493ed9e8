//===- FixedValues.cpp - What does not change in a nest -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AffineAccess's part that knows which values a guard can compute before the
/// nest, although the nest computes them inside.
///
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"

using namespace llvm;

namespace gemmify {

bool AffineAccess::isFixedLoad(LoadInst &Load) {
  auto IsThis = [&](const AffineRef &R) { return R.Access == &Load; };
  if (llvm::any_of(Fixed, IsThis))
    return true;
  if (!Load.isSimple() || Load.getPointerAddressSpace() != 0 ||
      Load.getType()->isVectorTy())
    return false;
  const SCEV *Where = SE.getSCEV(Load.getPointerOperand());
  if (!isFixed(Where))
    return false;
  AffineRef R;
  R.Access = &Load;
  R.Pointer = Load.getPointerOperand();
  R.ElemTy = Load.getType();
  R.Alignment = Load.getAlign();
  R.Start = Where;
  const SCEV *Zero = SE.getZero(SE.getEffectiveSCEVType(Where->getType()));
  R.Stride = {Zero, Zero, Zero};
  Fixed.push_back(R);
  return true;
}

bool AffineAccess::isFixed(const SCEV *S) {
  if (SE.isLoopInvariant(S, &Root))
    return true;
  return !SCEVExprContains(S, [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return Root.contains(Rec->getLoop());
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    if (!Unknown || SE.isLoopInvariant(Unknown, &Root))
      return false;
    auto *Load = dyn_cast<LoadInst>(Unknown->getValue());
    return !Load || !isFixedLoad(*Load);
  });
}

namespace {

/// See AffineAccess::normalize.
class DivisionRewriter : public SCEVRewriteVisitor<DivisionRewriter> {
public:
  DivisionRewriter(AffineAccess &Access, const Loop &Root, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), Access(Access), Root(Root) {}

  const SCEV *visitUnknown(const SCEVUnknown *U) {
    auto *Div = dyn_cast<BinaryOperator>(U->getValue());
    bool IsRem = Div && Div->getOpcode() == Instruction::SRem;
    if (!Div || !Root.contains(Div) ||
        (!IsRem && Div->getOpcode() != Instruction::SDiv))
      return U;
    const SCEV *X = visit(SE.getSCEV(Div->getOperand(0)));
    const SCEV *Y = visit(SE.getSCEV(Div->getOperand(1)));
    if (!Access.isFixed(X) || !Access.isFixed(Y))
      return U;
    const SCEV *Zero = SE.getZero(X->getType());
    Access.require({ICmpInst::ICMP_SGE, X, Zero});
    Access.require({ICmpInst::ICMP_SGT, Y, Zero});
    return IsRem ? SE.getURemExpr(X, Y) : SE.getUDivExpr(X, Y);
  }

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    SmallVector<const SCEV *, 2> Ops;
    for (const SCEV *Op : Rec->operands())
      Ops.push_back(visit(Op));
    return ArrayRef(Ops) == Rec->operands()
               ? Rec
               : SE.getAddRecExpr(Ops, Rec->getLoop(), SCEV::FlagAnyWrap);
  }

private:
  AffineAccess &Access;
  const Loop &Root;
};

} // namespace

const SCEV *AffineAccess::normalize(const SCEV *S) {
  return DivisionRewriter(*this, Root, SE).visit(S);
}

std::optional<Condition> AffineAccess::compare(const Value &Test,
                                               const Loop *Where) {
  const auto *Cmp = dyn_cast<ICmpInst>(&Test);
  if (!Cmp)
    return std::nullopt;
  const SCEV *X = valueOf(*Cmp->getOperand(0), Where);
  const SCEV *Y = valueOf(*Cmp->getOperand(1), Where);
  if (isFixed(X) && isFixed(Y))
    return Condition{Cmp->getPredicate(), X, Y};
  // Two ends of a row move, the distance between them does not.
  const SCEV *Distance = SE.getMinusSCEV(X, Y);
  if (!Cmp->isEquality() || isa<SCEVCouldNotCompute>(Distance) ||
      !isFixed(Distance))
    return std::nullopt;
  return Condition{Cmp->getPredicate(), Distance,
                   SE.getZero(Distance->getType())};
}

} // namespace gemmify
