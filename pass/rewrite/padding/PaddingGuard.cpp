//===- PaddingGuard.cpp - When boxes may run one after the other ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddingGuard.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/loops/Substitution.h"
#include "pass/rewrite/normalize/CopyLegality.h"

using namespace llvm;

namespace gemmify {

/// No loop of a pair may run longer, so that 64 bits hold what a side compares.
constexpr uint64_t MostIterations = uint64_t(1) << 30;
constexpr unsigned SideBits = 60;

/// Conditions on the path that are about the box alone do not count.
bool PaddingGuard::dropGuards() {
  llvm::erase_if(Whole.Guards, [&](const NestGuard &G) {
    return G.Condition == Boxes.adds();
  });
  return llvm::all_of(Whole.Guards, [&](const NestGuard &G) {
    auto *I = dyn_cast<Instruction>(G.Condition);
    return G.Test || !I ||
           A.DT.properlyDominates(I->getParent(), &Trial.start());
  });
}

/// What the box's expressions are where it is the whole nest, without sides.
bool PaddingGuard::expandsAtEntry() {
  ValueToSCEVMapTy To;
  const SCEV *Zero = A.SE.getZero(Type::getInt64Ty(A.SE.getContext()));
  for (const auto &[Pair, R] : llvm::zip(Boxes.nest().Pairs, Boxes.spans())) {
    To[R.From] = To[R.Low] = Zero;
    To[R.To] = Pair.Outers;
    To[R.High] = Pair.Sums;
  }
  Boxes.numbers().addHeld(To);
  ValueSubstitution Widen(A.SE, To);
  bool All = true;
  auto Replace = [&](const SCEV *&S) {
    S = Widen.visit(S);
    All = All && Boxes.numbers().canExpand(
                     S, *Trial.start().getSinglePredecessor()->getTerminator());
  };
  Whole.forEachExpression(Replace);
  for (AffineRef &R : Legal.MustBeApart)
    R.forEachExpression(Replace);
  for (Clipped &C : Operands) {
    C.Ref.forEachExpression(Replace);
    for (auto &[Pair, Outer, Sum] : C.By) {
      Replace(Outer);
      Replace(Sum);
    }
  }
  return All;
}

/// Whether all numbers of the padding can be computed before the nest.
bool PaddingGuard::nestExpandsAtEntry() {
  const Instruction &Entry =
      *Trial.start().getSinglePredecessor()->getTerminator();
  const PaddedNest &Nest = Boxes.nest();
  auto Expands = [&](const SCEV *S) {
    return Boxes.numbers().canExpand(S, Entry);
  };
  auto FormExpands = [&](const LoopForm &Form) {
    return Expands(Form.Const) && llvm::all_of(Form.Terms, [&](const auto &T) {
             return Expands(T.second);
           });
  };
  auto PairExpands = [&](const PaddedPair &P) {
    return Expands(P.Outers) && Expands(P.Sums) &&
           (!P.Base || Expands(P.Base)) &&
           llvm::all_of(P.Sides, [&](const PaddingSide &S) {
             return Expands(S.Greater) && Expands(S.Less) &&
                    Expands(S.OfOuter.Coef) && Expands(S.OfSum.Coef);
           });
  };
  return llvm::all_of(Nest.Pairs, PairExpands) &&
         llvm::all_of(Nest.Ranges, FormExpands) &&
         llvm::all_of(Nest.Always,
                      [&](const PaddingBound &B) {
                        return FormExpands(B.Greater) && FormExpands(B.Less);
                      }) &&
         llvm::all_of(Nest.Conditions,
                      [&](const Condition &C) {
                        return Expands(C.X) && Expands(C.Y);
                      }) &&
         Boxes.numbers().canGive(Entry);
}

/// How far a step of \p L moves \p R, in bytes.
const SCEV *PaddingGuard::strideOf(const AffineRef &R, const Loop &L) {
  for (LoopDim D : {DimI, DimJ, DimK}) {
    const AxisGroup &Axes = Whole.Index[D].Axes;
    if (Axes.isOne()) {
      if (Whole.Index[D].outermost() == &L)
        return R.Stride[D];
      continue;
    }
    const SCEV *Stride = R.Stride[D];
    for (unsigned Axis = Axes.Loops.size(); Axis-- != 0;) {
      if (Axes.Loops[Axis] == &L)
        return Stride;
      if (!Axis)
        break;
      Stride = A.SE.getMulExpr(Stride, Axes.Size[Axis]);
      if (R.isCarried(D))
        Stride = A.SE.getAddExpr(Stride, R.Carry[D][Axis - 1]);
    }
  }
  for (unsigned Axis = 0; Axis != Whole.Batch.Loops.size(); ++Axis)
    if (Whole.Batch.Loops[Axis] == &L)
      return R.Batch[Axis];
  return nullptr;
}

/// Sorts out the references that sides clip.
void PaddingGuard::separate(Legality OfBox) {
  for (const AffineRef &R : OfBox.MustBeApart) {
    Clipped C{R, {}};
    for (unsigned P = 0; P != Boxes.nest().Pairs.size(); ++P) {
      const PaddedPair &Pair = Boxes.nest().Pairs[P];
      const SCEV *Outer = strideOf(R, Boxes.copyOf(*Pair.Outer));
      const SCEV *Sum = strideOf(R, Boxes.copyOf(*Pair.Sum));
      if (Outer && Sum && !Outer->isZero() && !Sum->isZero())
        C.By.push_back({P, Outer, Sum});
    }
    if (C.By.empty())
      Legal.MustBeApart.push_back(R);
    else
      Operands.push_back(std::move(C));
  }
}

bool PaddingGuard::admit(const GemmNest &OfBox, AAResults &AA) {
  std::optional<Legality> OfOne = examineCopy(OfBox, Trial, AA, A.SE);
  if (!OfOne || !OfBox.InvariantLoads.empty() || !OfBox.RowWrapChecks.empty() ||
      OfBox.C.hasRows())
    return false;
  Whole = OfBox;
  separate(std::move(*OfOne));
  if (!dropGuards() || !nestExpandsAtEntry() || !expandsAtEntry())
    return false;
  Whole.Root = &Trial.root();
  return true;
}

static Value *isWithin(IRBuilderBase &B, Value *V, const APInt &Min,
                       const APInt &Max) {
  return B.CreateAnd({B.CreateICmpSGE(V, ConstantInt::get(V->getType(), Min)),
                      B.CreateICmpSLE(V, ConstantInt::get(V->getType(), Max))});
}

/// Loops of \p P run, not too often, and sides are of the sign that they are
/// meant to have, in numbers that 64 bits hold.
Value *PaddingGuard::countsFit(IRBuilderBase &B, const PaddedPair &P) {
  EntryNumbers &Numbers = Boxes.numbers();
  Value *Outers = Numbers.wide(B, P.Outers), *Sums = Numbers.wide(B, P.Sums);
  const APInt One(128, 1), Most(128, MostIterations);
  const APInt Bound = APInt::getOneBitSet(128, SideBits);
  Value *All = B.CreateAnd(
      {isWithin(B, Outers, One, Most), isWithin(B, Sums, One, Most)});
  for (const PaddingSide &S : P.Sides) {
    All = B.CreateAnd(All, isWithin(B, Boxes.offset(B, S), -Bound, Bound));
    for (const auto &[F, Count] :
         {std::pair(&S.OfOuter, Outers), std::pair(&S.OfSum, Sums)}) {
      Value *Factor = B.CreateSExt(Boxes.magnitude(B, *F), B.getInt128Ty());
      All = B.CreateAnd({All, isWithin(B, Factor, One, Bound),
                         isWithin(B, B.CreateMul(Factor, Count), One, Bound)});
    }
  }
  return All;
}

/// By how much \p S changes with an iteration of the outer loop: i128.
Value *PaddingGuard::stepOf(IRBuilderBase &B, const PaddingSide &S) {
  Value *Step = B.CreateSExt(Boxes.magnitude(B, S.OfOuter), B.getInt128Ty());
  return S.OfOuter.Sign > 0 ? Step : B.CreateNeg(Step);
}

/// The sides of all a admit some b: each side alone admits one in the loop, and
/// each two that bound b from below and from above leave one between them.
Value *PaddingGuard::isNeverEmpty(IRBuilderBase &B, const PaddedPair &P) {
  EntryNumbers &Numbers = Boxes.numbers();
  Value *One = ConstantInt::get(B.getInt128Ty(), 1), *All = B.getTrue();
  Value *LastOuter = B.CreateSub(Numbers.wide(B, P.Outers), One);
  Value *LastSum = B.CreateSub(Numbers.wide(B, P.Sums), One);
  auto Require = [&](Value *Start, Value *Step) {
    Value *End = B.CreateAdd(Start, B.CreateMul(Step, LastOuter));
    for (Value *V : {Start, End})
      All = B.CreateAnd(
          All, B.CreateICmpSGE(V, Constant::getNullValue(V->getType())));
  };
  for (const PaddingSide &S : P.Sides) {
    const bool IsBelow = S.OfSum.Sign > 0;
    Value *Start = Boxes.offset(B, S), *Step = stepOf(B, S);
    Require(IsBelow ? B.CreateAdd(Start, LastSum) : Start, Step);
    for (const PaddingSide &Other : P.Sides)
      if (IsBelow && Other.OfSum.Sign < 0) {
        Value *Between = B.CreateAdd(Start, Boxes.offset(B, Other));
        Require(Between, B.CreateAdd(Step, stepOf(B, Other)));
      }
  }
  return All;
}

/// The least and the largest number that \p Form is in the nest without sides.
GuardEmitter::Range PaddingGuard::rangeOf(IRBuilderBase &B,
                                          const LoopForm &Form) {
  EntryNumbers &Numbers = Boxes.numbers();
  Value *Start = Numbers.wide(B, Form.Const);
  Range R{Start, Start};
  for (const auto &[L, Coef] : Form.Terms) {
    const PaddedPair &P = *Boxes.nest().pairOf(L);
    Value *Count = Numbers.wide(B, P.Outer == L ? P.Outers : P.Sums);
    Value *Last = B.CreateSub(Count, ConstantInt::get(B.getInt128Ty(), 1));
    GuardEmitter::stretch(B, R.Low, R.High,
                          B.CreateMul(Numbers.wide(B, Coef), Last));
  }
  return R;
}

Value *PaddingGuard::staysInRange(IRBuilderBase &B, const LoopForm &Form) {
  const Range R = rangeOf(B, Form);
  const unsigned Bits = A.SE.getTypeSizeInBits(Form.type());
  const APInt Min = APInt::getSignedMinValue(Bits).sext(128);
  const APInt Max = APInt::getSignedMaxValue(Bits).sext(128);
  return B.CreateAnd(
      {isWithin(B, R.Low, Min, Max), isWithin(B, R.High, Min, Max)});
}

/// Where \p By moves as a side does, times a whole number N, what the side
/// admits bounds it: N * (OfOuter * a + OfSum * b) >= N * -offset for N > 0.
void PaddingGuard::clip(IRBuilderBase &B, Range &R,
                        const Clipped::Strides &By) {
  EntryNumbers &Numbers = Boxes.numbers();
  const PaddedPair &P = Boxes.nest().Pairs[By.Pair];
  Type *I128 = B.getInt128Ty();
  Value *Zero = ConstantInt::get(I128, 0), *One = ConstantInt::get(I128, 1);
  Value *Low = Zero, *High = Zero;
  Value *Outer = Numbers.wide(B, By.Outer), *Sum = Numbers.wide(B, By.Sum);
  for (const auto &[Stride, Count] :
       {std::pair(Outer, P.Outers), std::pair(Sum, P.Sums)})
    GuardEmitter::stretch(
        B, Low, High,
        B.CreateMul(Stride, B.CreateSub(Numbers.wide(B, Count), One)));
  Value *Least = Low, *Most = High;
  for (const PaddingSide &S : P.Sides) {
    Value *OfOuter = Boxes.magnitude(B, S.OfOuter);
    Value *OfSum = Boxes.magnitude(B, S.OfSum);
    // In 64 bits, as a factor that is no positive number is refused anyway.
    Value *IsSafe = B.CreateICmpSGT(OfSum, B.getInt64(0));
    Value *Divisor = B.CreateSelect(IsSafe, OfSum, B.getInt64(1));
    Value *Times = B.CreateSDiv(Numbers.expand(B, By.Sum), Divisor);
    Times = B.CreateSExt(Times, I128);
    auto Follows = [&](Value *Stride, Value *Factor, int Sign) {
      Value *Moved = B.CreateMul(Times, B.CreateSExt(Factor, I128));
      if (Sign != S.OfSum.Sign)
        Moved = B.CreateNeg(Moved);
      return B.CreateICmpEQ(Stride, Moved);
    };
    Value *Same = B.CreateAnd({Follows(Sum, OfSum, S.OfSum.Sign),
                               Follows(Outer, OfOuter, S.OfOuter.Sign)});
    Value *Bound = B.CreateMul(B.CreateNeg(Boxes.offset(B, S)), Times);
    Value *IsUp = B.CreateICmpSGT(Times, Zero);
    if (S.OfSum.Sign < 0) {
      Bound = B.CreateNeg(Bound);
      IsUp = B.CreateNot(IsUp);
    }
    auto Apply = [&](Value *&End, Value *Applies, CmpInst::Predicate Pred) {
      Value *Clips =
          B.CreateAnd({Same, Applies, B.CreateICmp(Pred, Bound, End)});
      End = B.CreateSelect(Clips, Bound, End);
    };
    Apply(Least, IsUp, ICmpInst::ICMP_SGT);
    Apply(Most, B.CreateNot(IsUp), ICmpInst::ICMP_SLT);
  }
  R.Low = B.CreateAdd(R.Low, B.CreateSub(Least, Low));
  R.High = B.CreateSub(R.High, B.CreateSub(High, Most));
}

Value *PaddingGuard::isApart(IRBuilderBase &B, GuardEmitter &G,
                             const Clipped &C) {
  Range OfC = G.rangeOf(B, Whole.C), R = G.rangeOf(B, C.Ref);
  for (const Clipped::Strides &By : C.By)
    clip(B, R, By);
  return B.CreateAnd({G.isInAddressSpace(B, OfC), G.isInAddressSpace(B, R),
                      B.CreateOr({B.CreateICmpSLE(OfC.High, R.Low),
                                  B.CreateICmpSLE(R.High, OfC.Low)})});
}

/// How many iterations of the inner loop of \p P are left in the middle of the
/// outer one, and whether those before or behind them are left out there: then
/// spans are short. The number is an estimate.
PaddingGuard::Width PaddingGuard::widthInMiddle(IRBuilderBase &B,
                                                const PaddedPair &P) {
  EntryNumbers &Numbers = Boxes.numbers();
  Type *I128 = B.getInt128Ty();
  Value *Zero = ConstantInt::get(I128, 0), *One = ConstantInt::get(I128, 1);
  Value *Middle = B.CreateLShr(Numbers.wide(B, P.Outers), One);
  Value *Sums = Numbers.wide(B, P.Sums);
  Value *Low = Zero, *High = Sums;
  auto Choose = [&](CmpInst::Predicate Pred, Value *X, Value *Y) {
    return B.CreateSelect(B.CreateICmp(Pred, X, Y), X, Y);
  };
  for (const PaddingSide &S : P.Sides) {
    Value *Left =
        B.CreateAdd(Boxes.offset(B, S), B.CreateMul(stepOf(B, S), Middle));
    // Factors above one make it wider than it is.
    if (S.OfSum.Sign > 0)
      Low = Choose(ICmpInst::ICMP_SGT, B.CreateNeg(Left), Low);
    else
      High = Choose(ICmpInst::ICMP_SLT, B.CreateAdd(Left, One), High);
  }
  Value *IsCut =
      B.CreateOr(B.CreateICmpSGT(Low, Zero), B.CreateICmpSLT(High, Sums));
  return {B.CreateTrunc(B.CreateSub(High, Low), B.getInt64Ty()), IsCut};
}

/// Of a band, each row is a box of its own. That pays where it is long or the
/// source looks at all that is left out.
Value *PaddingGuard::emitPays(IRBuilderBase &B, const PaddedPair &P) {
  if (!P.IsNeverEmpty && Whole.sumsInside())
    return B.getTrue();
  const auto [Steps, IsCut] = widthInMiddle(B, P);
  Value *Columns = Boxes.numbers().expand(B, Whole.Index[DimJ].Trip);
  Value *Pays =
      Whole.sumsInside()
          ? B.CreateICmpSGE(B.CreateMul(Steps, Columns),
                            B.getInt64(SharedTuning::MinBandWork))
          : B.CreateICmpSGE(Steps, B.getInt64(SharedTuning::MinBandWidth));
  return B.CreateOr(B.CreateNot(IsCut), Pays);
}

Value *PaddingGuard::emitIsLarge(IRBuilderBase &B) {
  EntryNumbers &Numbers = Boxes.numbers();
  Numbers.give(B);
  Value *Work = B.getInt64(1);
  for (const SCEV *Trip : Whole.trips())
    Work = B.CreateMul(Work, Numbers.expand(B, Trip));
  return B.CreateICmpUGE(Work, B.getInt64(SharedTuning::MinPadded));
}

Value *PaddingGuard::emit(IRBuilderBase &B) {
  EntryNumbers &Numbers = Boxes.numbers();
  Value *All = B.getTrue();
  for (const Condition &C : Boxes.nest().Conditions) {
    Value *X = Numbers.expand(B, C.X);
    All = B.CreateAnd(All, B.CreateICmp(C.Pred, X, Numbers.expand(B, C.Y)));
  }
  for (const PaddedPair &P : Boxes.nest().Pairs) {
    All = B.CreateAnd(All, countsFit(B, P));
    if (P.IsNeverEmpty)
      All = B.CreateAnd(All, isNeverEmpty(B, P));
    All = B.CreateAnd(All, emitPays(B, P));
  }
  for (const LoopForm &Form : Boxes.nest().Ranges)
    All = B.CreateAnd(All, staysInRange(B, Form));
  for (const PaddingBound &Each : Boxes.nest().Always)
    All = B.CreateAnd(All, B.CreateICmpSGE(rangeOf(B, Each.Greater).Low,
                                           rangeOf(B, Each.Less).High));
  auto Given = [&](const SCEV *&S) { S = Numbers.given(S); };
  Whole.forEachExpression(Given);
  for (AffineRef &R : Legal.MustBeApart)
    R.forEachExpression(Given);
  for (Clipped &C : Operands)
    C.Ref.forEachExpression(Given);
  GuardEmitter G(Whole, Legal, Numbers.expander(), A.SE);
  All = B.CreateLogicalAnd(All, G.holds(B));
  for (const Clipped &C : Operands)
    All = B.CreateLogicalAnd(All, isApart(B, G, C));
  return B.CreateFreeze(All);
}

} // namespace gemmify
