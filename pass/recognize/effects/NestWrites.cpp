//===- NestWrites.cpp - What a nest writes --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestWrites.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "pass/recognize/arith/SquareRoot.h"
#include "pass/recognize/loops/KnownCondition.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

/// Whether the stack pointer is only saved and restored, for nothing.
static bool allocatesInLoops(const Function &F) {
  return llvm::any_of(instructions(F), [](const Instruction &I) {
    const auto *Alloca = dyn_cast<AllocaInst>(&I);
    return Alloca && !Alloca->isStaticAlloca();
  });
}

bool isHint(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
    return !allocatesInLoops(*I.getFunction());
  case Intrinsic::prefetch:
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::pseudoprobe:
    return true;
  default:
    return false;
  }
}

bool isPlainWrite(const Instruction &I) {
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple();
  const auto *Intrinsic = dyn_cast<MemIntrinsic>(&I);
  return Intrinsic && !Intrinsic->isVolatile();
}

Reason whyKeptBy(const Instruction &I) {
  if (computesAndSetsErrno(I))
    return Reason::SetsErrno;
  if (isa<CallBase>(I))
    return Reason::CallWithEffects;
  return Reason::VolatileOrAtomic;
}

bool NestWrites::runsBeforeExitTest(const BasicBlock &BB) const {
  const Loop *Around = A.LI.getLoopFor(&BB);
  return Around->getHeader() == &BB && exitsFromHeader(*Around);
}

/// Whether \p I is a call that sets errno for a negative number only, and the
/// number can be tested before the nest.
bool NestWrites::cannotFail(const Instruction &I) {
  SquareRoot Root = matchSquareRoot(I);
  if (!Root.Of)
    return false;
  const SCEV *Number = A.SE.getSCEV(Root.Of);
  if (!Root.Signed || A.SE.isKnownNonNegative(Number))
    return true;
  if (!Access.isFixed(Number))
    return false;
  Access.require(
      Condition{ICmpInst::ICMP_SGE, Number, A.SE.getZero(Number->getType())});
  return true;
}

/// Whether \p I may be something that the nest does besides the product.
bool NestWrites::mayBeBeside(const Instruction &I) const {
  return computesAndSetsErrno(I) && !matchSquareRoot(I).Of &&
         !Loops[Inner]->contains(&I);
}

bool NestWrites::collect(Reason &Why) {
  for (BasicBlock *BB : Shape.Path)
    for (Instruction &I : *BB) {
      if (!I.mayHaveSideEffects() || isHint(I))
        continue;
      if (runsBeforeExitTest(*BB)) {
        Why = Reason::WritesBeforeExitTest;
        return false;
      }
      if (cannotFail(I))
        continue;
      All.push_back(&I);
      if (isPlainWrite(I)) {
        Writes.push_back(&I);
        continue;
      }
      if (!mayBeBeside(I)) {
        Why = whyKeptBy(I);
        return false;
      }
    }
  return true;
}

SmallVector<StoreInst *, 2>
NestWrites::storesAfter(Loop &Innermost,
                        function_ref<bool(StoreInst &)> IsWanted) const {
  SmallVector<StoreInst *, 2> Stores;
  for (Instruction *W : Writes)
    if (auto *Store = dyn_cast<StoreInst>(W);
        Store && A.LI.getLoopFor(W->getParent()) == After &&
        Shape.precedes(Innermost.getHeader(), W->getParent()) &&
        IsWanted(*Store))
      Stores.push_back(Store);
  return Stores;
}

SmallVector<StoreInst *, 2>
NestWrites::ofOneValue(ArrayRef<StoreInst *> Stores) const {
  return SmallVector<StoreInst *, 2>(Stores.take_until([&](StoreInst *Store) {
    const Value &V = *Store->getValueOperand();
    return goesThroughErrno(V, *Shape.Root) ||
           (Store != Stores.front() && goesThroughOtherLoop(V));
  }));
}

