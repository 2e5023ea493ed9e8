//===- BlockAsks.cpp - Conditions on elements before blocks ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Whether \p Each, given whether all before hold, holds in all iterations of
/// a loop over \p Of, which runs.
Value *BlockEmitter::holdThrough(
    const Side &Of, Value *Known, Instruction &At,
    function_ref<Value *(Value *SoFar, Instruction &At)> Each) {
  HostLoop In = Loops.addLoop(At, Of.First, Of.Last, /*Down=*/false,
                              /*Guarded=*/false);
  Others.push_back(In.L);
  Emit.setCounter(Of.Loop, In.Counter);
  IRBuilder<> B(In.Counter->getParent(), In.Counter->getIterator());
  PHINode *All = B.CreatePHI(B.getInt1Ty(), 2, "gemmify.all");
  Value *Next = Each(All, *In.Body);
  All->addIncoming(Known, In.Before);
  All->addIncoming(Next, In.L->getLoopLatch());
  B.SetInsertPoint(In.Exit, In.Exit->begin());
  PHINode *Last = B.CreatePHI(B.getInt1Ty(), 1, "gemmify.hold");
  Last->addIncoming(Next, In.L->getLoopLatch());
  return Last;
}

/// Whether \p A holds for all elements that it looks at: \p Over are the
/// loops that move it, innermost last, and \p Known says so of others.
Value *BlockEmitter::allHold(const Statement &S, const Ask &A,
                             ArrayRef<Side> Over, Value *Known,
                             Instruction &At) {
  if (Over.empty()) {
    IRBuilder<> B(&At);
    B.SetCurrentDebugLocation(S.Where->getDebugLoc());
    return B.CreateAnd(Known, Emit.holds(B, S, A));
  }
  return holdThrough(Over.front(), Known, At,
                     [&](Value *SoFar, Instruction &Body) {
                       return allHold(S, A, Over.drop_front(), SoFar, Body);
                     });
}

/// The loads that \p V, part of a comparison in \p Root, is made of.
static void addLoads(Value *V, const Loop &Root,
                     SmallPtrSetImpl<const LoadInst *> &Loads) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Root.contains(I))
    return;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    Loads.insert(Load);
    return;
  }
  for (Value *Op : I->operands())
    addLoads(Op, Root, Loads);
}

/// What \p Nest changes of what is asked before \p S, if that is one question.
static std::optional<Ask> movingAsk(const ModelNest &Nest, const Statement &S) {
  std::optional<Ask> Found;
  for (const Ask &A : Nest.asks(S))
    if (!Nest.isFixed(A) && std::exchange(Found, A))
      return std::nullopt;
  return Found;
}

/// Whether what \p A, asked before \p S, compares is what was there before the
/// nest.
static bool isInitial(const ModelNest &Nest, const Statement &S, const Ask &A) {
  SmallPtrSet<const LoadInst *, 2> Loads;
  addLoads(A.Condition, *Nest.Root, Loads);
  return llvm::all_of(S.Reads, [&](const ModelRead &R) {
    return !R.Of || !Loads.contains(R.Load) ||
           llvm::none_of(Nest.Statements, [&](const Statement &W) {
             return Nest.anyOrder(W, S, [&](Differences Order) {
               for (unsigned D : {0, 1})
                 Order.requireEqual(W.Target.At[D], 0, R.Of->At[D], 1);
               return Order.isFeasible();
             });
           });
  });
}

/// Whether all that \p Known is about, and \p A, hold, where the source asks
/// that: before the last one of the loops \p Around, in each iteration of the
/// others in which that one runs, and \p Runs.
Value *BlockEmitter::holdsAround(const Statement &S, const Ask &A,
                                 ArrayRef<unsigned> Around, Value *Known,
                                 Value *Runs, Instruction &At) {
  IRBuilder<> B(&At);
  B.SetCurrentDebugLocation(S.Where->getDebugLoc());
  const ModelLoop &L = Nest.Loops[Around.front()];
  Value *Low = Emit.term(B, L.Low), *High = Emit.term(B, L.High);
  Runs = B.CreateAnd(Runs, B.CreateICmpSLE(Low, High));
  for (const AtMost &C : L.If)
    Runs = B.CreateAnd(Runs, holds(B, C));
  BasicBlock *Before = At.getParent();
  Instruction *In = &Loops.addBranch(At, Runs);
  Value *Last = nullptr;
  if (Around.size() == 1) {
    B.SetInsertPoint(In);
    Last = B.CreateAnd(Known, Emit.holds(B, S, A));
  } else {
    const Side All{Around.front(), Low, High};
    Last = holdThrough(All, Known, *In, [&](Value *SoFar, Instruction &Body) {
      return holdsAround(S, A, Around.drop_front(), SoFar, B.getTrue(), Body);
    });
  }
  B.SetInsertPoint(At.getParent(), At.getParent()->begin());
  PHINode *Both = B.CreatePHI(B.getInt1Ty(), 2, "gemmify.hold");
  Both->addIncoming(Known, Before);
  Both->addIncoming(Last, In->getParent());
  return Both;
}

