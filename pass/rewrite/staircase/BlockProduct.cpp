//===- BlockProduct.cpp - The product of a piece --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product is a plain nest; where elements decide whether steps of it are
/// skipped, all of them are looked at first:
///
///     if (no B[k][j] of the block is 0) product;
///     else the source's loops;
///
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// Adds what follows about the counter of \p X from that of \p Y.
static void close(SmallVectorImpl<AtMost> &All, unsigned X, unsigned Y) {
  const SmallVector<AtMost, 16> Known(All.begin(), All.end());
  auto Add = [&](const AtMost &C) {
    if (!llvm::is_contained(All, C))
      All.push_back(C);
  };
  for (const AtMost &Between : Known)
    for (const AtMost &C : Known) {
      if (Between.Greater.is(Term::Loop, X) && Between.Less.is(Term::Loop, Y) &&
          C.Greater.is(Term::Loop, Y) && !C.Less.isLoop())
        Add({C.Less + (Between.Less.Plus - C.Greater.Plus), Between.Greater});
      if (Between.Less.is(Term::Loop, X) && Between.Greater.is(Term::Loop, Y) &&
          C.Less.is(Term::Loop, Y) && !C.Greater.isLoop())
        Add({Between.Less, C.Greater + (Between.Greater.Plus - C.Less.Plus)});
    }
}

/// Drops bounds of the counter of \p L that the others imply, those by other
/// counters first.
static void dropImplied(SmallVectorImpl<AtMost> &All, unsigned L) {
  for (bool ByCounter : {true, false})
    for (unsigned I = 0; I != All.size();) {
      const AtMost C = All[I];
      All.erase(All.begin() + I);
      if (C.mentions(Term::Loop, L) &&
          (C.Less.isLoop() && C.Greater.isLoop()) == ByCounter &&
          implies(All, C))
        continue;
      All.insert(All.begin() + I, C);
      ++I;
    }
}

/// The terms that bound the counter of \p L, which are about \p Outer and those
/// that do not move.
static SmallVector<Term, 4> bounds(ArrayRef<AtMost> All, unsigned L, bool IsLow,
                                   unsigned Outer) {
  SmallVector<Term, 4> Found;
  for (const AtMost &C : All) {
    const Term &Own = IsLow ? C.Greater : C.Less;
    const Term &Other = IsLow ? C.Less : C.Greater;
    if (Own.is(Term::Loop, L) &&
        (!Other.isLoop() || Other.is(Term::Loop, Outer)))
      Found.push_back(Other - Own.Plus);
  }
  return Found;
}

/// Splits the counters around \p S into those of its target, and the one that
/// it sums over.
static bool splitCounters(const ModelNest &Nest, const Statement &S,
                          SmallVectorImpl<unsigned> &Rows, unsigned &Sum) {
  for (unsigned L : Nest.around(S))
    if (S.Target.At[0].is(Term::Loop, L) || S.Target.At[1].is(Term::Loop, L))
      Rows.push_back(L);
    else
      Sum = L;
  return Rows.size() == 2 && Sum != NoLoop;
}

/// Drops bounds of the counter of \p Sum that move with others. False where
/// these do not imply them.
static bool straighten(SmallVectorImpl<AtMost> &All, unsigned Sum) {
  for (unsigned I = 0; I != All.size();) {
    const AtMost C = All[I];
    if (!C.mentions(Term::Loop, Sum) || !C.Less.isLoop() ||
        !C.Greater.isLoop()) {
      ++I;
      continue;
    }
    All.erase(All.begin() + I);
    if (!implies(All, C))
      return false;
  }
  return true;
}