/// Whether \p V is computed from a value of a loop that is not around the sum.
bool NestWrites::goesThroughOtherLoop(const Value &V) const {
  const Loop &Innermost = *Loops[Inner];
  SmallSetVector<const Value *, 16> Work;
  Work.insert(&V);
  for (unsigned At = 0; At != Work.size(); ++At) {
    const auto *I = dyn_cast<Instruction>(Work[At]);
    const Loop *Of = I ? A.LI.getLoopFor(I->getParent()) : nullptr;
    if (!Of || !Shape.Root->contains(Of) || isa<LoadInst>(I))
      continue;
    if (!Of->contains(&Innermost))
      return true;
    if (Of != &Innermost)
      Work.insert(I->value_op_begin(), I->value_op_end());
  }
  return false;
}

std::optional<InitialWrite> NestWrites::initialWrite(StoreInst &Sum, LoopDim K,
                                                     Reason &Why) {
  if (!contains(&Sum)) {
    Why = Reason::Conditional;
    return std::nullopt;
  }
  std::optional<AffineRef> C = Access.reference(Sum, Why);
  if (!C)
    return std::nullopt;
  std::optional<InitialWrite> Last;
  for (Instruction *W : llvm::reverse(Writes)) {
    const Loop *Around = A.LI.getLoopFor(W->getParent());
    // Only right before the sum, several may follow each other.
    if (Around == Loops[Inner] ||
        !Shape.precedes(W->getParent(), Loops[Inner]->getHeader()) ||
        (Last && Around != Before))
      continue;
    std::optional<InitialWrite> Init;
    if (auto *Store = dyn_cast<StoreInst>(W))
      Init = matchStore(*Store, *C, K);
    else if (Around == loopOverRows(K))
      Init = matchFill(*cast<MemIntrinsic>(W), *C, coveredBeside(K));
    if (Init && !Last) {
      Last = Init;
      if (Around != Before)
        return Last;
    } else if (Init) {
      Last->Earlier.insert(Last->Earlier.begin(), cast<StoreInst>(W));
    }
  }
  return Last;
}

std::optional<InitialWrite>
NestWrites::matchStore(StoreInst &Store, const AffineRef &C, LoopDim K) {
  Loop *Around = A.LI.getLoopFor(Store.getParent());
  bool InMiddle = Around == Before && K == Inner;
  const Loop *Rows = loopOverRows(K);
  bool InSibling = Around != Before && Rows &&
                   Around->getParentLoop() == Rows &&
                   repeats(*Around, coveredBeside(K));
  if (!InMiddle && !InSibling)
    return std::nullopt;
  Reason Ignored = Reason::None;
  std::optional<AffineRef> Ref = Access.reference(Store, Ignored);
  if (!Ref || !Ref->isAt(C) || Ref->ElemTy != C.ElemTy)
    return std::nullopt;
  return InitialWrite{&Store, Store.getValueOperand(), std::nullopt, {}};
}

/// Whether \p Sibling runs as often as the loop at position \p Covers; from
/// then on its counter is that loop's.
bool NestWrites::repeats(Loop &Sibling, LoopDim Covers) {
  Reason Ignored = Reason::None;
  Access.countAs(Sibling, Covers);
  const SCEV *Count = countBodies(Sibling, Access, A.SE, Ignored);
  if (Count && Count == (Access.isClipped(Sibling) ? Access.countOf(Covers)
                                                   : Trip[Covers]))
    return true;
  Access.countsNothing(Sibling);
  return false;
}

/// memset to zero, or a copy of something with the layout of the row of C.
std::optional<InitialWrite>
NestWrites::matchFill(MemIntrinsic &Write, const AffineRef &C, LoopDim Covers) {
  if (!fillsRow(Write, C, Covers))
    return std::nullopt;
  if (auto *Set = dyn_cast<MemSetInst>(&Write)) {
    auto *Byte = dyn_cast<ConstantInt>(Set->getValue());
    if (!Byte || !Byte->isZero())
      return std::nullopt;
    return InitialWrite{Set, nullptr, std::nullopt, {}};
  }
  auto *Copy = dyn_cast<MemTransferInst>(&Write);
  Reason Ignored = Reason::None;
  std::optional<AffineRef> From =
      Copy ? Access.pointer(*Copy->getRawSource(), *Copy->getParent(), Ignored)
           : std::nullopt;
  if (!From)
    return std::nullopt;
  From->Access = Copy;
  From->Pointer = Copy->getRawSource();
  From->ElemTy = C.ElemTy;
  From->Stride[Covers] = C.Stride[Covers];
  From->Alignment =
      commonAlignment(Copy->getSourceAlign().valueOrOne(),
                      A.SE.getDataLayout().getTypeStoreSize(C.ElemTy));
  return InitialWrite{Copy, nullptr, From, {}};
}

