//===- AffineAccess.cpp - Addresses as affine functions -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineAccess.h"
#include "pass/recognize/loops/LoopGroups.h"
#include "pass/recognize/loops/RegionPhi.h"
#include "pass/recognize/loops/Substitution.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace gemmify {

/// A negative constant, or a product with one.
static bool countsDown(const SCEV *Coef) {
  const auto *Mul = dyn_cast<SCEVMulExpr>(Coef);
  const auto *C = dyn_cast<SCEVConstant>(Mul ? Mul->getOperand(0) : Coef);
  return C && C->getAPInt().isNegative();
}

const SCEV *extendCoefficient(ScalarEvolution &SE, const SCEV *Coef,
                              bool Signed, Type *Wide) {
  if (Signed)
    return SE.getSignExtendExpr(Coef, Wide);
  if (!countsDown(Coef))
    return SE.getZeroExtendExpr(Coef, Wide);
  const SCEV *Magnitude = SE.getNegativeSCEV(Coef);
  return SE.getNegativeSCEV(SE.getZeroExtendExpr(Magnitude, Wide));
}

AffineAccess::AffineAccess(ArrayRef<Loop *> Chain, ScalarEvolution &SE)
    : Root(*Chain.front()), Innermost(*Chain.back()), SE(SE),
      NumLoops(std::max<size_t>(Chain.size(), NumDims)) {
  for (auto [Position, L] : enumerate(Chain))
    PositionOf[L] = Position;
}

std::optional<SmallVector<const SCEV *, 6>>
AffineAccess::strides(Instruction &Access) {
  std::optional<Split> S =
      splitValue(*getLoadStorePointerOperand(&Access), *Access.getParent());
  if (!S ||
      llvm::any_of(S->Rows, [&](const RowTerm &R) { return countsIn(R.Expr); }))
    return std::nullopt;
  for (const RowTerm &Row : S->Rows)
    for (auto [Position, Coef] : enumerate(S->Coef))
      if (Row.Loops & 1u << Position)
        Coef = SE.getCouldNotCompute();
  return std::move(S->Coef);
}

std::optional<AffineRef> AffineAccess::reference(Instruction &Access,
                                                 Reason &Why) {
  Value *Ptr = getLoadStorePointerOperand(&Access);
  std::optional<AffineRef> Ref = pointer(*Ptr, *Access.getParent(), Why);
  if (!Ref)
    return std::nullopt;
  Ref->Access = &Access;
  Ref->Pointer = Ptr;
  Ref->Alignment = getLoadStoreAlignment(&Access);
  Ref->ElemTy = getLoadStoreType(&Access);
  return Ref;
}

const Loop &AffineAccess::loopAround(const BasicBlock &BB) const {
  const Loop *Around = &Root;
  for (bool Descended = true; Descended;) {
    Descended = false;
    for (const Loop *Inner : Around->getSubLoops())
      if (Inner->contains(&BB)) {
        Around = Inner;
        Descended = true;
        break;
      }
  }
  return *Around;
}

std::optional<AffineRef>
AffineAccess::pointer(Value &Ptr, const BasicBlock &Where, Reason &Why) {
  if (Ptr.getType()->getPointerAddressSpace() != 0 ||
      SE.getDataLayout().getIndexTypeSizeInBits(Ptr.getType()) != 64) {
    Why = Reason::NarrowPointers;
    return std::nullopt;
  }
  SaveAndRestore Joining(JoinsLoads, MayJoinLoads);
  std::optional<Split> S = splitValue(Ptr, Where);
  std::optional<PerDim<const SCEV *>> Stride, Row;
  AffineRef Ref;
  if (S && takeLookups(*S, Ref)) {
    for (LoopDim D : {DimI, DimJ, DimK})
      Ref.Carry[D] = carry(Groups[D], *S);
    for (const auto &[Position, Size] : Batch)
      Ref.Batch.push_back(S->Coef[Position]);
    Stride = fold(*S);
    Row = foldRows(S->Rows);
  }
  // One index finds a row, of which axes say where in the table. No table is
  // looked through for each product of a batch.
  auto Counts = [&](const RowTerm &R) { return countsIn(R.Expr); };
  if (hasAxes() &&
      (Ref.Lookup || (S && !S->Rows.empty() &&
                      (!Batch.empty() || llvm::any_of(S->Rows, Counts)))))
    Row.reset();
  if (!Stride || !Row) {
    Why = Reason::NoFixedStride;
    return std::nullopt;
  }
  Ref.Start = S->Start;
  Ref.Stride = *Stride;
  Ref.Row = *Row;
  return Ref;
}

