//===- NestOnCopies.cpp - A nest that works on copies ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestOnCopies.h"
#include "intrinsic/SharedTuning.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/rewrite/guard/NestAlias.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

NestOnCopies::NestOnCopies(const TableNest &Nest, const FixedPlaces &Fixed,
                           TrialNest &Trial, const NestAnalyses &A)
    : Copies(Nest, A.SE), Fixed(Fixed), Trial(Trial), A(A), Numbers(A.SE),
      Narrow(A.SE) {
  for (const auto &[Access, Path] : Nest.Elements)
    Elements.push_back(Trial.find(*Access));
  for (const auto &[Table, Path] : Nest.Tables)
    Tables.push_back(Trial.find(*Table));
}

bool NestOnCopies::canEmit(const FormReader &Forms) {
  const Instruction &At = *Trial.copy().getLoopPreheader()->getTerminator();
  auto CanExpand = [&](const SCEV *S) { return Numbers.canExpand(S, At); };
  return llvm::all_of(Copies.numbers(), CanExpand) &&
         Narrow.addRanges(Forms, Trial.copy());
}

/// The blocks around the copy of the nest: one that asks whether copies are
/// right, one that takes workspace, one that fills it, one for the case that it
/// must not be used, and one that writes the result back.
void NestOnCopies::splitBlocks() {
  BasicBlock &Start = *Trial.copy().getLoopPreheader();
  BasicBlock *Original = Trial.root().getLoopPreheader();
  BasicBlock *Exit = Trial.copy().getUniqueExitBlock();
  Behind = SplitBlock(Exit, Exit->getFirstInsertionPt(), &A.DT, &A.LI, nullptr,
                      "gemmify.behind");
  auto Next = [&](BasicBlock &BB, const Twine &Name) {
    return SplitBlock(&BB, BB.getTerminator()->getIterator(), &A.DT, &A.LI,
                      nullptr, Name);
  };
  BasicBlock *Take = Next(Start, "gemmify.take");
  BasicBlock *Fill = Next(*Take, "gemmify.fill");
  Refused = Next(*Fill, "gemmify.refused");
  BasicBlock *Go = Next(*Refused, "gemmify.copies");
  auto Open = [](BasicBlock &BB, Type *Ty, const Twine &Name) {
    return new FreezeInst(PoisonValue::get(Ty), Name,
                          BB.getTerminator()->getIterator());
  };
  Type *I1 = Type::getInt1Ty(Start.getContext());
  MayTry = Open(Start, I1, "gemmify.try");
  Workspace = Open(*Take, PointerType::getUnqual(Start.getContext()),
                   "gemmify.workspace");
  MayRun = Open(*Fill, I1, "gemmify.filled");
  auto Branch = [&](Value *If, BasicBlock &BB, BasicBlock &IfTrue,
                    BasicBlock &IfFalse) {
    Instruction *Jump = BB.getTerminator();
    IRBuilder<> B(Jump);
    B.SetCurrentDebugLocation(Trial.root().getStartLoc());
    if (If->getType()->isPointerTy())
      If = B.CreateIsNotNull(If);
    B.CreateCondBr(If, &IfTrue, &IfFalse);
    Jump->eraseFromParent();
  };
  Branch(MayTry, Start, *Take, *Original);
  Branch(Workspace, *Take, *Fill, *Original);
  Branch(MayRun, *Fill, *Go, *Refused);
  Refused->getTerminator()->setSuccessor(0, Original);
  A.DT.recalculate(*Start.getParent());
}

/// Gives each loop a counter from 0 on.
void NestOnCopies::countLoops() {
  for (Loop *L : Copies.nest().Loops) {
    BasicBlock *Header = L->getHeader(), *Latch = L->getLoopLatch();
    IRBuilder<> B(Header, Header->begin());
    PHINode *Phi = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.index");
    B.SetInsertPoint(Latch->getTerminator());
    Phi->addIncoming(B.getInt64(0), L->getLoopPreheader());
    Phi->addIncoming(B.CreateAdd(Phi, B.getInt64(1), "", true, true), Latch);
    Counters[L] = Phi;
  }
}