/// The low 32 bits of \p S where what it is made of are arbitrary numbers, made
/// from \p Seed: a sum of products is 0 for all of them, in whatever order it
/// is written, or hardly for any. \p Known are those of its parts, each of
/// which may be there many times.
static uint32_t lowBits(const SCEV *S, uint32_t Seed,
                        SmallDenseMap<const SCEV *, uint32_t> &Known) {
  if (auto It = Known.find(S); It != Known.end())
    return It->second;
  auto Of = [&](const SCEV *Op) { return lowBits(Op, Seed, Known); };
  auto Note = [&](uint32_t Bits) {
    Known.try_emplace(S, Bits);
    return Bits;
  };
  const bool IsWide =
      S->getType()->isIntegerTy() && S->getType()->getIntegerBitWidth() >= 32;
  if (const auto *C = dyn_cast<SCEVConstant>(S); C && IsWide)
    return Note(uint32_t(C->getAPInt().trunc(32).getZExtValue()));
  if (const auto *Cast = dyn_cast<SCEVIntegralCastExpr>(S);
      Cast && IsWide &&
      Cast->getOperand()->getType()->getIntegerBitWidth() >= 32)
    return Note(Of(Cast->getOperand()));
  uint32_t Result = isa<SCEVMulExpr>(S) ? 1 : 0;
  if (IsWide && isa<SCEVAddExpr, SCEVMulExpr>(S)) {
    for (const SCEV *Op : S->operands())
      Result = isa<SCEVMulExpr>(S) ? Result * Of(Op) : Result + Of(Op);
    return Note(Result);
  }
  return Note((Known.size() + 1) * Seed ^ Seed >> 7);
}

/// Whether \p S may be written so that it is always 0.
static bool mayBeZero(const SCEV *S) {
  if (isa<SCEVCouldNotCompute>(S))
    return false;
  return llvm::all_of(ArrayRef({0x9e3779b1U, 0x85ebca77U}), [&](uint32_t Seed) {
    SmallDenseMap<const SCEV *, uint32_t> Known;
    return lowBits(S, Seed, Known) == 0;
  });
}

/// Whether \p Bytes are as many as the \p Wanted ones, as a condition may say
/// of the length of a row that is the same for all rows.
bool NestWrites::isAsLong(const SCEV *Bytes, const SCEV *Wanted) {
  if (Bytes == Wanted ||
      settle(Bytes, *Shape.Root, A.SE) == settle(Wanted, *Shape.Root, A.SE))
    return true;
  if (!Access.hasEqualRows() || A.SE.isLoopInvariant(Bytes, Shape.Root) ||
      !Access.isFixed(Bytes))
    return false;
  Access.require(Condition{ICmpInst::ICMP_EQ, Bytes, Wanted});
  return true;
}

