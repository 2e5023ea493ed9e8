//===- CheckTest.cpp - Whether the checks of a nest pass ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckTest.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/loops/Substitution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

namespace {

/// No loop is repeated more often, so that i128 is wide enough.
constexpr unsigned MostRepeatsBits = 48;

class TestEmitter {
public:
  TestEmitter(IRBuilderBase &B, const NestChecks &Checks, HoistedValues Known,
              ScalarEvolution &SE)
      : B(B), Checks(Checks), Hoisted(std::move(Known)), SE(SE),
        Expander(SE, "gemmify") {
    hoistValues(Checks.Hoisted, Hoisted, [&](Instruction &I) { B.Insert(&I); });
    for (const auto &[V, Earlier] : Hoisted)
      if (SE.isSCEVable(V->getType()))
        Before[V] = SE.getSCEV(Earlier);
  }

  Value *run() {
    const APInt MostRepeats =
        APInt::getOneBitSet(IndexForms::Wide, MostRepeatsBits);
    Value *All = B.getTrue();
    for (const auto &[V, Expected] : Checks.Fixed) {
      Value *Earlier = Hoisted.lookup(V);
      Value *Cond = frozen(Earlier ? Earlier : V);
      All = both(All, Expected ? Cond : B.CreateNot(Cond));
    }
    for (const auto &[L, Count] : Checks.Repeats)
      keep(All, CmpInst::ICMP_ULE, expand(Count.Repeats), MostRepeats);
    for (const IndexBound &Bound : Checks.Bounds)
      All = both(All, holds(Bound));
    for (const CheckedWrite &Write : Checks.Writes)
      if (!Checks.Places.empty())
        keepApart(All, Write);
    return All;
  }

private:
  struct Range {
    Value *Low = nullptr, *High = nullptr;
  };

  Value *frozen(Value *V) {
    return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
  }

  /// One value for one expression, also where it is poison.
  Value *expand(const SCEV *S) {
    Value *&V = Expanded[S];
    if (!V) {
      const SCEV *Known = ValueSubstitution(SE, Before).visit(S);
      V = frozen(
          Expander.expandCodeFor(Known, S->getType(), B.GetInsertPoint()));
    }
    return V;
  }

