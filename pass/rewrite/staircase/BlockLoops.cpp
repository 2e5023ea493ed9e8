//===- BlockLoops.cpp - The source's loops in a block ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is no product of a block: its diagonal, by the source's loops. Of
/// these, two that count rows of the block run a few steps each, so most
/// blocks, which have all their rows, have the steps one by one:
///
///     if (the block has 8 rows, and loops take all of them) 28 steps;
///     else two loops;
///
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "intrinsic/Tuning.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cstdlib>
#include <limits>

using namespace llvm;

namespace gemmify {

/// What bounds the counter of \p Of, in \p P, as all parts in it have it.
SmallVector<AtMost, 8> BlockEmitter::limitsOf(const SchedulePiece &P,
                                              unsigned Of) const {
  const ModelLoop &L = Nest.Loops[Of];
  const Term Counter{Term::Loop, Of};
  SmallVector<AtMost, 8> All{{L.Low, Counter}, {Counter, L.High}};
  const SmallVector<unsigned, 4> Parts = under(P, Of);
  auto Add = [&](const AtMost &C) {
    const bool Holds = llvm::all_of(
        Parts, [&](unsigned I) { return implies(allOf(P.Parts[I]), C); });
    if (Holds)
      All.push_back(C);
    return Holds;
  };
  // The nearest of each: a counter may be beside the row that it is about.
  for (const Term &Bound :
       {Begin, Behind, Term{Term::Done}, OuterBegin, OuterBehind}) {
    for (int64_t Away : {1, 0, -1})
      if (Add({Bound + Away, Counter}))
        break;
    for (int64_t Away : {2, 1, 0})
      if (Add({Counter, Bound - Away}))
        break;
  }
  return All;
}

/// The same without those that others imply where \p Known holds. One of each
/// side stays, whatever is known of what never runs.
SmallVector<AtMost, 8> BlockEmitter::boundsOf(const SchedulePiece &P,
                                              unsigned Of,
                                              const Facts &Known) const {
  SmallVector<AtMost, 8> All = limitsOf(P, Of);
  for (unsigned I = 0; I != All.size();) {
    const AtMost C = All[I];
    const bool IsHigh = C.Less.is(Term::Loop, Of);
    Facts Others = Known;
    All.erase(All.begin() + I);
    Others.append(All.begin(), All.end());
    const bool HasOther = llvm::any_of(All, [&](const AtMost &Other) {
      return Other.Less.is(Term::Loop, Of) == IsHigh;
    });
    if (HasOther && implies(Others, C))
      continue;
    All.insert(All.begin() + I, C);
    ++I;
  }
  return All;
}

/// The loop \p Of has \p Bounds: what these are, low or high ones.
static SmallVector<Term, 3> termsOf(ArrayRef<AtMost> Bounds, unsigned Of,
                                    bool IsLow) {
  SmallVector<Term, 3> Terms;
  for (const AtMost &C : Bounds)
    if (C.Less.is(Term::Loop, Of) != IsLow)
      Terms.push_back(IsLow ? C.Less : C.Greater);
  return Terms;
}

/// Calls \p Each for the loops of \p P right in \p Of, while it says so.
bool BlockEmitter::forAllIn(const SchedulePiece &P, unsigned Of,
                            function_ref<bool(unsigned)> Each) const {
  for (unsigned L = 0; L != Nest.Loops.size(); ++L)
    if (Nest.Loops[L].Parent == Of && !under(P, L).empty() && !Each(L))
      return false;
  return true;
}

/// What holds in the loop \p Of in \p P, around which \p Known does.
BlockEmitter::Facts BlockEmitter::knownIn(const SchedulePiece &P, unsigned Of,
                                          Facts Known) const {
  Known.append(boundsOf(P, Of, Known));
  const SmallVectorImpl<AtMost> &If = Nest.Loops[Of].If;
  Known.append(If.begin(), If.end());
  return Known;
}

/// Whether the loop \p Of in \p P, and all in it, run from one row of the
/// block, or one beside it, to another one, where \p Known holds around it. \p
/// Around are the loops around it that do so.
bool BlockEmitter::isCounted(const SchedulePiece &P, unsigned Of,
                             const Facts &Known,
                             SmallVector<unsigned, 2> Around) const {
  constexpr unsigned Deepest = 2;
  const Facts Inside = knownIn(P, Of, Known);
  const Term Counter{Term::Loop, Of};
  if (Around.size() == Deepest || !implies(Inside, {Begin - 1, Counter}) ||
      !implies(Inside, {Counter, Behind}))
    return false;
  for (const AtMost &C : boundsOf(P, Of, Known)) {
    const Term &T = C.Less == Counter ? C.Greater : C.Less;
    const bool IsRow = T.Base == Term::Begin || T.Base == Term::Behind ||
                       (T.isLoop() && llvm::is_contained(Around, T.Index));
    // What cannot run may have any bounds.
    if (!IsRow || std::abs(T.Plus) > *Emit.NumRows)
      return false;
  }
  Around.push_back(Of);
  return forAllIn(P, Of,
                  [&](unsigned L) { return isCounted(P, L, Inside, Around); });
}

/// Whether there is such a loop, \p Of or in that.
bool BlockEmitter::hasCounted(const SchedulePiece &P, unsigned Of,
                              const Facts &Known) const {
  return isCounted(P, Of, Known) || !forAllIn(P, Of, [&](unsigned L) {
           return !hasCounted(P, L, knownIn(P, Of, Known));
         });
}

/// Whether the body of \p Loop is one step of a sum.
bool BlockEmitter::isSumIn(const SchedulePiece &P, unsigned Loop,
                           const Facts &Known) const {
  const SmallVector<unsigned, 4> Parts = under(P, Loop);
  if (Parts.size() != 1 || !Nest.Loops[Loop].L->isInnermost())
    return false;
  const SchedulePiece::Part &Part = P.Parts[Parts.front()];
  const Statement &S = Nest.Statements[Part.Of];
  return S.Loop == Loop && S.IsSum && S.Asks.empty() &&
         llvm::all_of(allOf(Part),
                      [&](const AtMost &C) { return implies(Known, C); });
}

void BlockEmitter::emitLoop(const SchedulePiece &P, unsigned Of,
                            Instruction &At, Facts Known) {
  const SmallVector<AtMost, 8> Bounds = boundsOf(P, Of, Known);
  const unsigned Open = Emit.Elements.branches();
  // All in a loop that is counted is, too.
  const bool IsCounted =
      !Emit.Offsets.empty() || (Emit.NumRows && isCounted(P, Of, Known));
  Facts Inside = Known;
  Inside.append(Bounds.begin(), Bounds.end());
  SmallVector<AtMost, 2> If;
  for (const AtMost &C : Nest.Loops[Of].If)
    if (!implies(Inside, C))
      If.push_back(C);
  Instruction &Place = *require(At, If, Known);
  Inside.append(If.begin(), If.end());
  if (IsCounted)
    emitSteps(P, Of, Bounds, Place, Inside);
  else
    emitIterations(P, Of, Bounds, Place, Inside);
  Emit.Elements.join(Open);
}

/// Where what is asked before the loop \p Of, which runs, holds.
Instruction *BlockEmitter::askAround(const SchedulePiece &P, unsigned Of,
                                     Instruction &At) {
  const SchedulePiece::Part &Any = P.Parts[under(P, Of).front()];
  Emit.SavedReads = Any.Saved;
  return ask(At, Nest.Statements[Any.Of], openAsks(Of));
}

/// The loop \p Of in \p P, which has \p Bounds. \p Inside holds in it.
void BlockEmitter::emitIterations(const SchedulePiece &P, unsigned Of,
                                  ArrayRef<AtMost> Bounds, Instruction &At,
                                  const Facts &Inside) {
  const ModelLoop &L = Nest.Loops[Of];
  IRBuilder<> B(&At);
  B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
  Value *Low = limit(B, termsOf(Bounds, Of, /*IsLow=*/true), /*IsLow=*/true);
  Value *High = limit(B, termsOf(Bounds, Of, /*IsLow=*/false), /*IsLow=*/false);
  Instruction *Place = &At;
  const bool Asks = !openAsks(Of).empty();
  // The source asks before it runs the loop, and no less often.
  if (Asks)
    Place =
        askAround(P, Of, Loops.addBranch(*Place, B.CreateICmpSLE(Low, High)));
  HostLoop New = Loops.addLoop(*Place, L.Down ? High : Low, L.Down ? Low : High,
                               L.Down, /*Guarded=*/!Asks);
  Others.push_back(New.L);
  Emit.setCounter(Of, New.Counter);
  if (!isSumIn(P, Of, Inside)) {
    emitBody(P, Of, *New.Body, Inside);
    return;
  }
  const SchedulePiece::Part &Part = P.Parts[under(P, Of).front()];
  Emit.SavedReads = Part.Saved;
  emitSum(Nest.Statements[Part.Of], New);
}

/// The same step by step, where the bounds are rows of the block.
void BlockEmitter::emitSteps(const SchedulePiece &P, unsigned Of,
                             ArrayRef<AtMost> Bounds, Instruction &At,
                             const Facts &Inside) {
  const ModelLoop &L = Nest.Loops[Of];
  int64_t Low = std::numeric_limits<int64_t>::min();
  int64_t High = std::numeric_limits<int64_t>::max();
  for (const Term &T : termsOf(Bounds, Of, /*IsLow=*/true))
    Low = std::max(Low, Emit.asRow(T).Plus);
  for (const Term &T : termsOf(Bounds, Of, /*IsLow=*/false))
    High = std::min(High, Emit.asRow(T).Plus);
  if (Low > High)
    return;
  Instruction &Place = *askAround(P, Of, At);
  const SchedulePiece::Part &Part = P.Parts[under(P, Of).front()];
  const Statement *Sum =
      isSumIn(P, Of, Inside) ? &Nest.Statements[Part.Of] : nullptr;
  IRBuilder<> B(&Place);
  Value *Current = nullptr;
  const bool IsOutermost = Emit.Offsets.empty();
  if (IsOutermost)
    Emit.Elements.start();
  for (int64_t Step = 0; Step <= High - Low; ++Step) {
    Emit.Offsets[Of] = L.Down ? High - Step : Low + Step;
    B.SetInsertPoint(&Place);
    Emit.setCounter(Of, Emit.term(B, Begin + Emit.Offsets[Of]));
    if (!Sum) {
      emitBody(P, Of, Place, Inside);
      continue;
    }
    B.SetCurrentDebugLocation(Sum->Where->getDebugLoc());
    Emit.SavedReads = Part.Saved;
    if (!Current)
      Current = Emit.loadTarget(B, *Sum);
    Current = Emit.value(B, *Sum, Current);
  }
  B.SetInsertPoint(&Place);
  if (Sum)
    Emit.storeTarget(B, *Sum, Current);
  Emit.Offsets.erase(Of);
  if (IsOutermost)
    Emit.Elements.finish(B);
}

/// \p S, a sum, in \p In.
void BlockEmitter::emitSum(const Statement &S, const HostLoop &In) {
  IRBuilder<> B(In.Before->getTerminator());
  B.SetCurrentDebugLocation(S.Where->getDebugLoc());
  Value *First = Emit.loadTarget(B, S);
  B.SetInsertPoint(In.Counter->getParent(), In.Counter->getIterator());
  PHINode *Sum = B.CreatePHI(Nest.ElemTy, 2, "gemmify.sum");
  B.SetInsertPoint(In.Body);
  Value *Next = Emit.value(B, S, Sum);
  Sum->addIncoming(First, In.Before);
  Sum->addIncoming(Next, In.L->getLoopLatch());
  B.SetInsertPoint(In.Exit, In.Exit->begin());
  PHINode *Last = B.CreatePHI(Nest.ElemTy, 1, "gemmify.last");
  Last->addIncoming(Next, In.L->getLoopLatch());
  B.SetInsertPoint(In.Exit, In.Exit->getFirstInsertionPt());
  Emit.storeTarget(B, S, Last);
}

void BlockEmitter::emitBody(const SchedulePiece &P, unsigned Of,
                            Instruction &At, const Facts &Known) {
  struct Item {
    unsigned Position, Index;
    bool IsLoop;
  };
  SmallVector<Item, 4> Items;
  for (unsigned L = 0; L != Nest.Loops.size(); ++L)
    if (Nest.Loops[L].Parent == Of && !under(P, L).empty())
      Items.push_back({Nest.Loops[L].Position, L, true});
  for (unsigned I = 0; I != P.Parts.size(); ++I)
    if (const Statement &S = Nest.Statements[P.Parts[I].Of]; S.Loop == Of)
      Items.push_back({S.Position, I, false});
  llvm::sort(Items, [](const Item &X, const Item &Y) {
    return X.Position < Y.Position;
  });
  for (const Item &Each : Items) {
    if (Each.IsLoop) {
      emitLoop(P, Each.Index, At, Known);
      continue;
    }
    const SchedulePiece::Part &Part = P.Parts[Each.Index];
    const Statement &S = Nest.Statements[Part.Of];
    Facts Here = Known;
    Emit.SavedReads = Part.Saved;
    const unsigned Open = Emit.Elements.branches();
    emitStatement(S, *ask(*require(At, allOf(Part), Here), S, S.Asks));
    Emit.Elements.join(Open);
  }
}

void BlockEmitter::emitStatement(const Statement &S, Instruction &At) {
  IRBuilder<> B(&At);
  B.SetCurrentDebugLocation(S.Where->getDebugLoc());
  Value *Current = S.Current.empty() ? nullptr : Emit.loadTarget(B, S);
  Emit.storeTarget(B, S, Emit.value(B, S, Current));
}

void BlockEmitter::emitPiece(const SchedulePiece &P, Instruction &At) {
  emitLoop(P, 0, At, known());
}

/// That bounds of loops in \p P which do not move leave room for all rows of
/// the block, where the loop counts these.
SmallVector<AtMost, 8> BlockEmitter::roomFor(const SchedulePiece &P) const {
  SmallVector<AtMost, 8> Room;
  auto Add = [&](const AtMost &C) {
    if (!C.Less.isLoop() && !C.Greater.isLoop() && !implies(Here, C) &&
        !llvm::is_contained(Room, C))
      Room.push_back(C);
  };
  for (unsigned Of = 0; Of != Nest.Loops.size(); ++Of) {
    if (under(P, Of).empty())
      continue;
    for (const AtMost &C : limitsOf(P, Of)) {
      if (C.Less.hasBaseOf(Begin))
        Add({Nest.Loops[Of].Low, C.Less});
      if (C.Greater.hasBaseOf(Behind))
        Add({C.Greater, Nest.Loops[Of].High});
    }
  }
  return Room;
}

/// Emits \p P, with steps for the counters of rows, where a block has as many
/// of these as most have. What runs otherwise comes before the result; null
/// where there are no such counters.
Instruction *BlockEmitter::emitInSteps(const SchedulePiece &P,
                                       Instruction &At) {
  constexpr int64_t Rows = SharedTuning::StaircaseRows;
  const SmallVector<AtMost, 8> Room = roomFor(P);
  SaveAndRestore Facts(Here);
  SaveAndRestore Edge(Emit.Behind);
  SaveAndRestore Number(Emit.NumRows, std::optional<int64_t>(Rows));
  Here.append({{Behind, Begin + Rows}, {Begin + Rows, Behind}});
  Here.append(Room.begin(), Room.end());
  if (!hasCounted(P, 0, known()))
    return nullptr;
  IRBuilder<> B(&At);
  Value *End = Emit.term(B, Begin + Rows);
  Value *HasAll = B.CreateICmpEQ(Emit.Behind, End);
  for (const AtMost &C : Room)
    HasAll = B.CreateAnd(HasAll, holds(B, C));
  auto [Then, Else] = Loops.addBranches(At, HasAll);
  Emit.Behind = End;
  emitPiece(P, *Then);
  return Else;
}

void BlockEmitter::emitRest(const SchedulePiece &P, Instruction &At) {
  Instruction *Otherwise = IsSmall ? emitInSteps(P, At) : nullptr;
  AreAllInSteps &= !IsSmall || Otherwise;
  emitPiece(P, Otherwise ? *Otherwise : At);
}

} // namespace gemmify