std::optional<Counter> AffineAccess::counter(Value &V,
                                             const BasicBlock &Where) {
  if (!V.getType()->isIntegerTy() || V.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  std::optional<Split> S = splitValue(V, Where);
  std::optional<PerDim<const SCEV *>> Step;
  auto Stays = [&](const auto &Axis) { return S->Coef[Axis.first]->isZero(); };
  if (S && S->Rows.empty() && llvm::all_of(Batch, Stays))
    Step = fold(*S);
  if (!Step)
    return std::nullopt;
  Counter Number{&V, S->Start, *Step, {}};
  for (LoopDim D : {DimI, DimJ, DimK})
    Number.Carry[D] = carry(Groups[D], *S);
  return Number;
}

std::optional<AffineAccess::Split>
AffineAccess::splitValue(Value &V, const BasicBlock &Where) {
  const Loop *Before = std::exchange(Scope, &loopAround(Where));
  const SCEV *Value = resolve(valueOf(V, Scope));
  std::optional<Split> S = split(Path ? Path->in(Value, Scope) : Value);
  Scope = Before;
  return S;
}

const SCEV *AffineAccess::resolve(const SCEV *S) {
  return Known.empty() ? S : ValueSubstitution(SE, Known).visit(S);
}

AffineAccess::Split AffineAccess::invariant(const SCEV *S) {
  const SCEV *Zero = SE.getZero(SE.getEffectiveSCEVType(S->getType()));
  return {S, SmallVector<const SCEV *, 6>(NumLoops, Zero), {}};
}

std::optional<AffineAccess::Split> AffineAccess::split(const SCEV *S) {
  if (isFixed(S))
    return invariant(S);
  const size_t ChecksBefore = Checks.size(), RowsBefore = RowChecks.size();
  if (std::optional<Split> Affine = splitAffine(S))
    return Affine;
  Checks.truncate(ChecksBefore);
  RowChecks.truncate(RowsBefore);
  return splitRow(S);
}

std::optional<AffineAccess::Split> AffineAccess::splitAffine(const SCEV *S) {
  switch (S->getSCEVType()) {
  case scAddRecExpr:
    return splitRecurrence(cast<SCEVAddRecExpr>(S));
  case scAddExpr:
    return splitSum(cast<SCEVAddExpr>(S));
  case scMulExpr:
    return splitProduct(cast<SCEVMulExpr>(S));
  case scSignExtend:
  case scZeroExtend:
    return splitExtension(cast<SCEVCastExpr>(S));
  case scUnknown:
    return splitPhi(cast<SCEVUnknown>(S));
  case scTruncate: {
    std::optional<Split> In = split(cast<SCEVCastExpr>(S)->getOperand());
    if (!In)
      return std::nullopt;
    In->Start = SE.getTruncateExpr(In->Start, S->getType());
    for (const SCEV *&C : In->Coef)
      C = SE.getTruncateExpr(C, S->getType());
    for (RowTerm &R : In->Rows)
      R.Expr = SE.getTruncateExpr(R.Expr, S->getType());
    return In;
  }
  default:
    return std::nullopt;
  }
}

std::optional<AffineAccess::Split>
AffineAccess::splitRecurrence(const SCEVAddRecExpr *Rec) {
  auto Position = PositionOf.find(Rec->getLoop());
  // Behind its loop a recurrence has its last value, not an index's.
  if (Position == PositionOf.end() || !Rec->getLoop()->contains(Scope))
    return std::nullopt;
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (!isFixed(Step)) // Nor one that is a recurrence.
    return std::nullopt;
  std::optional<Split> Result = split(Rec->getStart());
  if (!Result)
    return std::nullopt;
  advance(*Result, Position->second, Step);
  return Result;
}

/// A phi that is advanced along the path, or computed for the next iteration.
/// Which loops move one that inner loops advance is all that grouping asks: its
/// step, which takes groups and a path, is something that is not zero until
/// then.
std::optional<AffineAccess::Split>
AffineAccess::splitPhi(const SCEVUnknown *U) {
  auto *Phi = dyn_cast<PHINode>(U->getValue());
  if (!Phi || !loopAround(*Phi->getParent()).contains(Scope))
    return std::nullopt;
  if (const Loop &L = loopAround(*Phi->getParent());
      !Grouped && NumLoops > NumDims && PositionOf.contains(&L) &&
      goesOnFromInside(*Phi, L, *this) && Delayed.insert(Phi).second) {
    BasicBlock *Before = L.getLoopPreheader();
    std::optional<Split> First =
        splitValue(*Phi->getIncomingValueForBlock(Before), *Before);
    Delayed.erase(Phi);
    const SCEV *Moves =
        Phi->getType()->isPointerTy() ? SE.getLosslessPtrToIntExpr(U) : U;
    if (First && !isa<SCEVCouldNotCompute>(Moves))
      First->Coef[PositionOf.lookup(&L)] = Moves;
    return isa<SCEVCouldNotCompute>(Moves) ? std::nullopt : First;
  }
  std::optional<RegionPhis::Recurrence> Rec;
  if (Path)
    Rec = Path->recurrence(*Phi);
  auto Position = Rec ? PositionOf.find(Rec->L) : PositionOf.end();
  if (Position == PositionOf.end())
    return splitDelayed(*Phi);
  std::optional<Split> Result = split(Rec->Start);
  if (!Result)
    return std::nullopt;
  advance(*Result, Position->second, Rec->Step);
  return Result;
}

/// A phi of a header that gets, at the end of each iteration, what is computed
/// from a counter: `p = B + (n - left)`. It is affine when that is, and when it
/// begins with what an iteration before the first would have computed.
std::optional<AffineAccess::Split> AffineAccess::splitDelayed(PHINode &Phi) {
  const Loop &L = loopAround(*Phi.getParent());
  const auto Position = PositionOf.find(&L);
  const BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
  if (Position == PositionOf.end() || L.getHeader() != Phi.getParent() ||
      isClipped(L) || !Latch || !Before || !Delayed.insert(&Phi).second)
    return std::nullopt;
  std::optional<Split> Next =
      splitValue(*Phi.getIncomingValueForBlock(Latch), *Latch);
  Delayed.erase(&Phi);
  if (!Next || !Next->Rows.empty())
    return std::nullopt;
  // Relative to the loop around: what it begins with is computed there.
  std::optional<Split> First =
      splitValue(*Phi.getIncomingValueForBlock(Before), *Before);
  if (!First || !First->Rows.empty())
    return std::nullopt;
  const SCEV *Step = Next->Coef[Position->second];
  if (First->Start != SE.getMinusSCEV(Next->Start, Step))
    return std::nullopt;
  First->Coef[Position->second] = Step;
  if (First->Coef != Next->Coef)
    return std::nullopt;
  return First;
}

const SCEV *AffineAccess::repeatsOf(const Loop &L) const {
  auto Position = PositionOf.find(&L);
  if (Position == PositionOf.end() || isClipped(L))
    return nullptr;
  const SCEV *Count = CountOf[Position->second];
  return exitsFromHeader(L)
             ? Count
             : SE.getMinusSCEV(Count, SE.getOne(Count->getType()));
}

std::optional<AffineAccess::Split>
AffineAccess::splitSum(const SCEVAddExpr *Add) {
  std::optional<Split> Sum;
  for (const SCEV *Op : Add->operands()) {
    std::optional<Split> Part = split(Op);
    if (!Part)
      return std::nullopt;
    if (!Sum) {
      Sum = Part;
      continue;
    }
    Sum->Start = SE.getAddExpr(Sum->Start, Part->Start);
    for (unsigned L = 0; L != NumLoops; ++L)
      Sum->Coef[L] = SE.getAddExpr(Sum->Coef[L], Part->Coef[L]);
    llvm::append_range(Sum->Rows, Part->Rows);
  }
  return Sum;
}

/// Without groups, splits are only looked at. Parts of an address need not move
/// with tiles as with points.
void AffineAccess::require(const Split &S, bool Signed, unsigned ZeroBits) {
  if (!Grouped)
    return;
  WrapCheck Check{S.Start, {}, {}, {}, Signed, ZeroBits, {}};
  for (LoopDim D : {DimI, DimJ, DimK}) {
    const Group &G = Groups[D];
    Check.Coef[D] = S.Coef[G.Point];
    if (agrees(G, S))
      continue;
    if (G.Tile)
      Check.TileCoef[D] = S.Coef[*G.Tile];
    else
      Check.Coef[D] = SE.getZero(Check.Coef[D]->getType());
    for (auto [Axis, Size] : llvm::zip(G.Axes, G.Sizes))
      Check.AxisTerms.push_back({S.Coef[Axis], Size});
  }
  for (const auto &[Position, Size] : Batch)
    if (!S.Coef[Position]->isZero())
      Check.AxisTerms.push_back({S.Coef[Position], Size});
  require(Check);
}

void AffineAccess::require(const WrapCheck &Check) {
  if (!llvm::is_contained(Checks, Check))
    Checks.push_back(Check);
}

void AffineAccess::require(const CounterCheck &Check) {
  if (!Grouped) {
    Counters.push_back(Check);
    return;
  }
  Split S = invariant(Check.Start);
  S.Coef[PositionOf.lookup(Check.L)] = Check.Step;
  if (isClipped(*Check.L))
    return requireInTriangle(Check);
  require(S, Check.Signed);
}

void AffineAccess::require(const Condition &C) {
  if (!SE.isKnownPredicate(C.Pred, C.X, C.Y) &&
      !llvm::is_contained(Required, C))
    Required.push_back(C);
}

std::optional<AffineAccess::Split>
AffineAccess::splitExtension(const SCEVCastExpr *Ext) {
  if (SE.getTypeSizeInBits(Ext->getOperand()->getType()) < NarrowestIndex)
    return std::nullopt;
  std::optional<Split> In = split(Ext->getOperand());
  if (!In)
    return std::nullopt;
  if (!In->Rows.empty())
    return extendRows(Ext, std::move(*In));
  bool Signed = isa<SCEVSignExtendExpr>(Ext);
  require(*In, Signed);
  SmallVector<const Group *, NumDims> Whole;
  if (Grouped)
    for (const Group &G : Groups)
      if ((G.Tile || !G.Axes.empty()) && agrees(G, *In))
        Whole.push_back(&G);
  Type *Wide = Ext->getType();
  In->Start = Signed ? SE.getSignExtendExpr(In->Start, Wide)
                     : SE.getZeroExtendExpr(In->Start, Wide);
  for (const SCEV *&C : In->Coef)
    C = extendCoefficient(SE, C, Signed, Wide);
  // The index as a whole does not wrap, so it is enough that the loops of a
  // group agree modulo the narrow type.
  for (const Group *G : Whole) {
    foldAxes(*G, *In);
    if (G->Tile)
      In->Coef[*G->Tile] = tileStride(*G, In->Coef[G->Point]);
  }
  return In;
}

} // namespace gemmify
