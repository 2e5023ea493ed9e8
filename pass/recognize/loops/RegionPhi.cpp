//===- RegionPhi.cpp - Values along the path of a nest --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionPhi.h"
#include "Substitution.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace gemmify {

/// See RegionPhis::in.
class PathRewriter : public SCEVRewriteVisitor<PathRewriter> {
public:
  PathRewriter(RegionPhis &Path, const Loop *Scope)
      : SCEVRewriteVisitor(Path.SE), Path(Path), Scope(Scope) {}

  const SCEV *visitUnknown(const SCEVUnknown *U) {
    auto *Phi = dyn_cast<PHINode>(U->getValue());
    if (!Phi || !Path.Shape.Root->contains(Phi))
      return U;
    if (Value *V = Path.Shape.valueOnPath(*Phi))
      return Path.value(*V, Scope);
    std::optional<RegionPhis::Recurrence> Rec;
    if (!surroundsScope(Phi->getParent()))
      Rec = Path.recurrence(*Phi);
    return Rec ? last(U, Rec->L, visit(Rec->Start), Rec->Step) : U;
  }

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    const Loop *L = Rec->getLoop();
    if (!Rec->isAffine() || !Path.Shape.Root->contains(L) || L->contains(Scope))
      return Rec;
    return last(Rec, L, visit(Rec->getStart()),
                visit(Rec->getStepRecurrence(SE)));
  }

private:
  bool surroundsScope(const BasicBlock *Header) const {
    const Loop *L = &Path.Access.loopAround(*Header);
    return L->contains(Scope);
  }

  /// Its value when \p L is left, or \p Otherwise.
  const SCEV *last(const SCEV *Otherwise, const Loop *L, const SCEV *Start,
                   const SCEV *Step) {
    const SCEV *Repeats = Path.Access.repeatsOf(*L);
    if (!Repeats)
      return Otherwise;
    const SCEV *Count = SE.getTruncateOrZeroExtend(Repeats, Step->getType());
    return SE.getAddExpr(Start, SE.getMulExpr(Step, Count));
  }

  RegionPhis &Path;
  const Loop *Scope;
};

const SCEV *RegionPhis::in(const SCEV *S, const Loop *Scope) {
  return PathRewriter(*this, Scope).visit(S);
}

const SCEV *RegionPhis::value(Value &V, const Loop *Scope) {
  return in(Access.valueOf(V, Scope), Scope);
}

/// Where \p S, what comes after \p Phi, has \p Phi only after it has been cut
/// to a narrow index and extended again: LLVM widens an index that an inner
/// loop advances, and then begins each outer iteration so.
static const SCEVCastExpr *findNarrowed(const SCEV *S, const SCEV *Phi) {
  const SCEVCastExpr *Found = nullptr;
  SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Ext = dyn_cast<SCEVIntegralCastExpr>(Part);
    const auto *Cut =
        Ext ? dyn_cast<SCEVTruncateExpr>(Ext->getOperand()) : nullptr;
    if (Cut && Cut->getOperand() == Phi && Ext->getType() == Phi->getType())
      Found = Ext;
    return Found != nullptr;
  });
  return Found;
}

std::optional<RegionPhis::Recurrence>
RegionPhis::recurrence(const PHINode &Phi) {
  const Loop &L = Access.loopAround(*Phi.getParent());
  if (L.getHeader() != Phi.getParent())
    return std::nullopt;
  const SCEV *Next = value(*Phi.getIncomingValueForBlock(L.getLoopLatch()), &L);
  const SCEV *Now = SE.getUnknown(const_cast<PHINode *>(&Phi));
  const SCEVCastExpr *Narrowed = findNarrowed(Next, Now);
  if (Narrowed)
    Next = Substitution(SE, Narrowed, Now).visit(Next);
  const SCEV *Step = SE.getMinusSCEV(Next, Now);
  if (isa<SCEVCouldNotCompute>(Step) || !Access.isFixed(Step))
    return std::nullopt;
  Value &First = *Phi.getIncomingValueForBlock(L.getLoopPreheader());
  const SCEV *Start = value(First, L.getParentLoop());
  if (Narrowed && !staysNarrow(L, Start, Step, *Narrowed))
    return std::nullopt;
  return Recurrence{&L, Start, Step};
}

/// Whether Start + iteration * Step is in the range of the type from which \p
/// Ext extends, as long as \p L runs, provided that what is required holds.
bool RegionPhis::staysNarrow(const Loop &L, const SCEV *Start, const SCEV *Step,
                             const SCEVCastExpr &Ext) {
  if (!Access.isFixed(Start))
    return false;
  const bool Signed = isa<SCEVSignExtendExpr>(Ext);
  Type *Narrow = Ext.getOperand()->getType(), *Wide = Ext.getType();
  const SCEV *From = SE.getTruncateExpr(Start, Narrow);
  const SCEV *By = SE.getTruncateExpr(Step, Narrow);
  auto Extend = Signed ? &ScalarEvolution::getSignExtendExpr
                       : &ScalarEvolution::getZeroExtendExpr;
  Access.require({ICmpInst::ICMP_EQ, Start, (SE.*Extend)(From, Wide, 0)});
  Access.require(
      {ICmpInst::ICMP_EQ, Step, extendCoefficient(SE, By, Signed, Wide)});
  Access.require(CounterCheck{&L, From, By, Signed});
  return true;
}

bool goesOnFromInside(const PHINode &Phi, const Loop &L,
                      const AffineAccess &Access) {
  constexpr unsigned MostWays = 16;
  if (L.getHeader() != Phi.getParent() || !L.getLoopLatch() ||
      !L.getLoopPreheader())
    return false;
  SmallSetVector<const Value *, 4> Ways;
  Ways.insert(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  for (unsigned At = 0; At != Ways.size() && At != MostWays; ++At) {
    const auto *I = dyn_cast<Instruction>(Ways[At]);
    if (!I || !L.contains(I))
      continue;
    const auto *Out = dyn_cast<PHINode>(I);
    const Loop &In = Access.loopAround(*I->getParent());
    if (Out && I->getParent() != In.getHeader())
      for (const Value *Way : Out->incoming_values())
        Ways.insert(Way);
    else if (&In != &L)
      return true;
  }
  return false;
}

} // namespace gemmify
