//===- Reroll.cpp - Copies of a body are steps of an index ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reroll.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Walks two slices at the same time and pairs their loads.
class SlicePairs {
public:
  SlicePairs(const GemmNest &X, const GemmNest &Y, const Slice &SX,
             const Slice &SY)
      : X(X), Y(Y), SX(SX), SY(SY), Partner(SX.Loads.size()) {}

  bool match() {
    if (!SX.Root || !SY.Root)
      return SX.Root == SY.Root;
    return match({SX.Root, SX.Widen}, {SY.Root, SY.Widen}) &&
           SX.Times.size() == SY.Times.size() && !(SX.Flags != SY.Flags) &&
           llvm::all_of(llvm::zip(SX.Times, SY.Times),
                        [&](auto Both) {
                          return match(std::get<0>(Both), std::get<1>(Both));
                        }) &&
           llvm::all_of(Partner, [](const AffineRef *R) { return R; });
  }

  /// By the loads of the first slice.
  ArrayRef<const AffineRef *> partners() const { return Partner; }

private:
  bool match(const Factor &F, const Factor &G) {
    return F.Widen == G.Widen && match(F.Root, G.Root);
  }

  bool match(Value *V, Value *W) {
    V = X.resolve(V);
    W = Y.resolve(W);
    if (V == X.Acc || W == Y.Acc)
      return V == X.Acc && W == Y.Acc;
    auto [It, New] = Paired.try_emplace(V, W);
    if (!New)
      return It->second == W;
    auto *I = dyn_cast<Instruction>(V), *J = dyn_cast<Instruction>(W);
    if (!I || !J || !X.Root->contains(I))
      return V == W;
    if (const AffineRef *R = SX.find(I))
      return matchLoads(*R, SY.find(J));
    // Ways that meet are the same only under the same conditions.
    if (SX.findCounter(I) || SY.findCounter(J) || isa<PHINode>(I))
      return V == W;
    return I->isSameOperationAs(J) && I->hasSameSubclassOptionalData(J) &&
           llvm::all_of(llvm::zip(I->operands(), J->operands()), [&](auto Ops) {
             return match(std::get<0>(Ops), std::get<1>(Ops));
           });
  }

  bool matchLoads(const AffineRef &R, const AffineRef *Other) {
    if (!Other || R.ElemTy != Other->ElemTy)
      return false;
    Partner[&R - SX.Loads.begin()] = Other;
    return true;
  }

  const GemmNest &X, &Y;
  const Slice &SX, &SY;
  SmallVector<const AffineRef *, 2> Partner;
  SmallDenseMap<Value *, Value *, 8> Paired;
};

/// All references of a nest, always in this order.
SmallVector<AffineRef *, 8> referencesOf(GemmNest &N) {
  SmallVector<AffineRef *, 8> Result = {&N.C};
  for (Slice *S : {&N.P, &N.Q, &N.Start, &N.Final})
    for (AffineRef &R : S->Loads)
      Result.push_back(&R);
  return Result;
}

/// Whether a number in \p N follows \p D: its step is that of all copies.
bool countsAlong(const GemmNest &N, LoopDim D) {
  return llvm::any_of(ArrayRef<const Slice *>{&N.P, &N.Q, &N.Start, &N.Final},
                      [&](const Slice *S) {
                        return llvm::any_of(S->Counters, [&](const Counter &C) {
                          return C.dependsOn(D);
                        });
                      });
}

bool isExtended(const SCEV *S) {
  return SCEVExprContains(
      S, [](const SCEV *Part) { return isa<SCEVCastExpr>(Part); });
}

} // namespace

bool standsFor(const AffineRef &First, const AffineRef &Other) {
  const AAMDNodes Known = First.Access->getAAMetadata();
  return !Known || Known == Other.Access->getAAMetadata();
}

