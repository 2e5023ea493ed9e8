//===- NestAccess.cpp - One access of any loop in a nest ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestAccess.h"
#include "intrinsic/Llvm.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

unsigned NestAccess::commonLoops(const NestAccess &Other) const {
  unsigned Common = 0;
  while (Common != NumDims && Loops[Common] &&
         Loops[Common] == Other.Loops[Common])
    ++Common;
  return Common;
}

SmallVector<AccessedPointer, 2> pointersOf(Instruction &Access) {
  if (auto *Load = dyn_cast<LoadInst>(&Access))
    return {{Load, Load->getPointerOperand(), false}};
  if (auto *Store = dyn_cast<StoreInst>(&Access))
    return {{Store, Store->getPointerOperand(), true}};
  SmallVector<AccessedPointer, 2> Result;
  if (auto *Intrinsic = dyn_cast<MemIntrinsic>(&Access))
    Result.push_back({Intrinsic, Intrinsic->getRawDest(), true});
  if (auto *Copy = dyn_cast<MemTransferInst>(&Access))
    Result.push_back({Copy, Copy->getRawSource(), false});
  return Result;
}

namespace {

class Describer {
public:
  Describer(const AccessedPointer &P, const GemmNest &N, const NestAnalyses &A)
      : P(P), N(N), A(A) {
    Loop *L = A.LI.getLoopFor(P.Access->getParent());
    for (; L != N.Root; L = L->getParentLoop())
      Around.insert(Around.begin(), L);
    Around.insert(Around.begin(), L);
  }

  std::optional<NestAccess> run() {
    bool IsBlock = isa<MemIntrinsic>(P.Access);
    const Loop &L = *Around.back();
    bool RunsOnceMore =
        exitsFromHeader(L) && P.Access->getParent() == L.getHeader();
    if (RunsOnceMore || Around.size() + IsBlock > NumDims)
      return std::nullopt;
    AffineAccess Affine(Around, A.SE);
    Affine.setGroups();
    Reason Ignored = Reason::None;
    std::optional<AffineRef> Ref =
        Affine.pointer(*P.Ptr, *P.Access->getParent(), Ignored);
    if (!Ref || Ref->hasRows() || !countLoops(Affine))
      return std::nullopt;
    Result.Ref = *Ref;
    Result.Ref.Access = P.Access;
    Result.Writes = P.Writes;
    Result.WrapChecks.append(Affine.wrapChecks().begin(),
                             Affine.wrapChecks().end());
    if (IsBlock ? !countBytes(Affine) : !setElement())
      return std::nullopt;
    return isKnownBefore(Affine) && !Affine.hasEqualRows()
               ? std::optional(std::move(Result))
               : std::nullopt;
  }

private:
  bool countLoops(AffineAccess &Affine) {
    Reason Ignored = Reason::None;
    Result.Depth = Around.size();
    Result.Trip.fill(A.SE.getOne(Type::getInt64Ty(A.SE.getContext())));
    for (unsigned D = 0; D != Around.size(); ++D) {
      Result.Loops[D] = Around[D];
      Result.Trip[D] = bodyCount(*Around[D], Affine, A.SE, Ignored);
      if (!Result.Trip[D])
        return false;
    }
    return true;
  }

  bool setElement() {
    Result.Ref.ElemTy = getLoadStoreType(P.Access);
    return !A.SE.getDataLayout()
                .getTypeStoreSize(Result.Ref.ElemTy)
                .isScalable();
  }

  bool countBytes(AffineAccess &Affine) {
    Type *I64 = Type::getInt64Ty(A.SE.getContext());
    const SCEV *Length =
        A.SE.getSCEV(cast<MemIntrinsic>(P.Access)->getLength());
    if (!Affine.isFixed(Length) ||
        A.SE.getTypeSizeInBits(Length->getType()) > 64)
      return false;
    Result.Ref.ElemTy = Type::getInt8Ty(A.SE.getContext());
    Result.Ref.Stride[DimK] = A.SE.getOne(I64);
    Result.Trip[DimK] = A.SE.getNoopOrZeroExtend(Length, I64);
    return true;
  }

  /// Nothing is loaded for an access alone: only what the product needs too.
  bool isKnownBefore(AffineAccess &Affine) {
    auto IsLoaded = [&](const AffineRef &R) { return N.isFixedLoad(R.Access); };
    auto IsTested = [&](const Condition &C) {
      return llvm::is_contained(N.Conditions, C);
    };
    if (!llvm::all_of(Affine.fixedLoads(), IsLoaded) ||
        !llvm::all_of(Affine.conditions(), IsTested))
      return false;
    SCEVExpander Expander = createExpander(A.SE);
    auto Safe = [&](const SCEV *S) { return Expander.isSafeToExpand(S); };
    for (const WrapCheck &W : Result.WrapChecks)
      if (!Safe(W.Start) || !llvm::all_of(W.Coef, Safe))
        return false;
    return Safe(Result.Ref.Start) && llvm::all_of(Result.Ref.Stride, Safe) &&
           llvm::all_of(Result.Trip, Safe);
  }

  const AccessedPointer &P;
  const GemmNest &N;
  const NestAnalyses &A;
  SmallVector<Loop *, 4> Around; ///< Outermost first.
  NestAccess Result;
};

} // namespace

std::optional<NestAccess> describeAccess(const AccessedPointer &P,
                                         const GemmNest &N,
                                         const NestAnalyses &A) {
  return Describer(P, N, A).run();
}

bool takeTurns(const NestAccess &X, const NestAccess &Y, ScalarEvolution &SE) {
  const SCEV *Distance = SE.getMinusSCEV(Y.Ref.Start, X.Ref.Start);
  const auto *Bytes = dyn_cast<SCEVConstant>(Distance);
  if (!Bytes)
    return false;
  uint32_t Zeros = 12; // So many bytes hold the elements of any turn.
  for (const AffineRef *R : {&X.Ref, &Y.Ref}) {
    if (!R->isStrided() || !R->Batch.empty())
      return false;
    for (const SCEV *Stride : R->Stride)
      Zeros = std::min(Zeros, SE.getMinTrailingZeros(Stride));
  }
  const DataLayout &DL = X.Ref.Access->getDataLayout();
  auto SizeOf = [&](const AffineRef &R) {
    return DL.getTypeStoreSize(R.ElemTy).getFixedValue();
  };
  const uint64_t Turn = uint64_t(1) << Zeros;
  const uint64_t Behind = Bytes->getAPInt().getLoBits(Zeros).getZExtValue();
  return Behind >= SizeOf(X.Ref) && Behind + SizeOf(Y.Ref) <= Turn;
}

} // namespace gemmify
