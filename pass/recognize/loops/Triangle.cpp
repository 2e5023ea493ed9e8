//===- Triangle.cpp - A loop whose count moves with another one -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Triangle.h"
#include "RowNumber.h"
#include "TripCount.h"

using namespace llvm;

namespace gemmify {

/// Largest sizes; the guard asks for MaxTrip rows of the box.
constexpr int64_t LargestSize = int64_t(1) << 48;

HalfPlane Triangle::plane(ScalarEvolution &SE) const {
  const SCEV *One = SE.getOne(Rows->getType());
  HalfPlane Plane;
  Plane.Coef[Outer] = Slope;
  if (!Shear) { // column < First + Slope * (row + Skipped)
    Plane.Coef[Inner] = -1;
    Plane.Offset =
        SE.getMinusSCEV(Slope > 0 ? SE.getAddExpr(First, Skipped) : First, One);
    return Plane;
  }
  Plane.Coef[Inner] = 1; // column >= row, or >= the last row - row
  Plane.Offset =
      Slope > 0 ? SE.getMinusSCEV(One, Rows) : SE.getZero(One->getType());
  return Plane;
}

/// Whether what moves with the sum moves with one of the loops of \p T only, if
/// the inner one's iterations count from Shear * i on.
static bool isRectangular(const Triangle &T, int Shear, ArrayRef<Loop *> Chain,
                          AffineAccess &Access, ScalarEvolution &SE) {
  const unsigned Sum = NumDims - T.Outer - T.Inner;
  for (BasicBlock *BB : Chain.front()->blocks())
    for (Instruction &I : *BB) {
      if (!isa<LoadInst>(I))
        continue;
      std::optional<SmallVector<const SCEV *, 6>> By = Access.strides(I);
      if (!By || (*By)[Sum]->isZero() || (*By)[T.Inner]->isZero())
        continue;
      const SCEV *Across =
          SE.getMulExpr(SE.getConstant((*By)[T.Inner]->getType(), Shear, true),
                        (*By)[T.Inner]);
      if (!SE.getMinusSCEV((*By)[T.Outer], Across)->isZero())
        return false;
    }
  return true;
}

/// The box around all elements, once the counts are known.
static void findBox(Triangle &T, ScalarEvolution &SE) {
  const SCEV *Zero = SE.getZero(T.First->getType());
  const SCEV *One = SE.getOne(T.First->getType());
  T.Shift = T.Skipped = Zero;
  if (T.Slope < 0) {
    T.Rows = SE.getSMinExpr(T.AllRows, T.First);
    T.Columns = T.First;
    return;
  }
  T.Skipped = SE.getSMaxExpr(Zero, SE.getMinusSCEV(One, T.First));
  T.Rows = SE.getMinusSCEV(T.AllRows, T.Skipped);
  const SCEV *Last = SE.getMinusSCEV(T.AllRows, One);
  T.Columns = SE.getAddExpr(T.First, Last);
  if (T.Shear)
    T.Shift = Last;
}

/// The loop with which \p Count moves, or null.
static const Loop *findMover(const SCEV *Count, ArrayRef<Loop *> Chain) {
  const Loop *Mover = nullptr;
  bool Fails = SCEVExprContains(Count, [&](const SCEV *S) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    if (!Rec || !llvm::is_contained(Chain, Rec->getLoop()))
      return false;
    if (Mover && Mover != Rec->getLoop())
      return true;
    Mover = Rec->getLoop();
    return false;
  });
  return Fails ? nullptr : Mover;
}

std::optional<Triangle> matchTriangle(ArrayRef<Loop *> Chain,
                                      ArrayRef<const SCEV *> Count,
                                      unsigned Inner, AffineAccess &Access,
                                      ScalarEvolution &SE) {
  const Loop *Outer = findMover(Count[Inner], Chain);
  if (!Outer || exitsFromHeader(*Outer) || exitsFromHeader(*Chain[Inner]))
    return std::nullopt;
  Triangle T;
  T.OverRows = Outer;
  T.Inner = Inner;
  T.Outer = llvm::find(Chain, Outer) - Chain.begin();
  T.AllRows = Count[T.Outer];
  if (!Access.isFixed(T.AllRows))
    return std::nullopt;
  RowNumberReader Reader(*Outer, T.Outer, T.AllRows, Access, SE);
  std::optional<RowNumber> N = Reader.readCount(Count[Inner]);
  if (!N || !N->Slope)
    return std::nullopt;
  T.First = N->First;
  T.Slope = N->Slope;
  if (!isRectangular(T, 0, Chain, Access, SE)) {
    T.Shear = -T.Slope;
    if (!isRectangular(T, T.Shear, Chain, Access, SE))
      return std::nullopt;
  }
  findBox(T, SE);
  Reader.require(ICmpInst::ICMP_ULE, T.AllRows, LargestSize);
  Reader.require(ICmpInst::ICMP_SGE, T.First, -LargestSize);
  Reader.require(ICmpInst::ICMP_SLE, T.First, LargestSize);
  Reader.requireAll();
  return T;
}

void AffineAccess::setTriangle(const Triangle &T) { Clipped = &T; }

