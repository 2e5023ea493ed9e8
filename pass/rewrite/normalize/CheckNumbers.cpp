//===- CheckNumbers.cpp - The numbers of a test of checks -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckNumbers.h"
#include "pass/recognize/loops/Substitution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace gemmify {

Value *CheckNumbers::frozen(Value *V) {
  return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
}

Value *CheckNumbers::both(Value *X, Value *Y) {
  return X == B.getTrue() ? Y : Y == B.getTrue() ? X : B.CreateAnd(X, Y);
}

/// Emits divisions that an expression contains, all others of which the
/// expander may emit anywhere.
class DivisionEmitter : public ExpressionRewriter<DivisionEmitter> {
public:
  explicit DivisionEmitter(CheckNumbers &Numbers)
      : ExpressionRewriter(Numbers.SE), Numbers(Numbers) {}

  const SCEV *visitUDivExpr(const SCEVUDivExpr *S) {
    const auto *By = dyn_cast<SCEVConstant>(S->getRHS());
    if (By && By->getAPInt().isPowerOf2())
      return ExpressionRewriter::visitUDivExpr(S);
    const SCEV *Quotient =
        SE.getUDivExpr(visit(S->getLHS()), visit(S->getRHS()));
    const auto *Division = dyn_cast<SCEVUDivExpr>(Quotient);
    return Division ? Numbers.divide(Division) : Quotient;
  }

private:
  CheckNumbers &Numbers;
};

const SCEV *CheckNumbers::given(const SCEV *S) {
  return ValueSubstitution(SE, Given).visit(S);
}

/// In 64 bits, as a division of more is a call, and by one instead of zero.
const SCEV *CheckNumbers::divide(const SCEVUDivExpr *S) {
  Type *Ty = S->getType(), *Narrow = Ty;
  if (SE.getTypeSizeInBits(Ty) > 64) {
    Narrow = B.getInt64Ty();
    for (const SCEV *Op : S->operands())
      if (SE.getUnsignedRangeMax(Op).getActiveBits() > 64) {
        NoZero = B.getFalse();
        return SE.getZero(Ty);
      }
  }
  Value *X = expand(SE.getTruncateOrNoop(S->getLHS(), Narrow));
  Value *Y = expand(SE.getTruncateOrNoop(S->getRHS(), Narrow));
  Value *IsZero = B.CreateICmpEQ(Y, Constant::getNullValue(Narrow));
  NoZero = both(NoZero, B.CreateNot(IsZero));
  Value *By = B.CreateSelect(IsZero, ConstantInt::get(Narrow, 1), Y);
  return SE.getNoopOrZeroExtend(SE.getUnknown(B.CreateUDiv(X, By)), Ty);
}

/// One value for one expression, also where it is poison.
Value *CheckNumbers::expand(const SCEV *S) {
  const SCEV *Known = given(S);
  if (Value *V = Expanded.lookup(Known))
    return V;
  const SCEV *Safe = DivisionEmitter(*this).visit(Known);
  Value *V =
      frozen(Expander.expandCodeFor(Safe, S->getType(), B.GetInsertPoint()));
  return Expanded[Known] = V;
}

/// How far the steps of \p By in \p L lead down and up from zero.
CheckNumbers::Range CheckNumbers::reach(const SCEV *By, const Loop *L) {
  const SCEV *Last = Repeats.lookup(L).Last;
  const auto Key = std::make_pair(given(By), given(Last));
  if (auto Known = Reaches.find(Key); Known != Reaches.end())
    return Known->second;
  Range R;
  if (const SCEV *Back = SE.getNegativeSCEV(By);
      isa<SCEVMulExpr>(By) && !isa<SCEVMulExpr>(Back)) {
    Range Mirrored = reach(Back, L);
    R = {B.CreateNeg(Mirrored.High), B.CreateNeg(Mirrored.Low)};
  } else {
    Value *Step = expand(By), *Zero = Constant::getNullValue(Step->getType());
    Value *Way = B.CreateMul(Step, expand(Last));
    if (SE.isKnownNonNegative(By)) {
      R = {Zero, Way};
    } else if (SE.isKnownNonPositive(By)) {
      R = {Way, Zero};
    } else {
      Value *Down = B.CreateICmpSLT(Step, Zero);
      R.Low = B.CreateSelect(Down, Way, Zero);
      R.High = B.CreateSelect(Down, Zero, Way);
    }
  }
  return Reaches[Key] = R;
}

