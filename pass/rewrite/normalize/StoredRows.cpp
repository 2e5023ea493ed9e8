//===- StoredRows.cpp - Rows that are stored at once ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredRows.h"
#include "SplitParts.h"
#include "pass/rewrite/staircase/HostLoops.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

static uint64_t bytesOf(const Type &Ty) {
  return Ty.getPrimitiveSizeInBits() / 8;
}

/// Whether \p I does what a loop over elements of \p Ty can do: clear or copy
/// any number of them.
static bool isOfElements(MemIntrinsic &I, const Type &Ty, ScalarEvolution &SE) {
  const auto *Set = dyn_cast<MemSetInst>(&I);
  const auto *Byte = Set ? dyn_cast<ConstantInt>(Set->getValue()) : nullptr;
  const auto *Copy = dyn_cast<MemCpyInst>(&I);
  if (I.isVolatile() || I.getDestAddressSpace() != 0 ||
      isa<ConstantInt>(I.getLength()) ||
      !I.getLength()->getType()->isIntegerTy(64))
    return false;
  if (Copy ? Copy->getSourceAddressSpace() != 0 : !Byte || !Byte->isZero())
    return false;
  return SE.getMinTrailingZeros(SE.getSCEV(I.getLength())) >=
         Log2_64(bytesOf(Ty));
}

static SmallVector<MemIntrinsic *, 2> findRows(const Loop &Root, const Type &Ty,
                                               ScalarEvolution &SE) {
  SmallVector<MemIntrinsic *, 2> Rows;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (auto *Row = dyn_cast<MemIntrinsic>(&I);
          Row && isOfElements(*Row, Ty, SE))
        Rows.push_back(Row);
  return Rows;
}

/// Puts a loop in place of \p Row.
static void spellOut(MemIntrinsic &Row, Type &Ty, HostLoops &Loops) {
  const uint64_t Bytes = bytesOf(Ty);
  IRBuilder<> B(&Row);
  Value *Count = B.CreateLShr(Row.getLength(), Log2_64(Bytes), "",
                              /*isExact=*/true);
  Value *Last = B.CreateSub(Count, B.getInt64(1));
  HostLoop Each = Loops.addLoop(Row, B.getInt64(0), Last, /*Down=*/false,
                                /*Guarded=*/true);
  B.SetInsertPoint(Each.Body);
  B.SetCurrentDebugLocation(Row.getDebugLoc());
  Value *Offset = B.CreateMul(Each.Counter, B.getInt64(Bytes));
  auto AlignOf = [&](MaybeAlign Known) {
    return commonAlignment(Known.valueOrOne(), Bytes);
  };
  Value *Element = Constant::getNullValue(&Ty);
  if (auto *Copy = dyn_cast<MemCpyInst>(&Row))
    Element =
        B.CreateAlignedLoad(&Ty, B.CreatePtrAdd(Copy->getSource(), Offset),
                            AlignOf(Copy->getSourceAlign()));
  B.CreateAlignedStore(Element, B.CreatePtrAdd(Row.getDest(), Offset),
                       AlignOf(Row.getDestAlign()));
  Row.eraseFromParent();
}

/// The type of numbers that \p Root stores, or null.
static Type *storedType(const Loop &Root) {
  for (const BasicBlock *BB : Root.blocks())
    for (const Instruction &I : *BB)
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        if (Type *Ty = Store->getValueOperand()->getType(); isElement(Ty))
          return Ty;
  return nullptr;
}

std::unique_ptr<TrialNest> readStoredRows(Loop &Innermost,
                                          const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    if (!TrialNest::isOneNest(*Root) || !TrialNest::isTriangular(*Root, A.SE))
      continue;
    Type *Ty = storedType(*Root);
    if (!Ty || !TrialNest::canCopy(*Root))
      continue;
    const SmallVector<MemIntrinsic *, 2> Rows = findRows(*Root, *Ty, A.SE);
    if (Rows.empty())
      continue;
    auto Trial = std::make_unique<TrialNest>(*Root, ".spelled", A);
    HostLoops Loops(A.LI, Root->getStartLoc());
    for (const MemIntrinsic *Row : Rows)
      spellOut(*cast<MemIntrinsic>((*Trial)[Row]), *Ty, Loops);
    A.DT.recalculate(*Root->getHeader()->getParent());
    Trial->forgetCopy();
    Trial->readInAnyCase(Trial->copyOf(Innermost));
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