  /// How far the steps of \p By in \p L lead down and up from zero.
  Range reach(const SCEV *By, const Loop *L) {
    if (auto Known = Reaches.find({By, L}); Known != Reaches.end())
      return Known->second;
    Range R;
    if (const SCEV *Back = SE.getNegativeSCEV(By);
        isa<SCEVMulExpr>(By) && !isa<SCEVMulExpr>(Back)) {
      Range Mirrored = reach(Back, L);
      R = {B.CreateNeg(Mirrored.High), B.CreateNeg(Mirrored.Low)};
    } else {
      Value *Step = expand(By), *Zero = Constant::getNullValue(Step->getType());
      Value *Way = B.CreateMul(Step, expand(Checks.Repeats.lookup(L).Last));
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
    return Reaches[{By, L}] = R;
  }

  /// The extremes of \p Form.
  Range rangeOf(const IndexForm &Form) {
    Value *Start = expand(Form.Start);
    Range R{Start, Start};
    for (const IndexForm::Step &S : Form.Steps) {
      const Range Way = reach(S.By, S.L);
      R.Low = B.CreateAdd(R.Low, Way.Low);
      R.High = B.CreateAdd(R.High, Way.High);
    }
    return R;
  }

  /// Adds to \p All that \p V compares so with \p Limit.
  void keep(Value *&All, CmpInst::Predicate Pred, Value *V,
            const APInt &Limit) {
    Value *Kept = B.CreateICmp(Pred, V, ConstantInt::get(V->getType(), Limit));
    All = both(All, Kept);
  }

  Value *both(Value *X, Value *Y) {
    return X == B.getTrue() ? Y : Y == B.getTrue() ? X : B.CreateAnd(X, Y);
  }

  /// Both extremes lie between \p Low and \p High. With a factor they may have
  /// changed places.
  Value *isWithin(Range R, const std::optional<APInt> &Low,
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

  /// Adds to \p All that \p Write meets none of the places. Addresses are read
  /// as signed numbers, like all others.
  void keepApart(Value *&All, const CheckedWrite &Write) {
    Range R = rangeOf(Write.Address);
    R.High = B.CreateAdd(R.High, expand(Write.Bytes));
    const APInt End = APInt::getOneBitSet(IndexForms::Wide, 63);
    keep(All, CmpInst::ICMP_SGE, R.Low, -End);
    keep(All, CmpInst::ICMP_SLE, R.High, End);
    for (const CheckedPlace &Place : Checks.Places) {
      Value *Start = expand(Place.Address);
      Value *After =
          B.CreateAdd(Start, ConstantInt::get(Start->getType(), Place.Bytes));
      Value *IsBelow = B.CreateICmpSLE(R.High, Start);
      Value *IsAbove = B.CreateICmpSGE(R.Low, After);
      All = both(All, B.CreateOr(IsBelow, IsAbove));
    }
  }

  Value *holds(const IndexBound &Bound) {
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

  IRBuilderBase &B;
  const NestChecks &Checks;
  HoistedValues Hoisted;
  ScalarEvolution &SE;
  ValueToSCEVMapTy Before; ///< By hoisted values.
  SCEVExpander Expander;
  DenseMap<const SCEV *, Value *> Expanded;
  DenseMap<std::pair<const SCEV *, const Loop *>, Range> Reaches;
};

} // namespace

void hoistValues(ArrayRef<Instruction *> Values, HoistedValues &Known,
                 function_ref<void(Instruction &)> Insert) {
  for (Instruction *I : Values) {
    if (Known.lookup(I))
      continue;
    Instruction *Before = I->clone();
    for (Use &Op : Before->operands())
      if (Value *V = Known.lookup(Op))
        Op.set(V);
    if (isa<LoadInst>(Before))
      Before->dropUnknownNonDebugMetadata(LLVMContext::MD_tbaa);
    else
      Before->dropPoisonGeneratingAnnotations();
    Insert(*Before);
    Known[I] = Before;
  }
}

/// A count that wraps around is that of a nest that takes years either way.
Value *emitHasManySteps(IRBuilderBase &B, const NestChecks &Checks,
                        const HoistedValues &Known, const Loop &Innermost,
                        ScalarEvolution &SE) {
  ValueToSCEVMapTy Before;
  for (const auto &[V, Earlier] : Known)
    if (Earlier && SE.isSCEVable(V->getType()))
      Before[V] = SE.getSCEV(Earlier);
  SCEVExpander Expander(SE, "gemmify");
  Value *Steps = B.getInt64(1);
  const Loop *L = &Innermost;
  for (unsigned Depth = 0; Depth != NumDims; ++Depth, L = L->getParentLoop()) {
    const auto Count = Checks.Repeats.find(L);
    if (Count == Checks.Repeats.end())
      return B.getTrue();
    const SCEV *Repeats =
        ValueSubstitution(SE, Before)
            .visit(SE.getTruncateExpr(Count->second.Repeats, B.getInt64Ty()));
    if (!Expander.isSafeToExpandAt(Repeats, &*B.GetInsertPoint()))
      return B.getTrue();
    Value *Last =
        Expander.expandCodeFor(Repeats, B.getInt64Ty(), B.GetInsertPoint());
    Steps = B.CreateMul(Steps, B.CreateAdd(Last, B.getInt64(1)));
  }
  Value *Many =
      B.CreateICmpUGE(Steps, B.getInt64(SharedTuning::MinCheckedSteps));
  return isa<Constant>(Many) ? Many : B.CreateFreeze(Many);
}

Value *emitCheckTest(IRBuilderBase &B, const NestChecks &Checks,
                     HoistedValues Known, ScalarEvolution &SE) {
  return TestEmitter(B, Checks, std::move(Known), SE).run();
}

} // namespace gemmify