bool BlockEmitter::wasAsked(const Ask &A, unsigned Loop) const {
  return llvm::is_contained(AskedOnce, std::pair(A, Loop));
}

/// What is to be asked before \p Loop, which runs.
SmallVector<Ask, 1> BlockEmitter::openAsks(unsigned Loop) const {
  SmallVector<Ask, 1> Open;
  llvm::copy_if(Nest.Loops[Loop].Asks, std::back_inserter(Open),
                [&](const Ask &A) { return !wasAsked(A, Loop); });
  return Open;
}

Value *BlockEmitter::askAll(Instruction &At) {
  Value *All = nullptr;
  for (const SchedulePiece &P : Blocks.Pieces)
    for (const SchedulePiece::Part &Part : P.Parts) {
      const Statement &S = Nest.Statements[Part.Of];
      const SmallVector<unsigned, 3> Around = Nest.around(S);
      std::optional<Ask> A =
          P.IsProduct ? movingAsk(Nest, S) : std::optional<Ask>();
      // In the innermost loop, there are as many questions as products.
      if (!A || Around.size() != 3 || wasAsked(*A, Around.back()) ||
          !llvm::is_contained(Nest.Loops[Around.back()].Asks, *A) ||
          !isInitial(Nest, S, *A))
        continue;
      AskedOnce.push_back({*A, Around.back()});
      IRBuilder<> B(&At);
      B.SetCurrentDebugLocation(S.Where->getDebugLoc());
      Value *Runs = B.getTrue();
      for (const Ask &Other : Nest.asks(S))
        if (Nest.isFixed(Other))
          Runs = B.CreateAnd(Runs, Emit.holds(B, S, Other));
      All = holdsAround(S, *A, Around, All ? All : B.getTrue(), Runs, At);
    }
  return All;
}

/// Where all that is asked before \p P, whose counters take all of \p Box,
/// holds, before \p At; where it does not, the piece runs as the source has
/// it. Null where that would look at more than the source does.
Instruction *BlockEmitter::askFirst(const SchedulePiece::Part &P,
                                    ArrayRef<Side> Box, Instruction &At) {
  const Statement &S = Nest.Statements[P.Of];
  Emit.SavedReads = P.Saved;
  SmallVector<Ask, 2> Fixed, Moving;
  for (const Ask &A : Nest.asks(S))
    (Nest.isFixed(A) ? Fixed : Moving).push_back(A);
  Instruction *Place = ask(At, S, Fixed);
  if (Moving.empty() || wasAsked(Moving.front(), Nest.around(S).back()))
    return Place;
  // The second of two is asked where the first holds.
  if (Moving.size() > 1 || Box.empty())
    return nullptr;
  SmallPtrSet<const LoadInst *, 2> Loads;
  addLoads(Moving.front().Condition, *Nest.Root, Loads);
  SmallVector<Side, 3> Over;
  for (const Side &Of : Box) {
    bool Moves = false, IsRow = false;
    for (const ModelRead &R : S.Reads) {
      const SCEV *By = Loads.contains(R.Load) ? R.Address.by(Of.Loop) : nullptr;
      Moves |= By != nullptr;
      IsRow |= isa_and_nonnull<SCEVConstant>(By);
    }
    if (Moves)
      Over.insert(IsRow ? Over.end() : Over.begin(), Of);
  }
  // The source asks about what the product writes after each step again.
  const bool OfTarget = llvm::any_of(S.Reads, [&](const ModelRead &R) {
    return Loads.contains(R.Load) && R.Of == S.Target;
  });
  if (Over.size() > 2 || OfTarget)
    return nullptr;
  IRBuilder<> B(Place);
  Value *All = allHold(S, Moving.front(), Over, B.getTrue(), *Place);
  auto [Then, Else] = Loops.addBranches(*Place, All);
  SchedulePiece Alone;
  Alone.Parts.push_back(P);
  emitPiece(Alone, *Else);
  return Then;
}

} // namespace gemmify