/// Whether \p Write writes just the elements of C along \p Covers.
bool NestWrites::fillsRow(MemIntrinsic &Write, const AffineRef &C,
                          LoopDim Covers) {
  Reason Ignored = Reason::None;
  std::optional<AffineRef> To =
      Access.pointer(*Write.getRawDest(), *Write.getParent(), Ignored);
  ScalarEvolution &SE = A.SE;
  const SCEV *Length = SE.getSCEV(Write.getLength());
  const SCEV *Count = Trip[Covers];
  if (To && Access.isClipped(*Loops[Covers])) {
    // What a row copies would have to be stated in the box, too.
    if (!isa<MemSetInst>(Write) || !Access.beginsInColumnZero(*To, C, Covers))
      return false;
    Count = Access.countOf(Covers);
  }
  if (!To || SE.getTypeSizeInBits(Length->getType()) > 64)
    return false;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Size = SE.getConstant(
      I64, SE.getDataLayout().getTypeStoreSize(C.ElemTy).getFixedValue());
  bool IsAtStart = To->Start == C.Start;
  const SCEV *Pair = SE.getAddExpr(Size, Size);
  if (FillsPairs && isa<MemSetInst>(Write) && C.Stride[Covers] == Pair) {
    IsAtStart |= SE.getMinusSCEV(C.Start, To->Start) == Size;
    Size = Pair;
  }
  SmallVector<Condition, 2> Equal;
  auto Same = [&](const SCEV *X, const SCEV *Y) {
    if (X == Y)
      return true;
    // LLVM extends sizes that it knows to be positive by zeros.
    Type *I32 = Type::getInt32Ty(SE.getContext());
    Equal.push_back({ICmpInst::ICMP_EQ, X, Y});
    return SE.getTruncateExpr(X, I32) == SE.getTruncateExpr(Y, I32);
  };
  auto BeginsAlike = [&] {
    const SCEV *Apart = SE.getMinusSCEV(To->Start, C.Start);
    if (Apart->isZero())
      return true;
    Equal.push_back({ICmpInst::ICMP_EQ, Apart, SE.getZero(I64)});
    return mayBeZero(Apart);
  };
  auto MovesAlike = [&](LoopDim D) {
    ArrayRef<const SCEV *> X = To->Carry[D], Y = C.Carry[D];
    for (size_t Axis = 0; Axis != std::max(X.size(), Y.size()); ++Axis)
      if (!Same(X.empty() ? SE.getZero(I64) : X[Axis],
                Y.empty() ? SE.getZero(I64) : Y[Axis]))
        return false;
    return D == Covers || Same(To->Stride[D], C.Stride[D]);
  };
  if (!(IsAtStart || BeginsAlike()) || !To->hasRowsOf(C) ||
      To->Batch != C.Batch || C.Stride[Covers] != Size ||
      !llvm::all_of(ArrayRef({Outer, Middle, Inner}), MovesAlike) ||
      !isAsLong(SE.getNoopOrZeroExtend(Length, I64),
                SE.getMulExpr(Count, Size)))
    return false;
  for (const Condition &Each : Equal)
    Access.require(Each);
  return true;
}

bool NestWrites::readsC(Instruction &I, const AffineRef &C) {
  Reason Ignored = Reason::None;
  auto *Load = dyn_cast<LoadInst>(&I);
  std::optional<AffineRef> Ref =
      Load ? Access.reference(*Load, Ignored) : std::nullopt;
  return Ref && Ref->isAt(C) && Ref->ElemTy == C.ElemTy;
}

LoadInst *NestWrites::onlyLoadOf(StoreInst &Last, const AffineRef &C) {
  LoadInst *Only = nullptr;
  for (BasicBlock *BB : Shape.Path) {
    if (A.LI.getLoopFor(BB) != After ||
        !Shape.precedes(Loops[Inner]->getHeader(), BB))
      continue;
    for (Instruction &I : *BB) {
      if (&I == &Last)
        return Only;
      if (!readsC(I, C))
        continue;
      if (Only)
        return nullptr;
      Only = cast<LoadInst>(&I);
    }
  }
  return nullptr;
}

SmallVector<LoadInst *, 2> NestWrites::loadsBetween(StoreInst &First,
                                                    StoreInst &Last,
                                                    const AffineRef &C) {
  SmallVector<LoadInst *, 2> Loads;
  for (BasicBlock *BB : Shape.Path)
    if (A.LI.getLoopFor(BB) == After)
      for (Instruction &I : *BB)
        if (Shape.precedes(&First, &I) && Shape.precedes(&I, &Last) &&
            readsC(I, C))
          Loads.push_back(cast<LoadInst>(&I));
  return Loads;
}

} // namespace gemmify