const SCEV *Reroll::distance(const AffineRef &From, const AffineRef &To) {
  const SCEV *D = SE.getMinusSCEV(To.Start, From.Start);
  return isa<SCEVCouldNotCompute>(D) ? nullptr : D;
}

const SCEV *Reroll::times(const SCEV *S, uint64_t Count) {
  return SE.getMulExpr(S, SE.getConstant(S->getType(), Count));
}

/// Lists the references of \p X and those of \p Y that do the same.
bool Reroll::pair(const GemmNest &X, const GemmNest &Y, Refs &OfX, Refs &OfY) {
  if (!X.Elem.roundsAs(Y.Elem) || X.Elem.Subtract != Y.Elem.Subtract ||
      X.Scale != Y.Scale || X.C.ElemTy != Y.C.ElemTy)
    return fail(Reason::NoCopies);
  OfX = {&X.C};
  OfY = {&Y.C};
  for (Slice GemmNest::*Part :
       {&GemmNest::P, &GemmNest::Q, &GemmNest::Start, &GemmNest::Final}) {
    SlicePairs Pairs(X, Y, X.*Part, Y.*Part);
    if (!Pairs.match())
      return fail(Reason::NoCopies);
    for (const AffineRef &R : (X.*Part).Loads)
      OfX.push_back(&R);
    llvm::append_range(OfY, Pairs.partners());
  }
  for (auto [R, S] : llvm::zip(OfX, OfY))
    if (!distance(*R, *S))
      return fail(Reason::NoCopies);
  return true;
}

bool Reroll::haveSameOperand(const GemmNest &X, const GemmNest &Y, bool Right) {
  const Slice &SX = Right ? X.Q : X.P, &SY = Right ? Y.Q : Y.P;
  SlicePairs Pairs(X, Y, SX, SY);
  return Pairs.match() &&
         llvm::all_of(llvm::zip(SX.Loads, Pairs.partners()), [](auto Both) {
           return std::get<0>(Both).Start == std::get<1>(Both)->Start;
         });
}

/// Whether the copies are in the order \p Order along an index that moves them
/// by \p Stride when copy \p Base is the first one and \p Next the second.
/// Null: their loop runs once, and nothing follows the last one.
bool Reroll::isOrder(ArrayRef<const SCEV *> Offset, unsigned Base,
                     unsigned Next, const SCEV *Stride,
                     SmallVectorImpl<unsigned> &Order) {
  const SCEV *Step = SE.getMinusSCEV(Offset[Next], Offset[Base]);
  if (Step->isZero() || (Stride && times(Step, Offset.size()) != Stride))
    return false;
  Order.clear();
  for (unsigned C = 0; C != Offset.size(); ++C) {
    const SCEV *Wanted = SE.getAddExpr(Offset[Base], times(Step, C));
    auto *It = llvm::find(Offset, Wanted);
    if (It == Offset.end() && Offset[Base]->isZero())
      It = llvm::find(Offset, timesInside(Step, C));
    if (It == Offset.end())
      return false;
    Order.push_back(It - Offset.begin());
  }
  return true;
}

/// Finds the order of the copies along \p D in one of their references.
bool Reroll::findOrder(ArrayRef<Refs> Of, LoopDim D, bool RunsOnce,
                       SmallVectorImpl<unsigned> &Order) {
  for (unsigned Index = 0; Index != Of[0].size(); ++Index) {
    const AffineRef &First = *Of[0][Index];
    if (First.Stride[D]->isZero() && !RunsOnce)
      continue;
    const SCEV *Stride = RunsOnce ? nullptr : First.Stride[D];
    SmallVector<const SCEV *, 8> Offset;
    for (const Refs &Each : Of)
      Offset.push_back(distance(First, *Each[Index]));
    for (unsigned Base = 0; Base != Of.size(); ++Base)
      for (unsigned Next = 0; Next != Of.size(); ++Next)
        if (isOrder(Offset, Base, Next, Stride, Order))
          return true;
  }
  return false;
}

