//===- ComplexSums.cpp - Real and imaginary parts are one product ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexSums.h"
#include "pass/recognize/unroll/Reroll.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"

using namespace llvm;

namespace gemmify {

namespace {

class PartsMerger {
public:
  /// \p IsFirst: P is what moves with \p D.
  PartsMerger(const GemmNest &X, const GemmNest &Y, LoopDim D, bool IsFirst,
              const NestShape &Shape, ScalarEvolution &SE)
      : X(X), Y(Y), D(D), IsFirst(IsFirst), Shape(Shape), SE(SE) {}

  std::optional<GemmNest> run();

private:
  struct Term {
    const Slice *P, *Q;
    bool Negated, Fused, Begins;
  };
  static SmallVector<Term, 4> termsOf(const GemmNest &N);
  bool areAlike() const;
  bool areSideBySide() const;
  bool sharesOperand(const Term &OfX, const Term &OfY) const;
  SmallVector<Term, 4> inOrder(ArrayRef<Term> OfX, ArrayRef<Term> OfY) const;
  bool pair(GemmNest &N, ArrayRef<Term> OfX, ArrayRef<Term> OfY) const;
  bool endAlike() const;
  void stretch(HalfPlane &Region) const;
  bool pairEnds(GemmNest &N) const;
  bool readsBeforeWrites(const AffineRef &R, const GemmNest &Part) const;
  bool halve(AffineRef &R) const;
  const SCEV *half(const SCEV *S) const;
  bool halve(Slice &S) const;
  const Slice &paired(const Term &T) const { return IsFirst ? *T.P : *T.Q; }
  const Slice &shared(const Term &T) const { return IsFirst ? *T.Q : *T.P; }

