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
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

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

/// Whether neither sums of \p S, of 64 bits, and others like it wrap around nor
/// its elements' bytes, 16 each.
static bool isSmall(const SCEV *S, ScalarEvolution &SE) {
  constexpr unsigned MostBits = 60;
  return SE.getSignedRange(S).getMinSignedBits() <= MostBits;
}

/// How many elements of \p Bytes bytes \p Row has, before \p B.
static Value *countOf(const MemIntrinsic &Row, uint64_t Bytes, IRBuilderBase &B,
                      ScalarEvolution &SE) {
  Value *Length = Row.getLength(), *Count = nullptr;
  // A negative number of bytes would be more than any object has.
  if (match(Length, m_Shl(m_Value(Count), m_SpecificInt(Log2_64(Bytes)))) &&
      isSmall(SE.getSCEV(Count), SE))
    return Count;
  return B.CreateLShr(Length, Log2_64(Bytes), "", /*isExact=*/true);
}

/// The first index of a row of \p Count elements: a counter of a loop around
/// it in \p Nest that it ends at the same place for, as right of a diagonal,
/// or zero.
static Value *firstOf(Value &Count, const Loop *Around, const Loop &Nest,
                      ScalarEvolution &SE) {
  Type *I64 = Count.getType();
  const SCEV *Length = SE.getSCEV(&Count);
  if (!SE.isLoopInvariant(Length, &Nest))
    for (; Around && Nest.contains(Around); Around = Around->getParentLoop())
      for (PHINode &Phi : Around->getHeader()->phis())
        if (Phi.getType() == I64 && isSmall(SE.getSCEV(&Phi), SE) &&
            SE.isLoopInvariant(SE.getAddExpr(Length, SE.getSCEV(&Phi)), &Nest))
          return &Phi;
  return ConstantInt::get(I64, 0);
}

/// Puts a loop in place of \p Row, in \p Nest.
static void spellOut(MemIntrinsic &Row, Type &Ty, const Loop &Nest,
                     HostLoops &Loops, const NestAnalyses &A) {
  const uint64_t Bytes = bytesOf(Ty);
  IRBuilder<> B(&Row);
  Value *Count = countOf(Row, Bytes, B, A.SE);
  Value *First = firstOf(*Count, A.LI.getLoopFor(Row.getParent()), Nest, A.SE);
  Value *End = B.CreateAdd(First, Count);
  Value *Last = B.CreateSub(End, B.getInt64(1));
  HostLoop Each = Loops.addLoop(Row, First, Last, /*Down=*/false,
                                /*Guarded=*/true);
  B.SetInsertPoint(Each.Body);
  B.SetCurrentDebugLocation(Row.getDebugLoc());
  Value *Offset =
      B.CreateMul(B.CreateSub(Each.Counter, First), B.getInt64(Bytes));
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
      spellOut(*cast<MemIntrinsic>((*Trial)[Row]), *Ty, Trial->copy(), Loops,
               A);
    A.DT.recalculate(*Root->getHeader()->getParent());
    Trial->forgetCopy();
    Trial->readInAnyCase(Trial->copyOf(Innermost));
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
