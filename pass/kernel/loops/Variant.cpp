//===- Variant.cpp - The ways to compute a product ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variant.h"
#include "FlatLoops.h"
#include "IntrinsicStrategy.h"
#include "PackingProfitability.h"
#include "SkinnyLoops.h"
#include "SmallUnpacked.h"
#include "TeamLoops.h"
#include "pass/kernel/tile/SkinnyTile.h"

using namespace llvm;

namespace gemmify {

BlockingPlan KernelRequest::oneStepPlan() const {
  BlockingPlan OneStep = Plan;
  OneStep.KR = OneStep.Depth = 1;
  OneStep.Form = PackedForm();
  return OneStep;
}

PackingLayout KernelRequest::layout() const {
  const GemmNest &Nest = P.nest();
  const DataLayout &DL = Nest.C.Access->getDataLayout();
  return layOutPacking(P, Plan, DL.getTypeStoreSize(Nest.Elem.Ty), Opts,
                       MayAllocate);
}

bool KernelRequest::tilesAnyDepth() const {
  return P.SumsRest || hasOneBlockOfK(P.nest(), Plan.TiledKC);
}

/// Whether the left operand is packed at compile time and other loops than
/// those that pack would copy it.
static bool findsLeftPacked(const KernelRequest &R) {
  return R.P.packedConstant(/*OfLeft=*/true) && !R.order().ReadsLeft;
}

/// Loops that find the left operand packed copy the right one instead, which is
/// less where it has no more lines.
Value *KernelSite::isNotPacked() const {
  if (NotPacked)
    return NotPacked;
  NotPacked = PackingProfitability(B, Request.Plan, Sig).emit();
  if (findsLeftPacked(Request)) {
    const auto &Index = Request.P.nest().Index;
    Value *Rows = Sig.get(Index[Request.order().Row].Trip);
    Value *Cols = Sig.get(Index[Request.order().Col].Trip);
    NotPacked = B.CreateAnd(NotPacked, B.CreateICmpSGT(Cols, Rows));
  }
  if (!Request.tilesAnyDepth())
    NotPacked = B.CreateAnd(NotPacked, isOneTiledBlock());
  return NotPacked;
}

Value *KernelSite::isOneTiledBlock() const {
  return B.CreateICmpSLE(Sig.get(Request.P.nest().Index[DimK].Trip),
                         B.getInt64(Request.Plan.TiledKC));
}

namespace {

bool isIntrinsic(const KernelRequest &R) {
  return R.Plan.Chosen == Strategy::Intrinsic;
}

bool isTiling(const KernelRequest &R) {
  return R.Plan.Chosen == Strategy::Tiling;
}

/// Whether loops that pack are one of several variants: on the stack, all
/// variants would share what one kernel may use.
bool packsOnHeap(const KernelRequest &R) {
  return R.Plan.Chosen == Strategy::Packing &&
         R.layout().Home == WorkspaceHome::Heap;
}

void emitIntrinsic(const KernelSite &At) {
  KernelContext Ctx(At.B, At.Request.order(), At.Request.Plan, At.Sig);
  emitIntrinsicProduct(Ctx);
}

/// Calls \p Emit for operands that are read one step of k at a time.
void emitInOneStep(const KernelSite &At, const OperandOrder &Order,
                   void (*Emit)(KernelContext &)) {
  const BlockingPlan OneStep = At.Request.oneStepPlan();
  KernelContext Ctx(At.B, Order, OneStep, At.Sig);
  Ctx.MayAllocate = At.Request.MayAllocate;
  Ctx.emitWay([&] { Emit(Ctx); });
}

bool fitsSkinny(const KernelRequest &R, const OperandOrder &Order) {
  return (isTiling(R) || packsOnHeap(R)) && R.Plan.MinWork && !R.P.OnlyPacks &&
         !findsLeftPacked(R) && canBeSkinny(Order, R.Plan);
}

Value *takesSkinny(const KernelSite &At, const OperandOrder &Order) {
  const BlockingPlan OneStep = At.Request.oneStepPlan();
  KernelContext Ctx(At.B, Order, OneStep, At.Sig);
  return emitIsSkinny(Ctx);
}

bool fitsSkinnyAcross(const KernelRequest &R) {
  return fitsSkinny(R, R.order().transposed());
}

Value *takesSkinnyAcross(const KernelSite &At) {
  return takesSkinny(At, At.Request.order().transposed());
}

void emitSkinnyAcross(const KernelSite &At) {
  emitInOneStep(At, At.Request.order().transposed(), emitSkinnyLoops);
}

bool fitsSkinnyAlong(const KernelRequest &R) {
  return fitsSkinny(R, R.order()) && SkinnyTile::isFor(R.order());
}

/// With three consecutive vectors of C, unpacked loops are as fast.
Value *takesSkinnyAlong(const KernelSite &At) {
  Value *IsSkinny = takesSkinny(At, At.Request.order());
  const GemmNest &Nest = At.Request.P.nest();
  Value *Cols = At.Sig.get(Nest.Index[At.Request.order().Col].Trip);
  return At.B.CreateAnd(IsSkinny, At.B.CreateICmpSLE(Cols, At.B.getInt64(2)));
}

void emitSkinnyAlong(const KernelSite &At) {
  emitInOneStep(At, At.Request.order(), emitSkinnyLoops);
}

/// A matrix times a vector, whose elements are used once: no other variant
/// pays.
bool isVector(const KernelRequest &R) { return R.P.nest().isVector(); }

bool fitsVector(const KernelRequest &R) {
  return isVector(R) && canBeSkinny(R.order(), R.Plan);
}

Value *takesVector(const KernelSite &At) {
  return takesSkinny(At, At.Request.order());
}

bool isTooDeepToTile(const KernelRequest &R) {
  return isTiling(R) && !R.tilesAnyDepth();
}

Value *takesTooDeep(const KernelSite &At) {
  return At.B.CreateNot(At.isOneTiledBlock());
}

/// Small products are not packed; they need no workspace.
bool fitsUnpackedBesidePacked(const KernelRequest &R) {
  return packsOnHeap(R) && R.Plan.MinPackWork > 1 && !R.P.OnlyPacks;
}

Value *takesUnpackedBesidePacked(const KernelSite &At) {
  return isa<Constant>(At.isNotPacked()) ? nullptr : At.isNotPacked();
}

Value *takesTeamLoops(const KernelSite &At) {
  return takesTeam(At, fitsUnpackedBesidePacked(At.Request)
                           ? takesUnpackedBesidePacked(At)
                           : nullptr);
}

/// Products of a few rows that are read in place.
bool fitsSmall(const KernelRequest &R) {
  return (isTiling(R) || fitsUnpackedBesidePacked(R)) &&
         fitsSmallUnpacked(R.order(), R.Plan);
}

Value *takesSmall(const KernelSite &At) {
  Value *IsNotPacked =
      isTiling(At.Request) ? At.B.getTrue() : takesUnpackedBesidePacked(At);
  if (!IsNotPacked)
    return nullptr;
  const BlockingPlan OneStep = At.Request.oneStepPlan();
  KernelContext Ctx(At.B, At.Request.order(), OneStep, At.Sig);
  Value *IsSmall = isSmallUnpacked(Ctx);
  return IsSmall == At.B.getFalse() ? nullptr
                                    : At.B.CreateAnd(IsNotPacked, IsSmall);
}

void emitSmall(const KernelSite &At) {
  emitInOneStep(At, At.Request.order(), emitSmallUnpacked);
}

void emitUnpacked(const KernelSite &At) {
  emitInOneStep(At, At.Request.order(), emitUnpackedLoops);
}

bool fitsFlat(const KernelRequest &R) {
  return packsOnHeap(R) && fitsFlatLoops(R.P, R.Plan);
}

Value *takesFlat(const KernelSite &At) {
  const KernelRequest &R = At.Request;
  KernelContext Ctx(At.B, R.order(), R.Plan, At.Sig);
  Value *IsFlat = isFlat(Ctx);
  return IsFlat == At.B.getFalse() ? nullptr : IsFlat;
}

void emitFlat(const KernelSite &At) {
  const KernelRequest &R = At.Request;
  KernelContext Ctx(At.B, R.order(), R.Plan, At.Sig);
  Ctx.emitWay([&] { emitFlatLoops(Ctx, R.layout()); });
}

bool isPacking(const KernelRequest &R) {
  return R.Plan.Chosen == Strategy::Packing;
}

void emitPacked(const KernelSite &At) {
  const KernelRequest &R = At.Request;
  KernelContext Ctx(At.B, R.order(), R.Plan, At.Sig);
  Ctx.emitWay([&] { emitGotoLoops(Ctx, R.layout()); });
}

} // namespace

ArrayRef<Variant> variants() {
  static constexpr Variant All[] = {
      {"vector", fitsVector, takesVector, emitSkinnyAlong},
      {"other", isVector, nullptr, nullptr},
      {"intrinsic", isIntrinsic, nullptr, emitIntrinsic},
      {"thin", fitsSkinnyAcross, takesSkinnyAcross, emitSkinnyAcross},
      {"thin", fitsSkinnyAlong, takesSkinnyAlong, emitSkinnyAlong},
      {"deep", isTooDeepToTile, takesTooDeep, nullptr},
      {"few", fitsSmall, takesSmall, emitSmall},
      {"tiled", isTiling, nullptr, emitUnpacked},
      {"team", fitsTeam, takesTeamLoops, emitTeamLoops},
      {"flat", fitsFlat, takesFlat, emitFlat},
      {"small", fitsUnpackedBesidePacked, takesUnpackedBesidePacked,
       emitUnpacked},
      {"packed", isPacking, nullptr, emitPacked}};
  return All;
}

void emitVariants(const KernelSite &At) {
  IRBuilderBase &B = At.B;
  for (const Variant &V : variants()) {
    if (!V.Fits(At.Request))
      continue;
    Value *IsTaken = V.Takes ? V.Takes(At) : B.getTrue();
    if (!IsTaken)
      continue;
    if (IsTaken == B.getTrue()) {
      if (V.Emit)
        V.Emit(At);
      B.CreateRet(B.getInt1(V.Emit != nullptr));
      return;
    }
    emitIf(B, V.Name, IsTaken, [&] {
      if (V.Emit)
        V.Emit(At);
      leaveKernel(B, /*Succeeds=*/V.Emit != nullptr);
    });
  }
  llvm_unreachable("the last variant of each strategy takes everything");
}

} // namespace gemmify
