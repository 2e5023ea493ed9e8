//===- GroupGuard.cpp - Whether groups may run in turn --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupGuard.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/access/AffineAccess.h"
#include "pass/recognize/loops/Substitution.h"
#include "pass/rewrite/normalize/CopyLegality.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Restates what moves with a loop so that it moves by a fixed step, which is
/// exact where checks() hold.
class StepsOfGroup : public ExpressionRewriter<StepsOfGroup> {
public:
  StepsOfGroup(const Loop &Groups, ScalarEvolution &SE)
      : ExpressionRewriter(SE), Groups(Groups) {}

  /// What \p S is for the first group, and by how much it moves with each.
  std::optional<std::pair<const SCEV *, const SCEV *>> split(const SCEV *S) {
    S = visit(S);
    if (const auto *Rec = stepsOf(S))
      return std::pair(Rec->getStart(), Rec->getStepRecurrence(SE));
    if (!SE.isLoopInvariant(S, &Groups))
      return std::nullopt;
    Type *Ty = SE.getEffectiveSCEVType(S->getType());
    return std::pair(S, SE.getZero(Ty));
  }

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
    return extend(S, /*Signed=*/false);
  }
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *S) {
    return extend(S, /*Signed=*/true);
  }

  /// What \p Count groups must not let wrap.
  SmallVector<WrapCheck, 2> checks(const SCEV *Count) const {
    SmallVector<WrapCheck, 2> Checks;
    for (const auto &[Rec, Signed] : Extended) {
      WrapCheck &W = Checks.emplace_back();
      W.Start = Rec->getStart();
      W.Coef.fill(SE.getZero(W.Start->getType()));
      W.AxisTerms.push_back({Rec->getStepRecurrence(SE), Count});
      W.Signed = Signed;
    }
    return Checks;
  }

private:
  const SCEVAddRecExpr *stepsOf(const SCEV *S) const {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    return Rec && Rec->getLoop() == &Groups && Rec->isAffine() ? Rec : nullptr;
  }

  const SCEV *extend(const SCEVCastExpr *S, bool Signed) {
    const SCEV *In = visit(S->getOperand());
    Type *Wide = S->getType();
    auto Extend = Signed ? &ScalarEvolution::getSignExtendExpr
                         : &ScalarEvolution::getZeroExtendExpr;
    const auto *Rec = stepsOf(In);
    if (!Rec)
      return (SE.*Extend)(In, Wide, 0);
    Extended.push_back({Rec, Signed});
    return SE.getAddRecExpr(
        (SE.*Extend)(Rec->getStart(), Wide, 0),
        extendCoefficient(SE, Rec->getStepRecurrence(SE), Signed, Wide),
        &Groups, SCEV::FlagAnyWrap);
  }

  const Loop &Groups;
  SmallVector<std::pair<const SCEVAddRecExpr *, bool>, 2> Extended;
};

} // namespace

/// Groups are an axis of k, outside of what counts a group's.
bool GroupGuard::takeReferences() {
  const SCEV *Size = Sizes[DimK];
  StepsOfGroup Steps(Groups->loop(), A.SE);
  auto Take = [&](AffineRef &R, bool Moves) {
    auto Split = Steps.split(R.Start);
    if (!Split || R.isCarried() || R.hasRows() || !R.Batch.empty())
      return false;
    R.Start = Split->first;
    const SCEV *Inside = A.SE.getMulExpr(Size, R.Stride[DimK]);
    R.Carry[DimK] = {A.SE.getMinusSCEV(Split->second, Inside)};
    if (Moves)
      return true;
    R.Carry[DimK].clear();
    return Split->second->isZero();
  };
  if (!Take(Whole.C, /*Moves=*/false))
    return false;
  for (AffineRef &R : Legal.MustBeApart)
    if (!Take(R, /*Moves=*/true))
      return false;
  for (WrapCheck &W : Whole.WrapChecks) {
    auto Split = Steps.split(W.Start);
    if (!Split)
      return false;
    W.Start = Split->first;
    if (!W.Trip[DimK])
      W.Trip[DimK] = Sizes[DimK];
    if (!Split->second->isZero())
      W.AxisTerms.push_back({Split->second, Groups->sum().Count});
  }
  llvm::append_range(Whole.WrapChecks, Steps.checks(Groups->sum().Count));
  return true;
}

