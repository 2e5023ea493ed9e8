//===- PathValue.cpp - Values along the path of a nest --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathValue.h"

using namespace llvm;

namespace gemmify {

/// See PathValues::in.
class PathRewriter : public SCEVRewriteVisitor<PathRewriter> {
public:
  PathRewriter(PathValues &Path, const Loop *Scope)
      : SCEVRewriteVisitor(Path.SE), Path(Path), Scope(Scope) {}

  const SCEV *visitUnknown(const SCEVUnknown *U) {
    auto *Phi = dyn_cast<PHINode>(U->getValue());
    if (!Phi || !Path.Shape.Root->contains(Phi))
      return U;
    if (Value *V = Path.Shape.valueOnPath(*Phi))
      return Path.value(*V, Scope);
    std::optional<PathValues::Recurrence> Rec;
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

  PathValues &Path;
  const Loop *Scope;
};

const SCEV *PathValues::in(const SCEV *S, const Loop *Scope) {
  return PathRewriter(*this, Scope).visit(S);
}

const SCEV *PathValues::value(Value &V, const Loop *Scope) {
  return in(Access.valueOf(V, Scope), Scope);
}

std::optional<PathValues::Recurrence>
PathValues::recurrence(const PHINode &Phi) {
  const Loop &L = Access.loopAround(*Phi.getParent());
  if (L.getHeader() != Phi.getParent())
    return std::nullopt;
  const SCEV *Next = value(*Phi.getIncomingValueForBlock(L.getLoopLatch()), &L);
  const SCEV *Step =
      SE.getMinusSCEV(Next, SE.getUnknown(const_cast<PHINode *>(&Phi)));
  if (isa<SCEVCouldNotCompute>(Step) || !Access.isFixed(Step))
    return std::nullopt;
  Value &First = *Phi.getIncomingValueForBlock(L.getLoopPreheader());
  return Recurrence{&L, value(First, L.getParentLoop()), Step};
}

} // namespace gemmify
