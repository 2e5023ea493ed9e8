//===- RowSort.cpp - Addresses of rows in order ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSort.h"
#include "pass/kernel/emit/EmitLoop.h"

using namespace llvm;

namespace gemmify {

namespace {

using State = SmallVector<Value *, 8>;

Value *numberAt(IRBuilderBase &B, Value *Array, Value *Index) {
  return B.CreateGEP(B.getInt64Ty(), Array, Index);
}

void store(IRBuilderBase &B, Value *V, Value *Array, Value *Index) {
  B.CreateAlignedStore(V, numberAt(B, Array, Index), Align(8));
}

/// The widest gap of 1, 4, 13, 40, … that Shell's method, with the gaps that
/// Knuth gives in The Art of Computer Programming, 5.2.1, begins with.
Value *firstGap(IRBuilderBase &B, Value *Count) {
  Value *Three = B.getInt64(3), *One = B.getInt64(1);
  auto IsNarrow = [&](ArrayRef<Value *> Gap) {
    return B.CreateICmpULT(Gap[0], B.CreateUDiv(Count, Three));
  };
  auto Widen = [&](ArrayRef<Value *> Gap) -> State {
    return {B.CreateAdd(B.CreateMul(Gap[0], Three), One)};
  };
  return emitWhile(B, "rows.gap", {One}, IsNarrow, Widen)[0];
}

/// Moves number \p Index of \p Array down by \p Gap as long as there is a
/// larger one.
void insert(IRBuilderBase &B, Value *Array, Value *Index, Value *Gap) {
  Value *Moved = loadNumber(B, Array, Index);
  auto Goes = [&](ArrayRef<Value *> To) {
    Value *HasOther = B.CreateICmpUGE(To[0], Gap);
    Value *Other =
        B.CreateSelect(HasOther, B.CreateSub(To[0], Gap), B.getInt64(0));
    return B.CreateAnd(
        {HasOther, B.CreateICmpUGT(loadNumber(B, Array, Other), Moved)});
  };
  auto Step = [&](ArrayRef<Value *> To) -> State {
    Value *Other = B.CreateSub(To[0], Gap);
    store(B, loadNumber(B, Array, Other), Array, To[0]);
    return {Other};
  };
  store(B, Moved, Array, emitWhile(B, "rows.insert", {Index}, Goes, Step)[0]);
}

} // namespace

Value *loadNumber(IRBuilderBase &B, Value *Array, Value *Index) {
  return B.CreateAlignedLoad(B.getInt64Ty(), numberAt(B, Array, Index),
                             Align(8));
}

void emitSorted(IRBuilderBase &B, Value *Array, Value *Count, Value *IsSorted,
                function_ref<Value *(Value *)> At) {
  emitLoop(B, "rows.list", B.getInt64(0), Count, 1, /*RunsOnce=*/false,
           [&](Value *Index) { store(B, At(Index), Array, Index); });
  Value *None = B.getInt64(0);
  Value *First = B.CreateSelect(IsSorted, None, firstGap(B, Count));
  auto Goes = [&](ArrayRef<Value *> Gap) {
    return B.CreateICmpNE(Gap[0], None);
  };
  auto Pass = [&](ArrayRef<Value *> Gap) -> State {
    emitLoop(B, "rows.pass", Gap[0], Count, 1, /*RunsOnce=*/false,
             [&](Value *Index) { insert(B, Array, Index, Gap[0]); });
    return {B.CreateUDiv(Gap[0], B.getInt64(3))};
  };
  emitWhile(B, "rows.sort", {First}, Goes, Pass);
}

} // namespace gemmify
