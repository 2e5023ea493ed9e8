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
      if (!By || llvm::any_of(*By, llvm::IsaPred<SCEVCouldNotCompute>) ||
          (*By)[Sum]->isZero() || (*By)[T.Inner]->isZero())
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
  std::optional<BoundedRowNumber> Counted = Reader.readCount(Count[Inner]);
  if (!Counted || !Counted->N.Slope)
    return std::nullopt;
  T.First = Counted->N.First;
  T.Slope = Counted->N.Slope;
  if (!isRectangular(T, 0, Chain, Access, SE)) {
    T.Shear = -T.Slope;
    if (Counted->Most || !isRectangular(T, T.Shear, Chain, Access, SE))
      return std::nullopt;
  }
  findBox(T, SE);
  if (Counted->Most)
    T.Columns = SE.getSMinExpr(T.Columns, Counted->Most);
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

/// X - Y, or one more: at least 1 just where \p X Pred \p Y, if Pred is an
/// order. Empty where the bound of one side is none of the difference.
static std::optional<BoundedRowNumber> excess(CmpInst::Predicate Pred,
                                              BoundedRowNumber X,
                                              BoundedRowNumber Y,
                                              ScalarEvolution &SE) {
  if (ICmpInst::isLT(Pred) || ICmpInst::isLE(Pred))
    std::swap(X, Y);
  if (Y.Most || (X.Most && Y.N.Slope))
    return std::nullopt;
  const SCEV *Less = Y.N.First;
  if (ICmpInst::isNonStrictPredicate(Pred))
    Less = SE.getMinusSCEV(Less, SE.getOne(Less->getType()));
  BoundedRowNumber D{{SE.getMinusSCEV(X.N.First, Less), X.N.Slope - Y.N.Slope},
                     X.Most ? SE.getMinusSCEV(X.Most, Less) : nullptr};
  return D;
}

/// Where the numbers that are compared are exact, the test is whether their
/// difference is positive. It has to be the count. A difference that is never
/// negative may be compared with zero instead.
bool AffineAccess::testsRow(const Value &Cond, bool Expected, const Loop &Where,
                            bool ToProduct) {
  const auto *Cmp = dyn_cast<ICmpInst>(&Cond);
  if (!Clipped || !Cmp || !Cmp->getOperand(0)->getType()->isIntegerTy())
    return false;
  const auto Pred = Expected ? Cmp->getPredicate() : Cmp->getInversePredicate();
  const bool Differs = Pred == ICmpInst::ICMP_NE;
  if (Pred == ICmpInst::ICMP_EQ)
    return false;
  RowNumberReader Reader(*Clipped->OverRows, Clipped->Outer, Clipped->AllRows,
                         *this, SE);
  auto Read = [&](unsigned Op) {
    return Reader.readBounded(valueOf(*Cmp->getOperand(Op), &Where),
                              !ICmpInst::isUnsigned(Pred));
  };
  const auto X = Read(0), Y = Read(1);
  const auto D = X && Y ? excess(Pred, *X, *Y, SE) : std::nullopt;
  if (!D || (Differs && D->Most))
    return false;
  RowNumber N = D->N;
  if (Differs && N.Slope != Clipped->Slope)
    N = {SE.getNegativeSCEV(N.First), -N.Slope};
  const Condition IsCount{ICmpInst::ICMP_EQ, N.First, Clipped->First};
  if (N.Slope != Clipped->Slope ||
      SE.isKnownPredicate(ICmpInst::ICMP_NE, IsCount.X, IsCount.Y))
    return false;
  if (Differs)
    for (const SCEV *Number : {N.First, Reader.last(N)})
      Reader.require(ICmpInst::ICMP_SGE, Number, 0);
  TestsOnCondition |= Differs || D->Most || N.First != Clipped->First;
  if (D->Most)
    Reader.require(ICmpInst::ICMP_SGE, D->Most, 1);
  Reader.requireAll();
  require(IsCount);
  TestsRows |= ToProduct;
  return true;
}

SmallVector<Condition, 2> AffineAccess::someRowExists() const {
  const SCEV *One = SE.getOne(Clipped->Rows->getType());
  return {{ICmpInst::ICMP_SGE, Clipped->Rows, One},
          {ICmpInst::ICMP_SGE, Clipped->Columns, One}};
}

bool AffineAccess::beginsInColumnZero(AffineRef &To, const AffineRef &C,
                                      LoopDim Columns) const {
  if (!Clipped || Columns != Clipped->Inner)
    return false;
  if (!Clipped->Shear)
    return true;
  // The first column of a row is its number, or that of the last row less it.
  const SCEV *Step = C.Stride[Columns];
  const SCEV *&OfRow = To.Stride[Clipped->Outer];
  if (Clipped->Slope < 0) {
    OfRow = SE.getMinusSCEV(OfRow, Step);
    return true;
  }
  OfRow = SE.getAddExpr(OfRow, Step);
  const SCEV *Last =
      SE.getMinusSCEV(Clipped->Rows, SE.getOne(Clipped->Rows->getType()));
  To.Start = SE.getMinusSCEV(To.Start, SE.getMulExpr(Last, Step));
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