/// Takes \p V out of \p L if it is not used there any more, and what it alone
/// has used; what is in front of \p L will be.
static void dropDead(Value *V, const Loop &L) {
  SmallVector<WeakVH, 8> MayBeDead{V};
  while (!MayBeDead.empty()) {
    Value *Next = MayBeDead.pop_back_val();
    auto *I = dyn_cast_or_null<Instruction>(Next);
    if (!I || !L.contains(I) || !isInstructionTriviallyDead(I))
      continue;
    MayBeDead.append(I->value_op_begin(), I->value_op_end());
    I->eraseFromParent();
  }
}

void NestOnCopies::redirect(Instruction &Access, const TabledOperand &Of,
                            Value *Copy, ArrayRef<Value *> Strides) {
  IRBuilder<> B(&Access);
  for (auto [Axis, Stride] : llvm::zip(Of.Layout.axes(), Strides))
    for (const auto &[L, Times] : Axis.By) {
      Value *Step = B.CreateMul(Counters.lookup(L), Stride);
      if (Times != 1)
        Step = B.CreateMul(Step, B.getInt64(static_cast<uint64_t>(Times)));
      Copy = B.CreatePtrAdd(Copy, Step);
    }
  const Align Own(Of.Layout.elementBytes());
  Access.dropUnknownNonDebugMetadata(); // Of where the element was.
  Value *Before = getLoadStorePointerOperand(&Access);
  if (auto *Load = dyn_cast<LoadInst>(&Access)) {
    Load->setOperand(Load->getPointerOperandIndex(), Copy);
    Load->setAlignment(Own);
  } else {
    auto &Store = cast<StoreInst>(Access);
    Store.setOperand(Store.getPointerOperandIndex(), Copy);
    Store.setAlignment(Own);
  }
  dropDead(Before, Trial.copy());
}

void NestOnCopies::redirectAll() {
  BasicBlock &Take = *Workspace->getParent();
  TableWalk::Count CountOf = [&](const Loop *L) {
    return Numbers.hold(Copies.countOf(L), Take);
  };
  // What is held has to be in front of what is made of it.
  for (const Loop *L : Copies.nest().Loops)
    CountOf(L);
  IRBuilder<> B(Take.getTerminator());
  const auto Places = Copies.places(B, CountOf);
  SmallVector<Value *, 5> Firsts;
  for (auto [Of, Place] : llvm::zip(Copies.operands(), Places)) {
    Value *&First = Firsts.emplace_back(nullptr);
    if (!Of.IsCopied)
      continue;
    First = B.CreatePtrAdd(Workspace, Place.Offset);
    for (auto [Axis, Stride] : llvm::zip(Of.Layout.axes(), Place.Strides)) {
      Value *Origin = DenseLayout::origin(B, Axis, CountOf);
      First = B.CreatePtrAdd(First, B.CreateMul(Origin, Stride));
    }
  }
  for (const auto &[Access, Path] : Copies.nest().Elements) {
    const unsigned At = Copies.indexOf(Path);
    if (const TabledOperand &Of = Copies.operands()[At]; Of.IsCopied)
      redirect(*Access, Of, Firsts[At], Places[At].Strides);
  }
}

bool NestOnCopies::build(const FormReader &Forms) {
  BasicBlock *Exit = Trial.copy().getUniqueExitBlock();
  if (!Exit || !Exit->phis().empty() || !canEmit(Forms))
    return false;
  SmallVector<WeakVH, 4> NotNeeded;
  for (const ToldNumber &Each : Fixed.Numbers)
    for (LoadInst *Load : {Each.of(), Each.from()})
      if (Load)
        NotNeeded.push_back(Load);
  splitBlocks();
  countLoops();
  redirectAll();
  for (Value *V : NotNeeded)
    if (V)
      dropDead(V, Trial.copy());
  Trial.forgetCopy();
  return true;
}

