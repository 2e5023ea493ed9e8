//===- WaitingSums.cpp - Sums whose steps may wait ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Factorizations that compute one column in each step, from all before it, in
/// memory or in registers:
///
///     for j:
///       s = A[j][j] - sum over k < j of A[j][k] * A[j][k]
///       if (s <= 0) return
///       A[j][j] = sqrt(s)
///       for i > j:
///         A[i][j] = (A[i][j] - sum over k < j of A[i][k] * A[j][k]) / A[j][j]
///
/// Rows behind a block of steps wait for all of them: see L156. Rows are the
/// columns of a PivotNest, which are what waits.
///
//===----------------------------------------------------------------------===//

#include "StepProof.h"
#include "pass/rewrite/staircase/BlockOrder.h"

using namespace llvm;

namespace gemmify {

namespace {
class SumProof : StepProof {
public:
  SumProof(PivotNest &P, const LoopInfo &LI, const DominatorTree &DT,
           bool FromStep)
      : StepProof(P, LI, DT), FromStep(FromStep) {}

  bool run() {
    return findUpdate() && findSum() && findWaiting() && waitersArePlain() &&
           othersAreDone() && asideStaysInColumn([this](const Instruction &I) {
             return P.isWaiting(I);
           }) &&
           leavesBeforeStores() && schedule();
  }

private:
  /// The one statement of three loops: a sum for a column of the step.
  bool findUpdate() {
    if (!findOnlyUpdate())
      return false;
    const Element &E = P.update().Target;
    if (!row(E).is(Term::Loop, Root) || !column(E).isLoop() ||
        column(E).is(Term::Loop, Root))
      return false;
    P.Step.At[1 - P.ColumnOf] = row(E);
    P.Step.At[P.ColumnOf] =
        loopOf(column(E)).Low + (column(E).Plus - (FromStep ? 0 : 1));
    return column(P.Step).is(Term::Loop, Root);
  }

  /// Which row a step of the sum reads.
  bool findSum() {
    const Statement &S = P.update();
    for (const ModelRead &R : S.Reads)
      if (R.Of && row(*R.Of).isLoop() && !row(*R.Of).is(Term::Loop, Root) &&
          !row(*R.Of).is(Term::Loop, P.columnLoop()))
        Sum = row(*R.Of);
    return Sum.isLoop();
  }

  /// The loops over columns behind the step's, of which each has statements for
  /// one column in an iteration.
  bool findWaiting() {
    for (const Statement &S : Nest.Statements)
      if (const Term &At = column(S.Target);
          At.isLoop() && !At.is(Term::Loop, Root) &&
          !isUpToStep(S.Loop, S.Target) &&
          !llvm::is_contained(P.Waiting, At.Index))
        P.Waiting.push_back(At.Index);
    const bool AllBegin = llvm::all_of(P.Waiting, [&](unsigned L) {
      const Term &Low = Nest.Loops[L].Low;
      return !Low.isLoop() || Low.is(Term::Loop, Root);
    });
    return AllBegin && llvm::all_of(Nest.Statements, [&](const Statement &S) {
             return !waits(S) ||
                    (llvm::is_contained(P.Waiting, column(S.Target).Index) &&
                     column(S.Target).isLoop() &&
                     column(S.Target) == P.columnIn(column(S.Target).Index));
           });
  }

  bool waits(const Statement &S) const {
    return llvm::any_of(Nest.around(S), [&](unsigned L) {
      return llvm::is_contained(P.Waiting, L);
    });
  }

  /// What waits runs in the order of its columns, and finds elsewhere what it
  /// would have found.
  bool waitersArePlain() const {
    return llvm::all_of(Nest.Statements, [&](const Statement &S) {
      return !waits(S) ||
             (isPlain(S) && (!storesElsewhere() ||
                             llvm::all_of(S.Reads, [](const ModelRead &R) {
                               return R.Of.has_value();
                             })));
    });
  }

  /// The rest of a step is about columns up to the step's.
  bool othersAreDone() const {
    return llvm::all_of(Nest.Statements, [&](const Statement &S) {
      return waits(S) || (isUpToStep(S.Loop, S.Target) &&
                          llvm::all_of(S.Reads, [&](const ModelRead &R) {
                            return !R.Of || isUpToStep(S.Loop, *R.Of);
                          }));
    });
  }

  void add(SchedulePiece &To, unsigned Of, ArrayRef<AtMost> Where) const {
    if (exists(Nest.Statements[Of], Where))
      To.Parts.push_back({Of, SmallVector<AtMost, 4>(Where), {}});
  }

  /// All of a block's columns come first. In those behind it, sums begin, have
  /// a product with all rows before the block, and then steps of the block. On
  /// the way out, they are done as in the source.
  bool schedule() {
    const Term K = counter(Root), &OfStep = column(P.Step);
    const SmallVector<AtMost, 4> InBlock{{Begin, K}, {K + 1, Behind}};
    const Term Row = Sum - row(P.Step).Plus;
    SchedulePiece Panel, Before, Rectangle, After, Rest;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
      const Statement &S = Nest.Statements[I];
      auto In = [&](std::initializer_list<AtMost> More) {
        SmallVector<AtMost, 4> All(InBlock);
        All.append(More);
        return All;
      };
      if (!waits(S)) {
        add(Panel, I, InBlock);
        continue;
      }
      const AtMost IsBehind = isBehind(column(S.Target), OfStep);
      add(Panel, I, In({isUpTo(column(S.Target), OfStep)}));
      add(Rest, I, In({IsBehind}));
      if (I == P.Update) {
        add(Rectangle, I, In({IsBehind, {Row + 1, Begin}}));
        add(After, I, In({IsBehind, {Begin, Row}}));
      } else {
        const bool IsBefore =
            Nest.position(S, Root) < Nest.position(P.update(), Root) ||
            S.Position < Nest.Loops[P.update().Loop].Position;
        add(IsBefore ? Before : After, I, In({IsBehind}));
      }
      P.AtExit.Parts.push_back(
          {I, {{Begin, K}, {K + 1, Term{Term::Done}}, IsBehind}, {}});
    }
    Rectangle.IsProduct = true;
    BlockSchedule All, AtExit;
    All.Pieces = {Panel, Before, Rectangle, After};
    AtExit.Pieces = {Panel, Rest};
    P.Later = All;
    P.Later.Pieces.erase(P.Later.Pieces.begin());
    llvm::erase_if(P.Later.Pieces,
                   [](const SchedulePiece &P) { return P.Parts.empty(); });
    return !Rectangle.Parts.empty() && keepsOrder(Nest, All) &&
           keepsOrder(Nest, AtExit);
  }

  const bool FromStep; ///< The sums begin with the step's own column.
  Term Sum;            ///< The row that a step of the sum reads.
};
} // namespace

bool sumsMayWait(PivotNest &P, const LoopInfo &LI, const DominatorTree &DT,
                 bool FromStep) {
  return SumProof(P, LI, DT, FromStep).run();
}

} // namespace gemmify
