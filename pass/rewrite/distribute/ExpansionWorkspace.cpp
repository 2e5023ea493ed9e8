//===- ExpansionWorkspace.cpp - Rows side by side -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionWorkspace.h"
#include "ArrayExpansion.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

Align ExpansionWorkspace::alignment() const {
  return std::min(commonAlignment(Align(16), elementBytes(N, DL)),
                  N.C.Alignment);
}

Value *ExpansionWorkspace::take(IRBuilderBase &B) {
  Place = Guard.expand(B, N.C.Start);
  RowBytes = B.CreateMul(Guard.expand(B, N.Index[DimJ].Trip),
                         B.getInt64(elementBytes(N, DL)), "row.bytes");
  Value *Bytes =
      B.CreateMul(Guard.expand(B, N.Index[DimI].Trip), RowBytes, "bytes");
  Rows = takeWorkspace(B, Bytes);
  Rows->setName("rows");
  LastRow = B.CreatePtrAdd(Rows, B.CreateSub(Bytes, RowBytes), "row.last");
  return B.CreateIsNotNull(Rows);
}

/// The row of each iteration, in the header of the half's outermost loop.
Value *ExpansionWorkspace::rowOf(const DistributedLoop &Half) {
  Loop &Copy = *Half.loop();
  IRBuilder<> B(&Copy.getHeader()->front());
  PHINode *Index = B.CreatePHI(B.getInt64Ty(), 2, "row.index");
  B.SetInsertPoint(Copy.getHeader()->getFirstInsertionPt());
  Value *Row = B.CreatePtrAdd(Rows, B.CreateMul(Index, RowBytes), "row");
  B.SetInsertPoint(Copy.getLoopLatch()->getTerminator());
  Index->addIncoming(B.getInt64(0), Copy.getLoopPreheader());
  Index->addIncoming(B.CreateAdd(Index, B.getInt64(1)), Copy.getLoopLatch());
  return Row;
}

static void setPointer(Instruction &Access, bool Writes, Value *Ptr, Align A) {
  if (auto *Load = dyn_cast<LoadInst>(&Access)) {
    Load->setOperand(Load->getPointerOperandIndex(), Ptr);
    Load->setAlignment(std::min(Load->getAlign(), A));
  } else if (auto *Store = dyn_cast<StoreInst>(&Access)) {
    Store->setOperand(Store->getPointerOperandIndex(), Ptr);
    Store->setAlignment(std::min(Store->getAlign(), A));
  } else if (Writes) {
    auto &Block = cast<MemIntrinsic>(Access);
    Block.setDest(Ptr);
    Block.setDestAlignment(std::min(Block.getDestAlign().valueOrOne(), A));
  } else {
    auto &Copy = cast<MemTransferInst>(Access);
    Copy.setSource(Ptr);
    Copy.setSourceAlignment(std::min(Copy.getSourceAlign().valueOrOne(), A));
  }
}

void ExpansionWorkspace::redirect(const DistributedLoop &Half,
                                  ArrayRef<AccessedPointer> Accesses) {
  Value *Row = rowOf(Half);
  for (const AccessedPointer &Each : Accesses) {
    auto *Access = cast<Instruction>(Half[Each.Access]);
    IRBuilder<> B(Access);
    Value *At = B.CreatePtrToInt(Half[Each.Ptr], B.getInt64Ty());
    Value *Offset = B.CreateSub(At, B.CreatePtrToInt(Place, B.getInt64Ty()));
    setPointer(*Access, Each.Writes, B.CreatePtrAdd(Row, Offset), alignment());
  }
}

void ExpansionWorkspace::finish(IRBuilderBase &B) {
  Align Own = commonAlignment(N.C.Alignment, elementBytes(N, DL));
  B.CreateMemCpy(Place, Own, LastRow, alignment(), RowBytes);
  giveWorkspace(B, Rows);
}

} // namespace gemmify
