//===- NestWrites.cpp - What a nest writes --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestWrites.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

constexpr LoopDim Outer = DimI, Middle = DimJ, Inner = DimK;

/// Hints that the rewrite may drop.
static bool isHint(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::pseudoprobe:
    return true;
  default:
    return false;
  }
}

static bool isPlainWrite(const Instruction &I) {
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple() &&
           !Store->getValueOperand()->getType()->isVectorTy();
  const auto *Set = dyn_cast<MemSetInst>(&I);
  return Set && !Set->isVolatile();
}

static const char *describeSideEffect(const Instruction &I) {
  if (isa<CallBase>(I))
    return "the nest calls a function that may have side effects; mark it pure "
           "or move it out of the loops";
  return "the nest has a volatile or atomic access";
}

bool NestWrites::runsBeforeExitTest(const BasicBlock &BB) const {
  const Loop *Around = A.LI.getLoopFor(&BB);
  return Around->getHeader() == &BB && exitsFromHeader(*Around);
}

bool NestWrites::collect(std::string &Reason) {
  for (BasicBlock *BB : Shape.Path)
    for (Instruction &I : *BB) {
      if (!I.mayHaveSideEffects() || isHint(I))
        continue;
      if (runsBeforeExitTest(*BB)) {
        Reason = "a loop that is not rotated writes before its exit test; run "
                 "loop-rotate first";
        return false;
      }
      if (!isPlainWrite(I)) {
        Reason = describeSideEffect(I);
        return false;
      }
      All.push_back(&I);
    }
  Writes = All;
  return true;
}

StoreInst *NestWrites::storeAfter(Loop &Innermost) const {
  for (Instruction *W : Writes)
    if (isa<StoreInst>(W) && A.LI.getLoopFor(W->getParent()) == Loops[Middle] &&
        Shape.precedes(Innermost.getHeader(), W->getParent()))
      return cast<StoreInst>(W);
  return nullptr;
}

std::optional<InitialWrite> NestWrites::initialWrite(StoreInst &Sum,
                                                     StoreInst *Other,
                                                     LoopDim K,
                                                     std::string &Reason) {
  const StoreInst *After = storeAfter(*Loops[Inner]);
  Instruction *Init = nullptr;
  for (Instruction *W : Writes) {
    if (W == &Sum || W == Other || W == After)
      continue;
    if (Init) {
      Reason = "the nest writes more than the result; split the loop";
      return std::nullopt;
    }
    Init = W;
  }
  if (!contains(&Sum)) {
    Reason = Conditional;
    return std::nullopt;
  }
  if (!Init)
    return std::nullopt;
  std::optional<AffineRef> C = Access.reference(Sum, Reason);
  if (!C)
    return std::nullopt;
  if (Shape.precedes(Loops[Inner]->getHeader(), Init->getParent()) &&
      !Loops[Inner]->contains(Init)) {
    Reason = "the nest writes more than the result; split the loop";
    return std::nullopt;
  }
  if (!Shape.precedes(Init->getParent(), Loops[Inner]->getHeader()) ||
      A.LI.getLoopFor(Init->getParent()) == Loops[Inner]) {
    Reason = "the nest writes another element between the steps of the sum";
    return std::nullopt;
  }
  if (auto *Store = dyn_cast<StoreInst>(Init))
    return matchStore(*Store, *C, K, Reason);
  LoopDim Covers = K == Inner ? Middle : Inner;
  if (K != Outer && A.LI.getLoopFor(Init->getParent()) == Loops[Outer] &&
      matchMemset(*Init, *C, Covers))
    return InitialWrite{Init, nullptr};
  Reason = "the nest clears other memory than the elements that it sums";
  return std::nullopt;
}

std::optional<InitialWrite> NestWrites::matchStore(StoreInst &Store,
                                                   const AffineRef &C,
                                                   LoopDim K,
                                                   std::string &Reason) {
  Loop *Around = A.LI.getLoopFor(Store.getParent());
  bool InMiddle = Around == Loops[Middle] && K == Inner;
  bool InSibling = Around != Loops[Middle] && K != Outer &&
                   Around->getParentLoop() == Loops[Outer] &&
                   repeats(*Around, K == Inner ? Middle : Inner);
  if (InMiddle || InSibling) {
    std::optional<AffineRef> Ref = Access.reference(Store, Reason);
    if (!Ref)
      return std::nullopt;
    if (Ref->isAt(C) && Ref->ElemTy == C.ElemTy)
      return InitialWrite{&Store, Store.getValueOperand()};
  }
  Reason = "the nest writes an array besides the sum, or initializes other "
           "elements than it sums; split the loop";
  return std::nullopt;
}

/// Whether \p Sibling runs as often as the loop at position \p Covers; from
/// then on its counter is that loop's.
bool NestWrites::repeats(Loop &Sibling, LoopDim Covers) {
  std::string Ignored;
  const SCEV *Count = bodyCount(Sibling, Access, A.SE, Ignored);
  if (!Count || Count != Trip[Covers])
    return false;
  Access.countAs(Sibling, Covers);
  InitLoop = &Sibling;
  return true;
}

bool NestWrites::matchMemset(Instruction &Write, const AffineRef &C,
                             LoopDim Covers) {
  auto *Set = dyn_cast<MemSetInst>(&Write);
  if (!Set)
    return false;
  auto *Byte = dyn_cast<ConstantInt>(Set->getValue());
  std::string Ignored;
  std::optional<AffineRef> To =
      Access.pointer(*Set->getRawDest(), *Set->getParent(), Ignored);
  if (!Byte || !Byte->isZero() || !To)
    return false;
  ScalarEvolution &SE = A.SE;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Size = SE.getConstant(
      I64, SE.getDataLayout().getTypeStoreSize(C.ElemTy).getFixedValue());
  const SCEV *Length = SE.getSCEV(Set->getLength());
  if (SE.getTypeSizeInBits(Length->getType()) > 64)
    return false;
  return To->Start == C.Start && To->Row == C.Row &&
         To->Stride[Outer] == C.Stride[Outer] && !To->dependsOn(Middle) &&
         !To->dependsOn(Inner) && C.Stride[Covers] == Size &&
         SE.getNoopOrZeroExtend(Length, I64) ==
             SE.getMulExpr(Trip[Covers], Size);
}

LoadInst *NestWrites::onlyLoadOf(StoreInst &Last, const AffineRef &C) {
  LoadInst *Only = nullptr;
  std::string Ignored;
  for (BasicBlock *BB : Shape.Path) {
    if (A.LI.getLoopFor(BB) != Loops[Middle] ||
        !Shape.precedes(Loops[Inner]->getHeader(), BB))
      continue;
    for (Instruction &I : *BB) {
      if (&I == &Last)
        return Only;
      auto *Load = dyn_cast<LoadInst>(&I);
      std::optional<AffineRef> Ref =
          Load ? Access.reference(*Load, Ignored) : std::nullopt;
      if (!Ref || !Ref->isAt(C) || Ref->ElemTy != C.ElemTy)
        continue;
      if (Only)
        return nullptr;
      Only = Load;
    }
  }
  return nullptr;
}

} // namespace gemmify