bool AffineAccess::isClipped(const Loop &L) const {
  auto Position = PositionOf.find(&L);
  return Clipped && Position != PositionOf.end() &&
         (Position->second == Clipped->Outer ||
          Position->second == Clipped->Inner);
}

/// Lets \p S move by \p Step in each iteration of the loop at \p Position.
void AffineAccess::advance(Split &S, unsigned Position, const SCEV *Step) {
  S.Coef[Position] = SE.getAddExpr(S.Coef[Position], Step);
  if (!Clipped)
    return;
  auto Times = [&](const SCEV *Count) {
    return SE.getMulExpr(SE.getTruncateOrSignExtend(Count, Step->getType()),
                         Step);
  };
  if (Position == Clipped->Outer) {
    S.Start = SE.getAddExpr(S.Start, Times(Clipped->Skipped));
    return;
  }
  if (Position != Clipped->Inner || !Clipped->Shear)
    return;
  const SCEV *Shear = SE.getConstant(Step->getType(), Clipped->Shear, true);
  const SCEV *&OfRow = S.Coef[Clipped->Outer];
  OfRow = SE.getMinusSCEV(OfRow, SE.getMulExpr(Shear, Step));
  const SCEV *Wide =
      SE.getConstant(Clipped->Skipped->getType(), Clipped->Shear, true);
  const SCEV *Before =
      SE.getAddExpr(Clipped->Shift, SE.getMulExpr(Wide, Clipped->Skipped));
  S.Start = SE.getMinusSCEV(S.Start, Times(Before));
}

/// The counter of a loop begins with its own first iteration, and the outer
/// loop's with rows that are not in the box.
void AffineAccess::requireInTriangle(const CounterCheck &Check) {
  const SCEV *Zero = SE.getZero(Check.Start->getType());
  const unsigned Position = PositionOf.lookup(Check.L);
  WrapCheck W;
  W.Start = Check.Start;
  W.Coef = {Zero, Zero, Zero};
  W.Coef[Position] = Check.Step;
  W.Trip[Position] =
      Position == Clipped->Outer ? Clipped->AllRows : Clipped->Columns;
  W.Signed = Check.Signed;
  require(W);
}

/// The number that is at least 1 just where \p X Pred \p Y, if Pred is an
/// order, as a difference.
static std::optional<RowNumber> excess(CmpInst::Predicate Pred, RowNumber X,
                                       RowNumber Y, ScalarEvolution &SE) {
  if (ICmpInst::isLT(Pred) || ICmpInst::isLE(Pred))
    std::swap(X, Y);
  RowNumber N{SE.getMinusSCEV(X.First, Y.First), X.Slope - Y.Slope};
  if (ICmpInst::isNonStrictPredicate(Pred))
    N.First = SE.getAddExpr(N.First, SE.getOne(N.First->getType()));
  return N;
}

/// Where the numbers that are compared are exact, the test is whether their
/// difference is positive. It has to be the count. A difference that is never
/// negative may be compared with zero instead.
bool AffineAccess::testsRow(const Value &Cond, bool Expected,
                            const Loop &Where) {
  const auto *Cmp = dyn_cast<ICmpInst>(&Cond);
  if (!Clipped || !Cmp || !Cmp->getOperand(0)->getType()->isIntegerTy())
    return false;
  const auto Pred = Expected ? Cmp->getPredicate() : Cmp->getInversePredicate();
  if (Pred == ICmpInst::ICMP_EQ)
    return false;
  const bool Signed = !ICmpInst::isUnsigned(Pred);
  RowNumberReader Reader(*Clipped->OverRows, Clipped->Outer, Clipped->AllRows,
                         *this, SE);
  auto X = Reader.read(valueOf(*Cmp->getOperand(0), &Where), Signed);
  auto Y = Reader.read(valueOf(*Cmp->getOperand(1), &Where), Signed);
  if (!X || !Y)
    return false;
  std::optional<RowNumber> N = excess(Pred, *X, *Y, SE);
  if (Pred == ICmpInst::ICMP_NE && N->Slope != Clipped->Slope)
    N = RowNumber{SE.getNegativeSCEV(N->First), -N->Slope};
  if (N->Slope != Clipped->Slope)
    return false;
  if (Pred == ICmpInst::ICMP_NE) {
    Reader.require(ICmpInst::ICMP_SGE, N->First, 0);
    Reader.require(ICmpInst::ICMP_SGE, Reader.last(*N), 0);
  }
  const Condition IsCount{ICmpInst::ICMP_EQ, N->First, Clipped->First};
  if (SE.isKnownPredicate(ICmpInst::ICMP_NE, IsCount.X, IsCount.Y))
    return false;
  Reader.requireAll();
  require(IsCount);
  TestsRows = true;
  return true;
}

void AffineAccess::requireRows() {
  if (!Clipped || TestsRows)
    return;
  const SCEV *One = SE.getOne(Clipped->First->getType());
  const SCEV *Steps = SE.getMinusSCEV(Clipped->AllRows, One);
  const SCEV *Last = Clipped->Slope > 0
                         ? SE.getAddExpr(Clipped->First, Steps)
                         : SE.getMinusSCEV(Clipped->First, Steps);
  for (const SCEV *Count : {Clipped->First, Last})
    require({ICmpInst::ICMP_SGE, Count, One});
}

} // namespace gemmify
