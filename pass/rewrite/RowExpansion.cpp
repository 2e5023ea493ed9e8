//===- RowExpansion.cpp - Rows that share one place -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowExpansion.h"
#include "../kernel/KernelWorkspace.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

static bool isConstant(const SCEV *S, uint64_t Value) {
  const auto *C = dyn_cast<SCEVConstant>(S);
  return C && C->getAPInt() == Value;
}

static uint64_t elementBytes(const GemmNest &N, const DataLayout &DL) {
  return DL.getTypeStoreSize(N.C.ElemTy);
}

bool canExpandRow(const GemmNest &N, const DataLayout &DL) {
  bool IsOneRow = !N.C.hasRows() && !N.C.dependsOn(DimI) &&
                  isConstant(N.C.Stride[DimJ], elementBytes(N, DL));
  bool IsOverwritten = !N.startsFromC() && N.LoadsOfC.empty();
  assert((!IsOneRow || !IsOverwritten || N.Loops[DimI].front() == N.Root) &&
         "i is counted outside of j and k");
  return IsOneRow && IsOverwritten && !N.Besides.empty();
}

bool touchesRow(const NestAccess &X, const GemmNest &N, ScalarEvolution &SE) {
  if (X.Ref.Start != N.C.Start || !X.Ref.Stride[DimI]->isZero())
    return false;
  uint64_t Size = elementBytes(N, SE.getDataLayout());
  auto *Block = dyn_cast<MemIntrinsic>(X.Ref.Access);
  const SCEV *Elements = N.Trip[DimJ];
  if (Block)
    return X.Ref.Stride[DimJ]->isZero() &&
           X.Trip[DimK] ==
               SE.getMulExpr(Elements,
                             SE.getConstant(Elements->getType(), Size));
  LoopDim Along = X.Ref.Stride[DimJ]->isZero() ? DimK : DimJ;
  LoopDim Other = Along == DimJ ? DimK : DimJ;
  return X.Ref.ElemTy == N.C.ElemTy && X.Ref.Stride[Other]->isZero() &&
         isConstant(X.Ref.Stride[Along], Size) && X.Trip[Along] == Elements;
}

/// Whether \p Read begins before the row or goes on behind it.
static bool leavesRow(const NestAccess &Read, const GemmNest &N,
                      ScalarEvolution &SE) {
  const auto *Offset =
      dyn_cast<SCEVConstant>(SE.getMinusSCEV(Read.Ref.Start, N.C.Start));
  if (!Offset)
    return false;
  uint64_t Size = elementBytes(N, SE.getDataLayout());
  int64_t Skipped = Offset->getAPInt().getSExtValue() / int64_t(Size);
  if (Skipped < 0)
    return true;
  if (!isConstant(Read.Ref.Stride[DimJ], Size))
    return false;
  const SCEV *Left = SE.getMinusSCEV(N.Trip[DimJ], Read.Trip[DimJ]);
  return SE.isKnownNegative(SE.getMinusSCEV(
      Left, SE.getConstant(Left->getType(), uint64_t(Skipped))));
}

bool followsRow(const NestAccess &Read, const GemmNest &N,
                ScalarEvolution &SE) {
  if (Read.Writes || Read.Ref.hasRows() || !Read.Ref.Stride[DimI]->isZero() ||
      SE.getPointerBase(Read.Ref.Start) != SE.getPointerBase(N.C.Start) ||
      leavesRow(Read, N, SE))
    return false;
  // A loop around the product may read elements that come later.
  const Loop *Around = Read.Depth == 1 ? nullptr : Read.Loops[1];
  return !Around || !Around->contains(N.C.Access) ||
         (Around == N.Loops[DimJ].back() && Read.Depth == 2 &&
          touchesRow(Read, N, SE));
}

Align RowWorkspace::alignment() const {
  const DataLayout &DL = N.Root->getHeader()->getDataLayout();
  return std::min(commonAlignment(Align(16), elementBytes(N, DL)),
                  N.C.Alignment);
}

Value *RowWorkspace::take(IRBuilderBase &B) {
  const DataLayout &DL = N.Root->getHeader()->getDataLayout();
  Place = Guard.expand(B, N.C.Start);
  RowBytes = B.CreateMul(Guard.expand(B, N.Trip[DimJ]),
                         B.getInt64(elementBytes(N, DL)), "row.bytes");
  Value *Bytes = B.CreateMul(Guard.expand(B, N.Trip[DimI]), RowBytes, "bytes");
  Rows = takeWorkspace(B, Bytes);
  Rows->setName("rows");
  LastRow = B.CreatePtrAdd(Rows, B.CreateSub(Bytes, RowBytes), "row.last");
  return B.CreateIsNotNull(Rows);
}

/// The row of each iteration, in the header of the half's outermost loop.
Value *RowWorkspace::rowOf(const LoopHalf &Half) {
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

void RowWorkspace::redirect(const LoopHalf &Half,
                            ArrayRef<AccessedPointer> Accesses) {
  Value *Row = rowOf(Half);
  for (const AccessedPointer &Each : Accesses) {
    auto *Access = cast<Instruction>(Half[Each.Access]);
    IRBuilder<> B(Access);
    Value *Offset =
        B.CreateSub(B.CreatePtrToInt(Half[Each.Ptr], B.getInt64Ty()),
                    B.CreatePtrToInt(Place, B.getInt64Ty()));
    setPointer(*Access, Each.Writes, B.CreatePtrAdd(Row, Offset), alignment());
  }
}

void RowWorkspace::finish(IRBuilderBase &B) {
  const DataLayout &DL = N.Root->getHeader()->getDataLayout();
  Align Own = commonAlignment(N.C.Alignment, elementBytes(N, DL));
  B.CreateMemCpy(Place, Own, LastRow, alignment(), RowBytes);
  giveWorkspace(B, Rows);
}

} // namespace gemmify