/// Whether nothing but the extension of a narrow index may stand between the
/// starts of two copies and a distance that can be seen.
bool Reroll::mayBeInOrder(ArrayRef<Refs> Of, LoopDim D) {
  return llvm::all_of(llvm::seq<unsigned>(0, Of[0].size()), [&](unsigned I) {
    return Of[0][I]->Stride[D]->isZero() ||
           isExtended(distance(*Of[0][I], *Of[1][I]));
  });
}

/// Equal, or equal unless an extension in one of them wraps: other values that
/// may be equal are no intention of the source.
bool Reroll::require(const SCEV *X, const SCEV *Y, GemmNest &N) {
  if (X == Y)
    return true;
  const SCEV *Difference = SE.getMinusSCEV(X, Y);
  if (!isa<SCEVAddExpr>(Difference) || !isExtended(Difference))
    return fail(Reason::NoCopies);
  test({CmpInst::ICMP_EQ, X, Y}, N);
  return true;
}

void Reroll::test(const Condition &C, GemmNest &N) {
  if (!llvm::is_contained(N.Conditions, C))
    N.Conditions.push_back(C);
}

/// Where \p Step is a multiple of an index that is extended: that of the index
/// times \p Count, computed before it is extended. Null where it is not. When
/// it is \p Count times \p Step, which says that nothing wraps, the same is so
/// for all smaller counts.
const SCEV *Reroll::timesInside(const SCEV *Step, uint64_t Count) {
  const SCEV *Factor = SE.getOne(Step->getType());
  if (const auto *Mul = dyn_cast<SCEVMulExpr>(Step);
      Mul && Mul->getNumOperands() == 2 &&
      isa<SCEVConstant>(Mul->getOperand(0)))
    std::tie(Factor, Step) = std::pair(Mul->getOperand(0), Mul->getOperand(1));
  if (const auto *Ext = dyn_cast<SCEVSignExtendExpr>(Step))
    return SE.getMulExpr(
        Factor,
        SE.getSignExtendExpr(times(Ext->getOperand(), Count), Step->getType()));
  if (const auto *Ext = dyn_cast<SCEVZeroExtendExpr>(Step))
    return SE.getMulExpr(
        Factor,
        SE.getZeroExtendExpr(times(Ext->getOperand(), Count), Step->getType()));
  return nullptr;
}

/// Lets \p Merged, a reference of the first copy, go through those of all
/// copies along \p D.
bool Reroll::follow(ArrayRef<Refs> Of, unsigned Index, LoopDim D, bool RunsOnce,
                    AffineRef &Merged, GemmNest &N) {
  const AffineRef &First = *Of[0][Index];
  const SCEV *Step = distance(First, *Of[1][Index]);
  // What does not move with D from one copy to the next iteration does not move
  // between copies either, or moves in circles.
  const bool Stays = !RunsOnce && First.Stride[D]->isZero();
  if (!First.isStrided(D) || (Stays && !Step->isZero()))
    return fail(Reason::NoCopies);
  const uint64_t LastCopy = Of.size() - 1;
  const bool LastImpliesAll =
      distance(First, *Of[LastCopy][Index]) == timesInside(Step, LastCopy);
  for (unsigned C = LastCopy; C != 0; --C) {
    const AffineRef &R = *Of[C][Index];
    if (!R.hasRowsOf(First) || !standsFor(First, R))
      return fail(Reason::NoCopies);
    for (unsigned Each = 0; Each != NumDims; ++Each)
      if (!require(R.Stride[Each], First.Stride[Each], N))
        return false;
    const SCEV *D = distance(First, R);
    const bool IsImplied =
        C != LastCopy && LastImpliesAll && D == timesInside(Step, C);
    if (!IsImplied && !require(D, times(Step, C), N))
      return false;
    Merged.Alignment = std::min(Merged.Alignment, R.Alignment);
  }
  Merged.Stride[D] = Step;
  return RunsOnce || require(times(Step, Of.size()), First.Stride[D], N);
}

