//===- CarryTable.cpp - Offsets of an index that axes play ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarryTable.h"
#include "EmitLoop.h"
#include "RunTable.h"
#include "intrinsic/Tuning.h"
#include "pass/product/Contiguity.h"

using namespace llvm;

namespace gemmify {

CarryTable::CarryTable(KernelContext &Ctx, ArrayRef<AffineRef> Refs, LoopDim D,
                       Value *First, Value *Count, uint64_t Most)
    : Ctx(Ctx), Before(Ctx.Slices.addresses().countTables()) {
  IRBuilderBase &B = Ctx.B;
  AddressEmitter &Addresses = Ctx.Slices.addresses();
  for (const AffineRef &R : Refs) {
    if (!R.isCarried(D) || Most > SharedTuning::MaxTabulated)
      continue;
    Value *Table = Ctx.createBuffer(B.getInt64Ty(), Most, "carry");
    emitLoop(B, "carry", B.getInt64(0), Count, 1, /*RunsOnce=*/true,
             [&](Value *Step) {
               Value *Bytes = Addresses.moved(R, D, addIndices(B, First, Step));
               B.CreateStore(Bytes, Ctx.stepPtr(Table, Step, 8));
             });
    Addresses.addTable({R.Access, D, Table, First});
  }
}

CarryTable::CarryTable(KernelContext &Ctx, ArrayRef<AffineRef> Refs, LoopDim D,
                       Value *First)
    : Ctx(Ctx), Before(Ctx.Slices.addresses().countTables()) {
  AddressEmitter &Addresses = Ctx.Slices.addresses();
  for (const AffineRef &R : Refs)
    if (R.isCarried(D))
      Addresses.addTable(
          {R.Access, D, Addresses.carried(R, D, First), nullptr});
}

Value *runLength(KernelContext &Ctx, const AffineRef &R, LoopDim D) {
  IRBuilderBase &B = Ctx.B;
  Value *Length = nullptr;
  for (auto [Carry, Inside] :
       llvm::zip(R.Carry[D], Ctx.View.Nest.Index[D].Axes.Inside)) {
    if (Carry->isZero())
      continue;
    Value *Folds = B.CreateICmpEQ(Ctx.Sig.get(Carry), B.getInt64(0));
    Length =
        Ctx.select(Folds, Length ? Length : Ctx.size(D), Ctx.Sig.get(Inside));
  }
  return Length;
}

Value *isInOneRun(KernelContext &Ctx, ArrayRef<AffineRef> Refs, LoopDim D,
                  Value *First, Value *Count) {
  IRBuilderBase &B = Ctx.B;
  SmallVector<Value *, 2> Conds = {B.getTrue()};
  for (const AffineRef &R : Refs)
    if (const auto *Known = Ctx.Slices.addresses().findRuns(R, D)) {
      Value *InRun = RunTable::read(Ctx, *Known, First).first;
      Conds.push_back(B.CreateICmpULE(Count, InRun));
    } else if (Value *Length = runLength(Ctx, R, D)) {
      Value *End = B.CreateAdd(B.CreateURem(First, Length), Count);
      Conds.push_back(B.CreateICmpULE(End, Length));
    }
  return Ctx.all(Conds);
}

/// The one of \p Refs that is carried along \p D, where its runs are known.
static const AddressEmitter::Runs *
findOnlyRuns(KernelContext &Ctx, ArrayRef<AffineRef> Refs, LoopDim D) {
  const AddressEmitter::Runs *Only = nullptr;
  for (const AffineRef &R : Refs)
    if (R.isCarried(D)) {
      const auto *Known = Ctx.Slices.addresses().findRuns(R, D);
      if (!Known || Only)
        return nullptr;
      Only = Known;
    }
  return Only;
}

/// Emits \p Body for each known part of \p All.
static void forEachKnownRun(KernelContext &Ctx, AddressEmitter::Runs Known,
                            IndexRange All,
                            function_ref<void(IndexRange)> Body) {
  IRBuilderBase &B = Ctx.B;
  AddressEmitter &Addresses = Ctx.Slices.addresses();
  Value *End = B.CreateAdd(All.First, All.Count);
  emitWhile(
      B, "in.run", {All.First},
      [&](ArrayRef<Value *> At) { return B.CreateICmpSLT(At[0], End); },
      [&](ArrayRef<Value *> At) -> SmallVector<Value *, 8> {
        const auto Entry = RunTable::read(Ctx, Known, At[0]);
        Value *Count = Entry.first, *Offset = Entry.second;
        const size_t Before = Addresses.countTables();
        Addresses.addTable({Known.Access, Known.D, Offset, nullptr});
        Ctx.Slices.inOneRun(Known.D, [&] { Body({At[0], Count}); });
        Addresses.forgetTables(Before);
        return {B.CreateAdd(At[0], Count)};
      },
      /*RunsOnce=*/true);
}

Value *shortestStep(KernelContext &Ctx, ArrayRef<Counter> Counters, LoopDim D) {
  Value *Least = nullptr;
  for (const Counter &C : Counters)
    for (auto [Carry, Inside] :
         llvm::zip(C.Carry[D], Ctx.View.Nest.Index[D].Axes.Inside))
      if (!Carry->isZero()) {
        Value *Points = Ctx.Sig.get(Inside);
        Least = Least ? Ctx.smaller(Least, Points) : Points;
      }
  return Least;
}

void forEachRun(KernelContext &Ctx, ArrayRef<AffineRef> Refs, LoopDim D,
                IndexRange All, function_ref<void(IndexRange)> Body,
                ArrayRef<Counter> Counters) {
  Value *OfCounters = shortestStep(Ctx, Counters, D);
  if (const auto *Known = OfCounters ? nullptr : findOnlyRuns(Ctx, Refs, D))
    return forEachKnownRun(Ctx, *Known, All, Body);
  SmallVector<Value *, 2> Lengths;
  if (OfCounters) // The steps of outer axes are whole ones of inner axes.
    Lengths.push_back(OfCounters);
  for (const AffineRef &R : Refs)
    if (Value *Length = runLength(Ctx, R, D);
        Length && !is_contained(Lengths, Length))
      Lengths.push_back(Length);
  if (Lengths.empty())
    return Body(All);
  IRBuilderBase &B = Ctx.B;
  Value *End = B.CreateAdd(All.First, All.Count);
  emitWhile(
      B, "in.run", {All.First},
      [&](ArrayRef<Value *> At) { return B.CreateICmpSLT(At[0], End); },
      [&](ArrayRef<Value *> At) -> SmallVector<Value *, 8> {
        Value *First = At[0], *Count = B.CreateSub(End, First);
        for (Value *Length : Lengths)
          Count = Ctx.smaller(Count,
                              B.CreateSub(Length, B.CreateURem(First, Length)));
        const CarryTable InRun(Ctx, Refs, D, First);
        Ctx.Slices.inOneRun(
            D, [&] { Body({First, Count}); }, OfCounters ? First : nullptr);
        return {B.CreateAdd(First, Count)};
      },
      /*RunsOnce=*/true);
}

} // namespace gemmify