/// Conditions are asked once for all groups.
bool GroupGuard::takeChecks() {
  auto IsFixed = [&](const Condition &C) {
    return A.SE.isLoopInvariant(C.X, &Groups->loop()) &&
           A.SE.isLoopInvariant(C.Y, &Groups->loop());
  };
  return llvm::all_of(Whole.Conditions, IsFixed) &&
         llvm::all_of(Whole.Guards, [&](const NestGuard &G) {
           if (G.Test)
             return IsFixed(*G.Test);
           auto *I = dyn_cast<Instruction>(G.Condition);
           return !I || A.DT.properlyDominates(I->getParent(), &Trial.start());
         });
}

bool GroupGuard::takeSizes() {
  LoopIndex &K = Whole.Index[DimK];
  for (LoopDim D : {DimI, DimJ, DimK}) {
    Sizes[D] = Whole.Index[D].Trip;
    if (!Whole.Index[D].Axes.isOne() ||
        !A.SE.isLoopInvariant(Sizes[D], &Groups->loop()))
      return false;
  }
  const SCEV *Count = Groups->sum().Count;
  K.Axes.Loops = {&Groups->loop(), K.innermost()};
  K.Axes.Size = {Count, Sizes[DimK]};
  K.Axes.Inside = {Sizes[DimK]};
  K.Trip = A.SE.getMulExpr(Count, Sizes[DimK]);
  return true;
}

/// Puts what numbers stand for in their place: no code of the copy is there
/// when the test is emitted.
bool GroupGuard::expandsAtEntry() {
  EntryNumbers &Numbers = Groups->numbers();
  const Instruction &Entry =
      *Trial.start().getSinglePredecessor()->getTerminator();
  ValueToSCEVMapTy To;
  Numbers.addHeld(To);
  ValueSubstitution Known(A.SE, To);
  bool All = Numbers.canGive(Entry);
  auto Replace = [&](const SCEV *&S) {
    S = Known.visit(S);
    All = All && Numbers.canExpand(S, Entry);
  };
  for (LoopIndex &Each : Whole.Index)
    Each.forEachExpression(Replace);
  llvm::for_each(Sizes, Replace);
  Whole.C.forEachExpression(Replace);
  for (AffineRef &R : Legal.MustBeApart)
    R.forEachExpression(Replace);
  for (WrapCheck &W : Whole.WrapChecks)
    W.forEachExpression(Replace);
  auto OnTest = [&](Condition &C) {
    Replace(C.X);
    Replace(C.Y);
  };
  llvm::for_each(Whole.Conditions, OnTest);
  for (NestGuard &G : Whole.Guards)
    if (G.Test)
      OnTest(*G.Test);
  return All;
}

bool GroupGuard::admit(const GemmNest &OfGroup, AAResults &AA) {
  auto IsOwn = [&](const Instruction *Load) { return Load == Groups->load(); };
  if (OfGroup.Region || !OfGroup.InvariantLoads.empty() ||
      !OfGroup.RowWrapChecks.empty() || !OfGroup.Batch.isOne() ||
      OfGroup.C.hasRows() || OfGroup.C.Access != Trial[Groups->sum().Store] ||
      !llvm::all_of(OfGroup.LoadsOfC, IsOwn))
    return false;
  std::optional<Legality> OfOne = examineCopy(OfGroup, Trial, AA, A.SE);
  if (!OfOne)
    return false;
  Legal = std::move(*OfOne);
  Whole = OfGroup;
  return takeSizes() && takeReferences() && takeChecks() && expandsAtEntry();
}

Value *GroupGuard::emitFirst(IRBuilderBase &B) {
  EntryNumbers &Numbers = Groups->numbers();
  Numbers.give(B);
  auto IsAtLeast = [&](Value *V, uint64_t Least) {
    return B.CreateICmpUGE(V, B.getInt64(Least));
  };
  Value *Rows = Numbers.expand(B, Sizes[DimI]);
  Value *Cols = Numbers.expand(B, Sizes[DimJ]);
  Value *Depth = Numbers.expand(B, Sizes[DimK]);
  Value *Work = B.CreateMul(B.CreateMul(Rows, Cols), Depth);
  return B.CreateAnd({IsAtLeast(Rows, SharedTuning::MinGroupedRows),
                      IsAtLeast(Cols, SharedTuning::MinGroupedRows),
                      IsAtLeast(Work, SharedTuning::MinGrouped)});
}

Value *GroupGuard::emit(IRBuilderBase &B) {
  GuardEmitter G(Whole, Legal, Groups->numbers().expander(), A.SE);
  return B.CreateFreeze(G.holds(B));
}

} // namespace gemmify