  const GemmNest &X, &Y;
  const LoopDim D;
  const bool IsFirst;
  const NestShape &Shape;
  ScalarEvolution &SE;
};

} // namespace

SmallVector<PartsMerger::Term, 4> PartsMerger::termsOf(const GemmNest &N) {
  const bool NegatesFirst =
      N.Step.AddedFirst ? N.Step.NegatesFirst : N.Elem.Subtract;
  SmallVector<Term, 4> Terms = {{&N.P, &N.Q, NegatesFirst, false, true}};
  for (const StepProduct &Each : N.Step.More)
    Terms.push_back({&Each.P, &Each.Q, Each.Subtract, Each.Fused, Each.Begins});
  return Terms;
}

/// Whether both add products of complex elements, two for each, in the same
/// way.
bool PartsMerger::areAlike() const {
  auto Fits = [](const GemmNest &N) {
    return N.Step.count() % 2 == 0 && !N.Scale && !N.hasAxes() &&
           N.C.ElemTy == N.Elem.Ty && !N.C.hasRows();
  };
  return Fits(X) && Fits(Y) && X.startsFromC() == Y.startsFromC() &&
         X.trips() == Y.trips() && X.Step.AddedFirst == Y.Step.AddedFirst &&
         (!X.Step.AddedFirst || X.Elem.Subtract == Y.Elem.Subtract) &&
         X.Elem.roundsAs(Y.Elem) && X.Step.count() == Y.Step.count() &&
         llvm::all_of(llvm::zip(X.Step.More, Y.Step.More), [](auto Both) {
           const auto &[OfX, OfY] = Both;
           return OfX.Fused == OfY.Fused && OfX.Begins == OfY.Begins;
         });
}

/// Whether the elements of Y follow those of X, and two are one step along D.
bool PartsMerger::areSideBySide() const {
  const uint64_t Bytes =
      X.C.Access->getDataLayout().getTypeStoreSize(X.C.ElemTy);
  const auto *Distance =
      dyn_cast<SCEVConstant>(SE.getMinusSCEV(Y.C.Start, X.C.Start));
  const auto *Stride = dyn_cast<SCEVConstant>(X.C.Stride[D]);
  return Distance && Distance->getAPInt() == Bytes && Stride &&
         Stride->getAPInt() == 2 * Bytes && X.C.Stride == Y.C.Stride &&
         X.C.isStrided() && Y.C.isStrided() && standsFor(X.C, Y.C);
}

/// Whether the operand that does not move with the parts is the same one:
/// nothing is stored between the loads of the parts of one element, so that
/// they are loaded once.
bool PartsMerger::sharesOperand(const Term &OfX, const Term &OfY) const {
  const Slice &S = shared(OfX), &R = shared(OfY);
  return S.Root == R.Root && S.Widen == R.Widen && S.Times.empty() &&
         R.Times.empty();
}

/// \p OfY, each in the place of the one of \p OfX that it shares an operand
/// with. Two products that are rounded before they are added may change places.
/// Empty where that is not so of one.
SmallVector<PartsMerger::Term, 4>
PartsMerger::inOrder(ArrayRef<Term> OfX, ArrayRef<Term> OfY) const {
  SmallVector<Term, 4> Result;
  SmallVector<bool, 4> Taken(OfY.size());
  for (unsigned I = 0; I != OfX.size(); ++I) {
    const bool IsAdded = X.Step.AddedFirst && X.Step.addedWith(I & ~1u) == 2 &&
                         OfX[I & ~1u].Begins && !OfX[I | 1].Fused;
    auto Fits = [&](unsigned Other) {
      const bool MayStand = Other == I || X.Elem.addsInAnyOrder() ||
                            (IsAdded && Other == (I ^ 1));
      return MayStand && !Taken[Other] && sharesOperand(OfX[I], OfY[Other]);
    };
    unsigned At = I;
    for (unsigned Other = 0; !Fits(At) && Other != OfY.size(); ++Other)
      At = Other;
    if (!Fits(At))
      return {};
    Taken[At] = true;
    Result.push_back(OfY[At]);
  }
  return Result;
}

/// Null where it cannot be seen.
const SCEV *PartsMerger::half(const SCEV *S) const {
  if (const auto *C = dyn_cast<SCEVConstant>(S)) {
    const APInt &Bytes = C->getAPInt();
    return Bytes[0] ? nullptr : SE.getConstant(Bytes.ashr(1));
  }
  SmallVector<const SCEV *, 4> Parts(S->operands());
  if (isa<SCEVMulExpr>(S)) {
    Parts[0] = isa<SCEVConstant>(Parts[0]) ? half(Parts[0]) : nullptr;
    return Parts[0] ? SE.getMulExpr(Parts) : nullptr;
  }
  if (!isa<SCEVAddExpr>(S))
    return nullptr;
  for (const SCEV *&Part : Parts)
    if (!(Part = half(Part)))
      return nullptr;
  return SE.getAddExpr(Parts);
}

/// Lets two steps of D be what one was.
bool PartsMerger::halve(AffineRef &R) const {
  if (!R.isStrided(D) || R.hasRows())
    return false;
  R.IsUnit[D] = false;
  const SCEV *Half = half(R.Stride[D]);
  if (Half)
    R.Stride[D] = Half;
  return Half;
}

bool PartsMerger::halve(Slice &S) const {
  return llvm::none_of(S.Counters,
                       [&](const Counter &C) { return C.dependsOn(D); }) &&
         llvm::all_of(S.Loads, [&](AffineRef &R) { return halve(R); });
}

bool PartsMerger::pair(GemmNest &N, ArrayRef<Term> OfX,
                       ArrayRef<Term> OfY) const {
  N.Step.PairedAlong = D;
  for (unsigned Product = 0; Product != OfX.size(); ++Product) {
    PairedOperand Pair = {paired(OfY[Product]), OfX[Product].Negated,
                          OfY[Product].Negated};
    if (!halve(Pair.Odd) || !halve(operandOf(N, Product, IsFirst)))
      return false;
    N.Step.Pairs.push_back(std::move(Pair));
  }
  // Signs are those of lines now.
  N.Step.NegatesFirst = false;
  for (StepProduct &Each : N.Step.More)
    Each.Subtract = false;
  if (!N.Step.AddedFirst)
    N.Elem.Subtract = false;
  return true;
}

/// Counts D by parts in \p Region: of an element, both exist. With a·i + j + o
/// >= 0 for the element at j, 2a·i + l + 2o >= 0 for lines l = 2j and 2j + 1;
/// with a·i - j + o >= 0, 2a·i - l + 2o + 1 >= 0.
void PartsMerger::stretch(HalfPlane &Region) const {
  for (LoopDim Other : {DimI, DimJ, DimK})
    if (Other != D)
      Region.Coef[Other] *= 2;
  Type *Ty = Region.Offset->getType();
  Region.Offset = SE.getMulExpr(SE.getConstant(Ty, 2), Region.Offset);
  if (Region.Coef[D] < 0)
    Region.Offset = SE.getAddExpr(Region.Offset, SE.getOne(Ty));
}

/// Whether both start alike and end with nothing but the sum.
bool PartsMerger::endAlike() const {
  return X.endsWithSum() && Y.endsWithSum() && X.Start.Root == Y.Start.Root &&
         (X.startsFromC() || isa<Constant>(X.Start.Root));
}

/// Whether \p R, which reads the same as \p Part writes, reads what the nest
/// found there.
bool PartsMerger::readsBeforeWrites(const AffineRef &R,
                                    const GemmNest &Part) const {
  return llvm::all_of(Part.Writes, [&](const Instruction *W) {
    return Shape.precedes(R.Access, W);
  });
}

/// Both parts are read before either is written: a kernel computes an element
/// at a time.
bool PartsMerger::pairEnds(GemmNest &N) const {
  if (!N.C.Start->getType()->isPointerTy())
    return false;
  N.Step.Odd.emplace();
  N.Step.Odd->Start = Y.Start;
  N.Step.Odd->Final = Y.Final;
  N.Step.Odd->Acc = Y.Acc;
  for (Slice *S : N.ends()) {
    if (!S->Forks.empty())
      return false;
    for (AffineRef &R : S->Loads) {
      const bool IsEven = R.isAt(X.C), IsOdd = R.isAt(Y.C);
      if (!IsEven && !IsOdd)
        continue;
      if (R.ElemTy != X.C.ElemTy || !readsBeforeWrites(R, IsOdd ? Y : X))
        return false;
      N.LoadsOfC.insert(R.Access);
      if (IsOdd)
        N.Step.Odd->Loads.insert(R.Access);
    }
    if (!halve(*S))
      return false;
  }
  return true;
}

std::optional<GemmNest> PartsMerger::run() {
  if (!areAlike() || !areSideBySide())
    return std::nullopt;
  const SmallVector<Term, 4> OfX = termsOf(X), OfY = inOrder(OfX, termsOf(Y));
  GemmNest N = X;
  if (OfY.empty() || !pair(N, OfX, OfY) || (!endAlike() && !pairEnds(N)))
    return std::nullopt;
  if (N.Region)
    stretch(*N.Region);
  N.C.Stride[D] = half(N.C.Stride[D]);
  N.C.Alignment = std::min(X.C.Alignment, Y.C.Alignment);
  N.Index[D].Trip = SE.getMulExpr(
      N.Index[D].Trip, SE.getConstant(N.Index[D].Trip->getType(), 2));
  return N;
}

std::optional<GemmNest> mergeParts(const GemmNest &X, const GemmNest &Y,
                                   LoopDim D, bool IsFirst,
                                   const NestShape &Shape,
                                   ScalarEvolution &SE) {
  return PartsMerger(X, Y, D, IsFirst, Shape, SE).run();
}

} // namespace gemmify