/// Adds to \p R where the steps of \p S lead in a triangle, together with those
/// of the loop around that it moves with: in a row of that, a number is at its
/// extremes in the first and in the last iteration, and both move by fixed
/// steps with the row.
void CheckNumbers::addTriangle(Range &R, const IndexForm &Form,
                               const IndexForm::Step &S,
                               const CheckedLoop &Count) {
  const auto *Outer = llvm::find_if(Form.Steps, [&](const IndexForm::Step &Of) {
    return Of.L == Count.Around;
  });
  Value *Zero = Constant::getNullValue(S.By->getType());
  Value *Row = Outer == Form.Steps.end() ? Zero : expand(Outer->By);
  Value *Step = expand(S.By), *Rows = expand(Repeats.lookup(Count.Around).Last);
  Value *Way = B.CreateMul(Step, expand(Count.Last));
  Value *RowAtEnd =
      Count.Grows ? B.CreateAdd(Row, Step) : B.CreateSub(Row, Step);
  Value *Down = B.CreateICmpSLT(Step, Zero);
  auto Add = [&](Value *To, Value *AtEnd, Intrinsic::ID Extreme) {
    Value *First = B.CreateSelect(AtEnd, Way, Zero);
    Value *Each = B.CreateSelect(AtEnd, RowAtEnd, Row);
    Value *OfRows =
        B.CreateBinaryIntrinsic(Extreme, B.CreateMul(Each, Rows), Zero);
    return B.CreateAdd(To, B.CreateAdd(First, OfRows));
  };
  R.Low = Add(R.Low, Down, Intrinsic::smin);
  R.High = Add(R.High, B.CreateNot(Down), Intrinsic::smax);
}

/// How far \p Form leads down and up from its start.
CheckNumbers::Range CheckNumbers::wayOf(const IndexForm &Form) {
  Value *Zero = Constant::getNullValue(Form.Start->getType());
  Range R{Zero, Zero};
  auto InTriangle = [&](const IndexForm::Step &S) {
    return Repeats.lookup(S.L).Around;
  };
  const auto *Moving = llvm::find_if(Form.Steps, InTriangle);
  const Loop *Rows = nullptr;
  if (Moving != Form.Steps.end()) {
    Rows = InTriangle(*Moving);
    addTriangle(R, Form, *Moving, Repeats.lookup(Moving->L));
  }
  for (const IndexForm::Step &S : Form.Steps) {
    if (&S == Moving || S.L == Rows)
      continue;
    const Range Way = reach(S.By, S.L);
    R.Low = B.CreateAdd(R.Low, Way.Low);
    R.High = B.CreateAdd(R.High, Way.High);
  }
  return R;
}

/// The extremes of \p Form.
CheckNumbers::Range CheckNumbers::rangeOf(const IndexForm &Form) {
  Value *Start = expand(Form.Start);
  const Range Way = wayOf(Form);
  return {B.CreateAdd(Start, Way.Low), B.CreateAdd(Start, Way.High)};
}

/// Adds to \p All that \p V compares so with \p Limit.
void CheckNumbers::keep(Value *&All, CmpInst::Predicate Pred, Value *V,
                        const APInt &Limit) {
  Value *Kept = B.CreateICmp(Pred, V, ConstantInt::get(V->getType(), Limit));
  All = both(All, Kept);
}