/// The loops of a product in one row, before \p At: \p Columns, of which there
/// may be none where \p MayBeNone, and the sum.
void BlockEmitter::emitInRow(const Statement &S, const Side &Columns,
                             const Side &Sum, bool MayBeNone, Instruction &At) {
  const bool Down = Nest.Loops[Sum.Loop].Down;
  auto AddSum = [&](Instruction &In) {
    HostLoop Step = Loops.addLoop(In, Down ? Sum.Last : Sum.First,
                                  Down ? Sum.First : Sum.Last, Down,
                                  /*Guarded=*/false);
    Emit.setCounter(Sum.Loop, Step.Counter);
    return Step;
  };
  // A loop that runs downward stays outside of another one: what it adds might
  // be fused in another way.
  const bool IsOutside = Down && !S.isUpdate();
  HostLoop Step;
  if (IsOutside)
    Step = AddSum(At);
  HostLoop Column = Loops.addLoop(IsOutside ? *Step.Body : At, Columns.First,
                                  Columns.Last, /*Down=*/false, MayBeNone);
  Emit.setCounter(Columns.Loop, Column.Counter);
  if (IsOutside) {
    emitStatement(S, *Column.Body);
  } else {
    Step = AddSum(*Column.Body);
    emitSum(S, Step);
  }
  Products.push_back(IsOutside ? Column.L : Step.L);
}

/// The part as a plain nest: rows, columns, and the sum innermost.
bool BlockEmitter::emitProduct(const SchedulePiece::Part &P, Instruction &At) {
  const Statement &S = Nest.Statements[P.Of];
  SmallVector<unsigned, 2> Rows;
  unsigned Sum = NoLoop;
  Facts All = allOf(P);
  Emit.SavedReads.clear(); // It has no part in the rest of a block.
  if (!splitCounters(Nest, S, Rows, Sum) || !straighten(All, Sum))
    return false;
  const unsigned Outer = Rows[0], Inner = Rows[1];
  dropImplied(All, Inner);
  close(All, Outer, Inner);
  Facts Fixed, Known(Nest.Needed.begin(), Nest.Needed.end());
  for (const AtMost &C : All)
    if (!C.Less.isLoop() && !C.Greater.isLoop())
      Fixed.push_back(C);
  Known.append(Here);
  Instruction *Place = require(At, Fixed, Known);
  auto LimitsOf = [&](IRBuilderBase &B, unsigned L, unsigned Of) {
    return std::pair(limit(B, bounds(All, L, true, Of), true),
                     limit(B, bounds(All, L, false, Of), false));
  };
  auto Triangle = llvm::any_of(All, [&](const AtMost &C) {
    return C.mentions(Term::Loop, Outer) && C.mentions(Term::Loop, Inner);
  });
  IRBuilder<> B(Place);
  B.SetCurrentDebugLocation(S.Where->getDebugLoc());
  auto [FirstSum, LastSum] = LimitsOf(B, Sum, NoLoop);
  auto [FirstRow, LastRow] = LimitsOf(B, Outer, NoLoop);
  Value *Runs = B.CreateAnd(
      {B.CreateICmpSLE(FirstSum, LastSum), B.CreateICmpSLE(FirstRow, LastRow)});
  SmallVector<Side, 3> Box;
  if (!Triangle) {
    auto [First, Last] = LimitsOf(B, Inner, NoLoop);
    Runs = B.CreateAnd(Runs, B.CreateICmpSLE(First, Last));
    Box = {{Outer, FirstRow, LastRow},
           {Inner, First, Last},
           {Sum, FirstSum, LastSum}};
  }
  Place = askFirst(P, Box, Loops.addBranch(*Place, Runs));
  if (!Place)
    return false;
  HostLoop Row = Loops.addLoop(*Place, FirstRow, LastRow, false, false);
  Emit.setCounter(Outer, Row.Counter);
  B.SetInsertPoint(Row.Body);
  auto [First, Last] = LimitsOf(B, Inner, Outer);
  emitInRow(S, {Inner, First, Last}, {Sum, FirstSum, LastSum}, Triangle,
            *Row.Body);
  return true;
}

} // namespace gemmify
