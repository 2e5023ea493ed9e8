//===- BoundedElements.cpp - Whether elements are of usual size -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundedElements.h"
#include "pass/product/Contiguity.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gemmify {

Value *emitIsBounded(IRBuilderBase &B, Value *V, int Exponent) {
  APFloat Bound(V->getType()->getScalarType()->getFltSemantics(), 1);
  Bound = scalbn(Bound, Exponent, APFloat::rmNearestTiesToEven);
  return B.CreateFCmpOLE(B.CreateUnaryIntrinsic(Intrinsic::fabs, V),
                         ConstantFP::get(V->getType(), Bound));
}

namespace {

class ElementFinder {
public:
  ElementFinder(int Exponent, const GemmNest &N, ScalarEvolution &SE)
      : Exponent(Exponent), N(N), SE(SE), DL(N.C.Access->getDataLayout()) {}

  SmallVector<BoundedElements, 4> find(ArrayRef<LoadInst *> Loads);

private:
  std::optional<AffineRef> referenceOf(const LoadInst &Load) const;
  bool isOtherPart(const AffineRef &X, const AffineRef &Y) const;
  std::optional<BoundedElements> elementsOf(const AffineRef &R,
                                            const AffineRef *Other) const;

  const int Exponent;
  const GemmNest &N;
  ScalarEvolution &SE;
  const DataLayout &DL;
};

} // namespace

/// By the indices of the source: a step of an index that counts parts of
/// elements is an element.
std::optional<AffineRef> ElementFinder::referenceOf(const LoadInst &L) const {
  for (const Slice *S : N.slices())
    if (const AffineRef *Found = S->find(&L)) {
      AffineRef R = *Found;
      // Where only a part of C exists, nothing else of it may be looked at.
      if (S->isBeside(L.getParent()) || !R.isStrided() || !R.Batch.empty() ||
          !isPacked(R.ElemTy, DL) || R.ElemTy != L.getType() ||
          (N.Region && R.dependsOn(DimI) && R.dependsOn(DimJ)))
        return std::nullopt;
      if (N.Step.PairedAlong) {
        const SCEV *&Stride = R.Stride[*N.Step.PairedAlong];
        Stride = SE.getMulExpr(SE.getConstant(Stride->getType(), 2), Stride);
      }
      return R;
    }
  return std::nullopt;
}

/// Whether \p Y reads what follows in memory what \p X reads.
bool ElementFinder::isOtherPart(const AffineRef &X, const AffineRef &Y) const {
  const auto *Distance =
      dyn_cast<SCEVConstant>(SE.getMinusSCEV(Y.Start, X.Start));
  return X.ElemTy == Y.ElemTy && X.Stride == Y.Stride && Distance &&
         Distance->getAPInt() == DL.getTypeStoreSize(X.ElemTy).getFixedValue();
}

std::optional<BoundedElements>
ElementFinder::elementsOf(const AffineRef &R, const AffineRef *Other) const {
  SmallVector<LoopDim, NumDims> Moving;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (R.dependsOn(D))
      Moving.push_back(D);
  if (Moving.size() > 2)
    return std::nullopt;
  const uint64_t Bytes = DL.getTypeStoreSize(R.ElemTy);
  const uint64_t Step = Other ? 2 * Bytes : Bytes;
  if (Moving.size() == 2 && movesBy(R, Moving[0], Step))
    std::swap(Moving[0], Moving[1]);
  BoundedElements E;
  E.Indices = Moving.size();
  TestedElements &T = E.Tested;
  T.Inner = Moving.empty() ? DimI : Moving.back();
  T.Outer = E.Indices == 2 ? Moving[0] : LoopDim((T.Inner + 1) % NumDims);
  T.Refs.push_back(R);
  T.AreContiguous = movesBy(R, T.Inner, Step);
  E.HasParts = Other && T.AreContiguous;
  if (E.HasParts) {
    T.Refs[0].Stride[T.Inner] =
        SE.getConstant(R.Stride[T.Inner]->getType(), Bytes);
    T.Refs[0].Alignment = std::min(R.Alignment, Other->Alignment);
  } else if (Other) {
    T.Refs.push_back(*Other);
  }
  T.Passes = [Bound = Exponent](IRBuilderBase &B, ArrayRef<Value *> Elements,
                                ArrayRef<Value *>, unsigned) {
    Value *All = nullptr;
    for (Value *V : Elements) {
      Value *Is = emitIsBounded(B, V, Bound);
      All = All ? B.CreateAnd(All, Is) : Is;
    }
    return All;
  };
  T.Key = "bound " + itostr(Exponent) + (R.ElemTy->isFloatTy() ? "f" : "d") +
          utostr(T.Refs.size());
  return E;
}

SmallVector<BoundedElements, 4>
ElementFinder::find(ArrayRef<LoadInst *> Loads) {
  SmallVector<AffineRef, 8> Refs;
  for (const LoadInst *L : Loads) {
    std::optional<AffineRef> R = referenceOf(*L);
    if (!R)
      return {};
    if (none_of(Refs, [&](const AffineRef &Each) {
          return Each.isAt(*R) && Each.ElemTy == R->ElemTy;
        }))
      Refs.push_back(std::move(*R));
  }
  SmallVector<BoundedElements, 4> All;
  SmallVector<bool, 8> IsDone(Refs.size());
  auto Add = [&](unsigned At, const AffineRef *Other) {
    std::optional<BoundedElements> E = elementsOf(Refs[At], Other);
    if (!E)
      return false;
    IsDone[At] = true;
    if (Other)
      IsDone[Other - Refs.begin()] = true;
    All.push_back(std::move(*E));
    return true;
  };
  for (unsigned At = 0; At != Refs.size(); ++At) {
    auto IsOther = [&](const AffineRef &Each) {
      return !IsDone[&Each - Refs.begin()] && isOtherPart(Refs[At], Each);
    };
    auto IsBehind = [&](const AffineRef &Each) {
      return isOtherPart(Each, Refs[At]);
    };
    // The one before it may take it along.
    if (IsDone[At] || any_of(drop_begin(Refs, At + 1), IsBehind))
      continue;
    const auto *Other = find_if(Refs, IsOther);
    if (!Add(At, Other != Refs.end() ? Other : nullptr))
      return {};
  }
  // Of three in a row, the one before it may have taken another one.
  for (unsigned At = 0; At != Refs.size(); ++At)
    if (!IsDone[At] && !Add(At, nullptr))
      return {};
  return All;
}

SmallVector<BoundedElements, 4> boundElements(ArrayRef<LoadInst *> Loads,
                                              int Exponent, const GemmNest &N,
                                              ScalarEvolution &SE) {
  return ElementFinder(Exponent, N, SE).find(Loads);
}

Value *emitAreBounded(IRBuilderBase &B, const BoundedElements &E,
                      const GemmNest &N, GuardEmitter &G, Value *MayLook) {
  auto Count = [&](LoopDim D) {
    Value *Steps = G.expand(B, N.Index[D].Trip);
    return N.Step.PairedAlong == D ? B.CreateLShr(Steps, 1) : Steps;
  };
  Value *Outer = E.Indices < 2 ? B.getInt64(1) : Count(E.Tested.Outer);
  Value *Inner = E.Indices < 1 ? B.getInt64(1) : Count(E.Tested.Inner);
  if (E.HasParts)
    Inner = B.CreateShl(Inner, 1);
  return emitPass(B, E.Tested, G, MayLook, Outer, Inner);
}

} // namespace gemmify
