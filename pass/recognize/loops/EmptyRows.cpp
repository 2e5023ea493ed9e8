//===- EmptyRows.cpp - Rows of a triangle without elements ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyRows.h"

using namespace llvm;

namespace gemmify {

bool passesEmptyRowsBy(const NestShape &Shape, const AffineAccess &Access,
                       const Triangle &T, ArrayRef<Instruction *> Writes) {
  // Without a test, the guard asks for elements in each row.
  if (Shape.RowTests.empty())
    return true;
  auto IsPassedBy = [&](const BasicBlock *BB) {
    for (auto [Test, End] : llvm::zip(Shape.RowTests, Shape.RowEnds))
      if (Shape.precedes(Test, BB) && Shape.precedes(BB, End))
        return true;
    return false;
  };
  for (const Loop *L : Shape.Loops)
    if (L != T.OverRows && Access.isClipped(*L) && !IsPassedBy(L->getHeader()))
      return false;
  return llvm::all_of(
      Writes, [&](const Instruction *W) { return IsPassedBy(W->getParent()); });
}

} // namespace gemmify