bool Reroll::pairAll(ArrayRef<GemmNest> Copies, SmallVectorImpl<Refs> &Of) {
  Of.assign(Copies.size(), Refs());
  return llvm::all_of(llvm::zip(Copies, Of), [&](auto Copy) {
    return pair(Copies[0], std::get<0>(Copy), Of[0], std::get<1>(Copy));
  });
}

std::optional<GemmNest> Reroll::interleaveSteps(ArrayRef<GemmNest> Copies,
                                                LoopDim K, bool InOrder) {
  return interleave(Copies, K, InOrder, Copies[0].Index[K].Trip->isOne());
}

std::optional<GemmNest> Reroll::interleave(ArrayRef<GemmNest> Copies, LoopDim D,
                                           bool InOrder, bool RunsOnce) {
  SmallVector<Refs, 8> Of;
  const bool AreAlike = llvm::all_of(Copies, [&](const GemmNest &Copy) {
    return Copy.trips() == Copies[0].trips();
  });
  if (Copies.size() > MostCopies || !AreAlike || countsAlong(Copies[0], D)) {
    fail(Reason::NoCopies);
    return std::nullopt;
  }
  if (!pairAll(Copies, Of))
    return std::nullopt;
  SmallVector<unsigned, 8> Order;
  if (!findOrder(Of, D, RunsOnce, Order)) {
    if (RunsOnce || !mayBeInOrder(Of, D)) {
      fail(Reason::NoCopies);
      return std::nullopt;
    }
  } else if (!llvm::is_sorted(Order)) {
    if (InOrder) {
      fail(Reason::OtherOrder);
      return std::nullopt;
    }
    SmallVector<GemmNest, 4> Sorted;
    for (unsigned C : Order)
      Sorted.push_back(Copies[C]);
    return interleave(Sorted, D, /*InOrder=*/true, RunsOnce);
  }
  GemmNest N = Copies[0];
  for (auto [Index, R] : enumerate(referencesOf(N)))
    if (!follow(Of, Index, D, RunsOnce, *R, N))
      return std::nullopt;
  N.Index[D].Trip = times(N.Index[D].Trip, Copies.size());
  return N;
}

std::optional<GemmNest> Reroll::append(const GemmNest &First,
                                       const GemmNest &Next, LoopDim D) {
  Refs OfFirst, OfNext;
  if (!pair(First, Next, OfFirst, OfNext))
    return std::nullopt;
  for (unsigned Each = 0; Each != NumDims; ++Each)
    if (Each != D && First.Index[Each].Trip != Next.Index[Each].Trip) {
      fail(Reason::NoCopies);
      return std::nullopt;
    }
  GemmNest N = First;
  for (const Condition &C : Next.Conditions)
    test(C, N);
  for (auto [Merged, R, S] : llvm::zip(referencesOf(N), OfFirst, OfNext)) {
    const SCEV *Behind = SE.getMulExpr(R->Stride[D], First.Index[D].Trip);
    const SCEV *Distance = distance(*R, *S);
    const SCEV *Gap = SE.getMinusSCEV(Behind, Distance);
    bool Follows = R->hasRowsOf(*S) && !R->isLookedUp(D) && standsFor(*R, *S) &&
                   (Gap->isZero() || !isa<SCEVConstant>(Gap));
    for (unsigned Each = 0; Each != NumDims && Follows; ++Each)
      Follows = require(S->Stride[Each], R->Stride[Each], N);
    if (!Follows) {
      fail(Reason::NoCopies);
      return std::nullopt;
    }
    if (!Gap->isZero())
      test({CmpInst::ICMP_EQ, Behind, Distance}, N);
    Merged->Alignment = std::min(R->Alignment, S->Alignment);
  }
  N.Index[D].Trip = SE.getAddExpr(First.Index[D].Trip, Next.Index[D].Trip);
  return N;
}

} // namespace gemmify