/// Alias analysis is asked about the nest as it was. Where its branches do not
/// lead to the copy's way, it may store elsewhere, before that is known.
bool NestOnCopies::isAllowed(AAResults &AA) {
  GemmNest Whole;
  Whole.Root = &Trial.root();
  NestAlias Alias(Whole, AA);
  SmallVector<const Instruction *, 2> OnWay, Elsewhere;
  for (const BasicBlock *BB : Trial.root().blocks())
    for (const Instruction &I : *BB)
      if (isPlainStore(I))
        (llvm::is_contained(Elements, &I) ? OnWay : Elsewhere).push_back(&I);
  auto IsApartFrom = [&](const Instruction *Access,
                         ArrayRef<const Instruction *> Stores) {
    const Value *Ptr = Access ? getLoadStorePointerOperand(Access) : nullptr;
    return Ptr && llvm::all_of(Stores, [&](const Instruction *Store) {
             const auto *Set = dyn_cast<MemSetInst>(Store);
             const Value *To =
                 Set ? Set->getRawDest() : getLoadStorePointerOperand(Store);
             return Alias.neverAliases(*Access, *Ptr, *Store, *To);
           });
  };
  auto IsApart = [&](const Instruction *Access) {
    return !OnWay.empty() && IsApartFrom(Access, OnWay);
  };
  bool MayChange = llvm::any_of(Fixed.Firsts, [&](const EarlyLoad &Each) {
    return !IsApartFrom(Each.InRoot, Elsewhere);
  });
  for (const EarlyLoad &Each : Fixed.Places) {
    if (Each.IsLate && MayChange)
      return false;
    MayChange |= !IsApartFrom(Each.InRoot, Elsewhere);
    if (IsApart(Each.InRoot))
      continue;
    MayChange = true;
    Copies.addFixed(
        A.SE.getUnknown(Each.Load->getPointerOperand()),
        A.SE.getDataLayout().getTypeStoreSize(Each.Load->getType()));
  }
  // Other rows say the same numbers later.
  for (const EarlyLoad &Each : Fixed.Firsts)
    if (!IsApart(Each.InRoot) || (Each.IsLate && MayChange))
      return false;
  for (const auto &[Of, InRoot] : llvm::zip(Copies.nest().Tables, Tables)) {
    const TablePath &Path = Of.second;
    if (IsApart(InRoot))
      continue;
    if (!Path.isFixed())
      return false;
    Copies.addFixed(A.SE.getAddExpr(Path.Levels.front().Const, Path.Base),
                    sizeof(uint64_t));
  }
  for (TabledOperand &Each : Copies.operands()) {
    // Two arrays that are no copies are for the product's own guard.
    if (Each.IsResult || !(Each.IsCopied || Copies.result().IsCopied))
      continue;
    for (const auto &[Of, InRoot] : llvm::zip(Copies.nest().Elements, Elements))
      Each.IsTested |= Each.Path.isSame(Of.second) && !IsApart(InRoot);
  }
  return true;
}

/// How many elements, or rows, \p Of has in its copy; no more than do not fit.
Value *NestOnCopies::places(IRBuilderBase &B, const TabledOperand &Of,
                            bool OfRows) {
  Type *I128 = B.getInt128Ty();
  Value *Most = ConstantInt::get(I128, SharedTuning::MaxExpanded);
  Value *All = ConstantInt::get(I128, 1);
  auto CountOf = [&](const Loop *L) { return count(B, L); };
  for (const DenseAxis &Axis : Of.Layout.axes()) {
    if (OfRows && Of.isInRow(Axis))
      continue;
    Value *Extent = B.CreateZExt(DenseLayout::extent(B, Axis, CountOf), I128);
    All = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateMul(All, Extent),
                                  Most);
  }
  return All;
}

