//===- LaterStores.cpp - Stores that may wait -----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// DTRMM stores what becomes of a row, and goes on with what it was:
///
///     b = B[k][j]; B[k][j] = alpha * b;
///     for (i = k + 1; i < m; i++) B[i][j] += alpha * b * A[i][k];
///
/// In blocks, b is loaded again. So that it is still there, the store comes
/// last in its iteration, where nothing can tell. It may also store twice, the
/// second time `if (nonunit)`: then the first store is one `if (!nonunit)`.
///
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"

using namespace llvm;

namespace gemmify {

/// Whether what has been loaded from the target of \p W before that is a part
/// of what comes behind it in an iteration.
bool ModelBuilder::isSeenBehind(const Statement &W) const {
  return llvm::any_of(Nest.Statements, [&](const Statement &S) {
    return llvm::is_contained(Nest.around(S), W.Loop) &&
           Nest.position(S, W.Loop) > W.Position &&
           llvm::any_of(S.Reads, [&](const ModelRead &R) {
             return R.Load && R.Of && R.In == W.Loop && R.Since < W.Position &&
                    Nest.mayMeet(W.Loop, W, W.Target, S, *R.Of);
           });
  });
}

/// Whether nothing behind \p W in an iteration of its loop loads what it has
/// stored, or stores to the same.
bool ModelBuilder::canBeLast(const Statement &W) const {
  // Of a load in a loop inside, all that counts is that it comes behind.
  auto IsBefore = [&](const ModelRead &R) {
    if (!R.Load)
      return R.Since <= W.Position;
    return R.In == W.Loop && R.Since < W.Position;
  };
  return llvm::none_of(Nest.Statements, [&](const Statement &S) {
    if (&S == &W || !llvm::is_contained(Nest.around(S), W.Loop) ||
        Nest.position(S, W.Loop) < W.Position)
      return false;
    return Nest.mayMeet(W.Loop, W, W.Target, S, S.Target) ||
           llvm::any_of(S.Reads, [&](const ModelRead &R) {
             return R.Of && !IsBefore(R) &&
                    Nest.mayMeet(W.Loop, W, W.Target, S, *R.Of);
           });
  });
}

bool ModelBuilder::keepsSum(unsigned Of) const {
  return llvm::any_of(Sums, [&](const Carried &C) {
    return C.Update == Of || C.Init == Of ||
           (Of >= C.Final && Of - C.Final < C.Finals);
  });
}

/// Whether \p By stores to the target of \p W in the same iteration, behind it,
/// where it also comes to \p W, and one more thing holds, which is fixed.
bool ModelBuilder::isOverwritten(const Statement &W,
                                 const Statement &By) const {
  if (By.Loop != W.Loop || By.Position <= W.Position ||
      !(By.Target == W.Target) || !(By.Address == W.Address))
    return false;
  auto HasOneMore = [](const auto &More, const auto &All) {
    return More.size() == All.size() + 1 &&
           ArrayRef(More).drop_back() == ArrayRef(All);
  };
  if (By.If == W.If)
    return HasOneMore(By.Asks, W.Asks) && Nest.isFixed(By.Asks.back());
  const bool IsMore = HasOneMore(By.If, W.If) && By.Asks == W.Asks;
  return IsMore && !By.If.back().Less.isLoop() &&
         !By.If.back().Greater.isLoop();
}

/// Whether what \p S makes of its target may be made of what \p W, before it,
/// has stored there: of anything else than what was loaded before that.
bool ModelBuilder::goesOnWith(const Statement &S, const Statement &W) const {
  return Nest.position(S, W.Loop) > W.Position &&
         Nest.mayMeet(W.Loop, W, W.Target, S, S.Target) &&
         llvm::any_of(S.Current, [&](const Value *V) {
           const auto *Load = dyn_cast<LoadInst>(V);
           return !Load || loopOf(LI.getLoopFor(Load->getParent())) != W.Loop ||
                  positionOf(*Load) >= W.Position;
         });
}

/// Whether nothing uses what \p W has stored before \p By has stored as well.
bool ModelBuilder::isUnseenUntil(const Statement &W,
                                 const Statement &By) const {
  return llvm::none_of(Nest.Statements, [&](const Statement &S) {
    if (&S == &W || !llvm::is_contained(Nest.around(S), W.Loop))
      return false;
    return goesOnWith(S, W) || llvm::any_of(S.Reads, [&](const ModelRead &R) {
             if (!R.Of || !Nest.mayMeet(W.Loop, W, W.Target, S, *R.Of))
               return false;
             const unsigned At =
                 R.In == W.Loop ? R.Since : Nest.position(S, W.Loop);
             return !R.Load || (At > W.Position && At < By.Position);
           });
  });
}

void ModelBuilder::excludeOverwritten() {
  for (unsigned I = 0; I != Nest.Statements.size(); ++I)
    for (unsigned J = 0; J != Nest.Statements.size(); ++J) {
      Statement &W = Nest.Statements[I];
      const Statement &By = Nest.Statements[J];
      if (keepsSum(I) || keepsSum(J) || W.IsCopy || W.IsInit ||
          !isOverwritten(W, By) || !isUnseenUntil(W, By))
        continue;
      if (By.If.size() != W.If.size())
        W.If.push_back(By.If.back().negated());
      else
        W.Asks.push_back({By.Asks.back().Condition, !By.Asks.back().Expected});
    }
}

void ModelBuilder::delayStores() {
  const unsigned End = Blocks.size() * BlockLength;
  for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
    Statement &W = Nest.Statements[I];
    // What a register carries has been placed already.
    if (!keepsSum(I) && isSeenBehind(W) && canBeLast(W))
      W.Position += End;
  }
}

} // namespace gemmify
