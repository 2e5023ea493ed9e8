//===- RunTable.cpp - The runs of an index in a block ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTable.h"
#include "EmitLoop.h"

using namespace llvm;

namespace gemmify {

static Value *entryPtr(KernelContext &Ctx, Value *Entries, Value *Number) {
  return Ctx.stepPtr(Entries, Number, RunTable::EntryBytes);
}

RunTable::RunTable(KernelContext &Ctx, const AffineRef &R, LoopDim D,
                   IndexRange Block, unsigned Width, Value *Entries)
    : Ctx(Ctx), Before(Ctx.Slices.addresses().countRuns()) {
  AddressEmitter &Addresses = Ctx.Slices.addresses();
  Value *Length = R.isCarried(D) ? runLength(Ctx, R, D) : nullptr;
  if (!Length)
    return;
  IRBuilderBase &B = Ctx.B;
  emitWhile(
      B, "runs", {B.getInt64(0)},
      [&](ArrayRef<Value *> At) { return B.CreateICmpSLT(At[0], Block.Count); },
      [&](ArrayRef<Value *> At) -> SmallVector<Value *, 8> {
        Value *Begin = addIndices(B, Block.First, At[0]);
        Value *InRun = B.CreateSub(Length, B.CreateURem(Begin, Length));
        Value *InTile = B.CreateSub(B.getInt64(Width),
                                    B.CreateURem(At[0], B.getInt64(Width)));
        Value *Left = B.CreateSub(Block.Count, At[0]);
        Value *Count = Ctx.smaller(Ctx.smaller(InRun, InTile), Left);
        Value *Entry = entryPtr(Ctx, Entries, At[0]);
        B.CreateStore(Count, Entry);
        B.CreateStore(Addresses.carried(R, D, Begin),
                      Ctx.stepPtr(Entry, B.getInt64(1), 8));
        return {B.CreateAdd(At[0], Count)};
      },
      /*RunsOnce=*/true);
  Addresses.addRuns({R.Access, D, Entries, Block.First});
}

std::pair<Value *, Value *> RunTable::read(KernelContext &Ctx,
                                           const AddressEmitter::Runs &Of,
                                           Value *First) {
  IRBuilderBase &B = Ctx.B;
  Value *Entry = entryPtr(Ctx, Of.Entries, B.CreateSub(First, Of.First));
  Value *Count = B.CreateLoad(B.getInt64Ty(), Entry);
  Value *Offset =
      B.CreateLoad(B.getInt64Ty(), Ctx.stepPtr(Entry, B.getInt64(1), 8));
  return {Count, Offset};
}

} // namespace gemmify