/// Whether all loops run, rows do not reach far, and copies and the addresses
/// of the result's rows take little workspace.
Value *NestOnCopies::fits(IRBuilderBase &B) {
  Type *I128 = B.getInt128Ty();
  Value *Most = ConstantInt::get(I128, SharedTuning::MaxExpanded);
  Value *All = B.getTrue(), *Bytes = ConstantInt::get(I128, 0);
  auto Require = [&](Value *Cond) { All = B.CreateAnd(All, Cond); };
  for (const Loop *L : Copies.nest().Loops) {
    Value *Last = B.CreateSub(count(B, L), B.getInt64(1));
    Require(B.CreateICmpULT(Last, B.getInt64(SharedTuning::MaxExpanded)));
  }
  auto CountOf = [&](const Loop *L) { return count(B, L); };
  for (const TabledOperand &Each : Copies.operands()) {
    for (const DenseAxis &Axis : Each.Layout.axes()) {
      Value *Unit = Numbers.wide(B, Axis.Unit);
      Value *Size = B.CreateBinaryIntrinsic(Intrinsic::abs, Unit, B.getFalse());
      Value *Extent = B.CreateZExt(DenseLayout::extent(B, Axis, CountOf), I128);
      Require(
          B.CreateICmpULT(B.CreateMul(Size, Extent),
                          ConstantInt::get(I128, SharedTuning::MaxTableReach)));
    }
    auto Add = [&](bool OfRows, uint64_t Size) {
      Value *Of =
          B.CreateMul(places(B, Each, OfRows), ConstantInt::get(I128, Size));
      Bytes = B.CreateAdd(Bytes, Of);
    };
    if (Each.IsCopied)
      Add(/*OfRows=*/false, Each.Layout.elementBytes());
    if (Each.IsResult)
      Add(/*OfRows=*/true, sizeof(uint64_t));
  }
  Require(B.CreateICmpULT(Bytes, Most));
  return All;
}

Value *NestOnCopies::isWorthIt(IRBuilderBase &B) {
  Type *I128 = B.getInt128Ty();
  Value *Work = ConstantInt::get(I128, 1), *Copied = ConstantInt::get(I128, 0);
  Value *Cut = ConstantInt::get(I128, uint64_t(1) << 62);
  for (const Loop *L : Copies.nest().Loops)
    Work = B.CreateBinaryIntrinsic(
        Intrinsic::umin, B.CreateMul(Work, B.CreateZExt(count(B, L), I128)),
        Cut);
  for (const TabledOperand &Each : Copies.operands())
    if (Each.IsCopied)
      Copied = B.CreateAdd(Copied, places(B, Each, /*OfRows=*/false));
  Value *Least =
      B.CreateMul(Copied, ConstantInt::get(I128, SharedTuning::MinTableReuse));
  Value *Repays = B.CreateICmpUGE(Work, Least);
  Value *IsLarge =
      B.CreateICmpUGE(Work, ConstantInt::get(I128, SharedTuning::MinTabled));
  return B.CreateAnd(Repays, IsLarge);
}

/// Whether the nest may run on copies, as far as numbers tell.
Value *NestOnCopies::mayTry(IRBuilderBase &B) {
  Value *All = isWorthIt(B);
  All = B.CreateAnd(All, fits(B));
  return B.CreateFreeze(B.CreateAnd(All, Narrow.emit(B)));
}

void NestOnCopies::emit() {
  IRBuilder<> B(MayTry);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  Value *If = mayTry(B);
  SmallVector<Value *, 16> Args{nullptr};
  for (const SCEV *S : Copies.numbers())
    Args.push_back(Numbers.expand(B, S));
  TableWalk::Count CountOf = [&](const Loop *L) { return count(B, L); };
  Value *Rows = Copies.rowStrides(B, Copies.result(), CountOf).back();
  Value *Size = B.CreateMul(Rows, B.getInt64(sizeof(uint64_t)));
  Value *Bytes = B.CreateAdd(Copies.places(B, CountOf).back().Offset, Size);
  Numbers.give(B);
  auto Settle = [&](Instruction *Open, Value *V) {
    Open->replaceAllUsesWith(V);
    Open->eraseFromParent();
  };
  Settle(MayTry, If);
  Function &Host = *Behind->getParent();
  B.SetInsertPoint(Workspace);
  Value *Taken = Args.front() = takeWorkspace(B, Bytes);
  Settle(Workspace, Taken);
  B.SetInsertPoint(MayRun);
  Settle(MayRun, B.CreateCall(&Copies.fill(Host), Args));
  B.SetInsertPoint(Refused->getTerminator());
  giveWorkspace(B, Taken);
  B.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  if (Copies.result().IsCopied)
    B.CreateCall(&Copies.writeBack(Host), Args);
  giveWorkspace(B, Taken);
}

} // namespace gemmify
