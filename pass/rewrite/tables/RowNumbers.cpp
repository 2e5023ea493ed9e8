//===- RowNumbers.cpp - Lengths of rows, of which all are equal -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowNumbers.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

constexpr unsigned Deepest = 8;

/// What \p V is in the first iteration of all loops, in front of the copy.
/// Null where that is not known.
Value *RowNumbers::firstOf(Value *V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Copy.contains(I))
    return V;
  if (Value *Known = FirstOf.lookup(I))
    return Known;
  if (Depth == Deepest)
    return nullptr;
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    const Loop *L = A.LI.getLoopFor(Phi->getParent());
    return L->getHeader() == Phi->getParent()
               ? firstOf(Phi->getIncomingValueForBlock(L->getLoopPreheader()),
                         Depth + 1)
               : nullptr;
  }
  auto *Load = dyn_cast<LoadInst>(I);
  if (Load ? !findsNumber(*Load) || !isAlwaysLoaded(*Load, Copy, A.DT) ||
                 !comesFirst(*Load, Inner, A.DT)
           : !isa<GetElementPtrInst, CastInst, BinaryOperator>(I) ||
                 !isSafeToSpeculativelyExecute(I))
    return nullptr;
  SmallVector<Value *, 3> Ops;
  for (Value *Op : I->operands())
    if (!Ops.emplace_back(firstOf(Op, Depth + 1)))
      return nullptr;
  Instruction *First = I->clone();
  for (auto [Op, To] : llvm::zip(First->operands(), Ops))
    Op.set(To);
  First->dropUnknownNonDebugMetadata();
  First->insertBefore(At->getIterator());
  if (Load)
    Firsts.push_back({cast<LoadInst>(First), InRoot.lookup(Load),
                      !isBeforeStores(*Load, Copy, A.DT)});
  FirstOf[I] = First;
  return First;
}

/// A load of the copy that moves with its loops, of an entry or a number.
LoadInst *RowNumbers::movingLoad(Value *V) const {
  auto *Load = dyn_cast<LoadInst>(V);
  return Load && Copy.contains(Load) && findsNumber(*Load) ? Load : nullptr;
}

bool RowNumbers::take(Instruction &Before) {
  At = &Before;
  // What has been taken out since may have left its place to something else.
  FirstOf.clear();
  bool Changed = false;
  const SmallVector<BasicBlock *, 16> Blocks(Copy.blocks());
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : make_early_inc_range(*BB)) {
      Value *X, *Y;
      CmpPredicate Pred;
      if (match(&I, m_Sub(m_PtrToInt(m_Value(X)), m_PtrToInt(m_Value(Y)))))
        Changed |= takeLength(I, X, Y, std::nullopt);
      else if (match(&I, m_ICmp(Pred, m_Value(X), m_Value(Y))) &&
               ICmpInst::isEquality(Pred) && X->getType()->isPointerTy())
        Changed |= takeLength(I, X, Y, Pred);
      else if (auto *Load = dyn_cast<LoadInst>(&I))
        Changed |= takeCount(*Load);
    }
  return Changed;
}

Value *RowNumbers::lengthOf(LoadInst &Of, LoadInst &From) {
  for (const ToldNumber &Each : Numbers)
    if (Each.of() == &Of && Each.from() == &From)
      return Each.First;
  Value *End = firstOf(&Of), *Begin = End ? firstOf(&From) : nullptr;
  if (!Begin)
    return nullptr;
  IRBuilder<> B(At);
  B.SetCurrentDebugLocation(Of.getDebugLoc());
  Value *High = B.CreatePtrToInt(End, B.getInt64Ty());
  Value *Low = B.CreatePtrToInt(Begin, B.getInt64Ty());
  Value *Length = B.CreateFreeze(B.CreateSub(High, Low), "gemmify.length");
  Numbers.push_back(ToldNumber(Of, &From, *Length));
  return Length;
}

/// Puts what \p I, the distance of two pointers of a row or, with \p Pred,
/// whether there is any, is for the first row in its place.
bool RowNumbers::takeLength(Instruction &I, Value *X, Value *Y,
                            std::optional<ICmpInst::Predicate> Pred) {
  LoadInst *Of = movingLoad(X), *From = movingLoad(Y);
  const bool IsWide = !Pred && I.getType()->getIntegerBitWidth() > 64;
  Value *Length =
      Of && From && Of != From && !IsWide ? lengthOf(*Of, *From) : nullptr;
  if (!Length)
    return false;
  IRBuilder<> B(At);
  B.SetCurrentDebugLocation(I.getDebugLoc());
  Value *First = Pred ? B.CreateICmp(*Pred, Length, B.getInt64(0))
                      : B.CreateZExtOrTrunc(Length, I.getType());
  I.replaceAllUsesWith(First);
  const SmallSetVector<Value *, 2> Operands(I.value_op_begin(),
                                            I.value_op_end());
  I.eraseFromParent();
  for (Value *Op : Operands)
    if (auto *Cast = dyn_cast<PtrToIntInst>(Op); Cast && Cast->use_empty())
      Cast->eraseFromParent();
  return true;
}

/// The same of a number that is only compared, as a bound of a loop is.
bool RowNumbers::takeCount(LoadInst &Load) {
  auto IsCompared = [](const User *U) { return isa<ICmpInst>(U); };
  auto IsBound = [&](const User *U) {
    return IsCompared(U) ||
           (isa<ZExtInst, SExtInst>(U) && llvm::all_of(U->users(), IsCompared));
  };
  if (!Load.getType()->isIntegerTy() || Load.use_empty() ||
      !movingLoad(&Load) || !llvm::all_of(Load.users(), IsBound))
    return false;
  Value *First = firstOf(&Load);
  if (!First)
    return false;
  First = IRBuilder<>(At).CreateFreeze(First, "gemmify.count");
  Numbers.push_back(ToldNumber(Load, nullptr, *First));
  Load.replaceAllUsesWith(First);
  return true;
}

} // namespace gemmify