/// Both extremes lie between \p Low and \p High. With a factor they may have
/// changed places.
Value *CheckNumbers::isWithin(Range R, const std::optional<APInt> &Low,
                              const std::optional<APInt> &High, bool Scaled) {
  Value *Within = B.getTrue();
  if (Low)
    keep(Within, CmpInst::ICMP_SGE, R.Low, *Low);
  if (High)
    keep(Within, CmpInst::ICMP_SLE, R.High, *High);
  if (Scaled && Low)
    keep(Within, CmpInst::ICMP_SGE, R.High, *Low);
  if (Scaled && High)
    keep(Within, CmpInst::ICMP_SLE, R.Low, *High);
  return Within;
}

Value *CheckNumbers::holds(const IndexBound &Bound) {
  Range R = rangeOf(Bound.Form);
  if (Bound.Factor) {
    Value *Factor = expand(Bound.Factor);
    R = {B.CreateMul(R.Low, Factor), B.CreateMul(R.High, Factor)};
  }
  Value *Within = isWithin(R, Bound.Low, Bound.High, Bound.Factor != nullptr);
  if (!Bound.OrNegative)
    return Within;
  Value *Below = isWithin(R, -*Bound.High, -*Bound.Low, false);
  return B.CreateOr(Within, Below);
}

void CheckNumbers::settle(const Loop &L) {
  CheckedLoop &Count = Repeats[&L];
  for (const SCEV **S : {&Count.Repeats, &Count.Last})
    *S = SE.getSCEV(expand(*S));
}

Value *CheckNumbers::canRepeat(const Loop &L, bool MustRun) {
  const CheckedLoop Count = Repeats.lookup(&L);
  Value *Can = B.getTrue();
  // Bounds say it of those in triangles.
  if (Count.Around)
    return Can;
  keep(Can, CmpInst::ICMP_ULE, expand(Count.Repeats),
       APInt::getOneBitSet(IndexForms::Wide, CheckedLoop::MostRepeatsBits));
  if (MustRun && !SE.isKnownNonNegative(Count.Last))
    keep(Can, CmpInst::ICMP_SGE, expand(Count.Last),
         APInt::getZero(IndexForms::Wide));
  return Can;
}

/// From the first byte of \p Form to the end of the last one.
Value *CheckNumbers::reachOf(const IndexForm &Form, const SCEV *Bytes) {
  const Range Way = wayOf(Form);
  return B.CreateAdd(B.CreateSub(Way.High, Way.Low), expand(Bytes));
}

Value *CheckNumbers::isShort(const IndexForm &Form, const SCEV *Bytes) {
  const unsigned AddressBits = addressType()->getIntegerBitWidth();
  Value *Is = B.getTrue();
  keep(Is, CmpInst::ICMP_ULE, reachOf(Form, Bytes),
       APInt::getOneBitSet(IndexForms::Wide, AddressBits - 2));
  return Is;
}

/// They meet if and only if the last byte of the place lies less than both
/// reaches behind the first one of the write, modulo the address space.
Value *CheckNumbers::isApart(const CheckedWrite &Write,
                             const CheckedPlace &Place) {
  auto Narrow = [&](Value *V) { return B.CreateTrunc(V, addressType()); };
  Value *One = ConstantInt::get(addressType(), 1);
  Value *BeforeEnd =
      B.CreateSub(Narrow(reachOf(Place.Address,
                                 SE.getConstant(Place.Address.Start->getType(),
                                                Place.Bytes))),
                  One);
  Value *First = Narrow(rangeOf(Write.Address).Low),
        *Last = B.CreateAdd(Narrow(rangeOf(Place.Address).Low), BeforeEnd);
  Value *Reaches =
      B.CreateAdd(Narrow(reachOf(Write.Address, Write.Bytes)), BeforeEnd);
  return B.CreateICmpUGE(B.CreateSub(Last, First), Reaches);
}

} // namespace gemmify
