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
/// last in its iteration, where nothing can tell.
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

void ModelBuilder::delayStores() {
  const unsigned End = Blocks.size() * BlockLength;
  for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
    Statement &W = Nest.Statements[I];
    // What a register carries has been placed already.
    const bool IsOfSum = llvm::any_of(Sums, [&](const Carried &C) {
      return C.Update == I || C.Init == I ||
             (I >= C.Final && I - C.Final < C.Finals);
    });
    if (!IsOfSum && isSeenBehind(W) && canBeLast(W))
      W.Position += End;
  }
}

} // namespace gemmify
