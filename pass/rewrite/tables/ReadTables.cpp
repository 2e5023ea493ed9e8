//===- ReadTables.cpp - Nests over tables of tables, on copies ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadTables.h"
#include "CopyFunctions.h"
#include "intrinsic/SharedTuning.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/rewrite/guard/NestAlias.h"
#include "pass/rewrite/normalize/NarrowNumbers.h"
#include "pass/rewrite/padding/EntryNumbers.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

namespace {

class NestOnCopies {
public:
  NestOnCopies(const TableNest &Nest, const FormReader &Forms, TrialNest &Trial,
               const NestAnalyses &A)
      : Copies(Nest, A.SE), Forms(Forms), Trial(Trial), A(A), Numbers(A.SE),
        Narrow(A.SE) {}

  /// Lets the copy of the nest work on copies. False where what they need is
  /// not known before it.
  bool build();
  /// Whether no store changes a table; notes what has to be tested.
  bool isAllowed(AAResults &AA);
  Value *emitFirst(IRBuilderBase &B);
  Value *emit(IRBuilderBase &B);

private:
  bool canEmit(const Instruction &At) const;
  void splitBlocks();
  void countLoops();
  void redirect();
  void redirect(Instruction &Access, const TabledOperand &Of, Value *Copy,
                ArrayRef<Value *> Strides);
  Value *fits(IRBuilderBase &B);
  Value *isWorthIt(IRBuilderBase &B);
  Value *places(IRBuilderBase &B, const TabledOperand &Of, bool OfRows);
  Value *count(IRBuilderBase &B, const Loop *L) {
    return Numbers.expand(B, Copies.countOf(L));
  }

  OperandCopies Copies;
  const FormReader &Forms;
  TrialNest &Trial;
  const NestAnalyses &A;
  EntryNumbers Numbers;
  NarrowNumbers Narrow;
  Instruction *Workspace = nullptr, *MayRun = nullptr; ///< Until it is kept.
  BasicBlock *Refused = nullptr, *Behind = nullptr;
  SmallDenseMap<const Loop *, PHINode *> Counters; ///< In the copy.
};

} // namespace

bool NestOnCopies::canEmit(const Instruction &At) const {
  auto CanExpand = [&](const SCEV *S) { return Numbers.canExpand(S, At); };
  return llvm::all_of(Copies.numbers(), CanExpand) &&
         llvm::all_of(Copies.nest().Conditions, [&](const Condition &C) {
           return CanExpand(C.X) && CanExpand(C.Y);
         });
}

/// The blocks around the copy of the nest: one that takes workspace, one that
/// fills it, one for the case that it must not be used, and one that writes the
/// result back.
void NestOnCopies::splitBlocks() {
  BasicBlock &Start = Trial.start();
  BasicBlock *Original = Trial.root().getLoopPreheader();
  BasicBlock *Exit = Trial.copy().getUniqueExitBlock();
  auto Split = [&](BasicBlock &BB, BasicBlock::iterator At, const Twine &Name) {
    return SplitBlock(&BB, At, &A.DT, &A.LI, nullptr, Name);
  };
  Behind = Split(*Exit, Exit->getFirstInsertionPt(), "gemmify.behind");
  BasicBlock *Fill =
      Split(Start, Start.getTerminator()->getIterator(), "gemmify.fill");
  Refused =
      Split(*Fill, Fill->getTerminator()->getIterator(), "gemmify.refused");
  BasicBlock *Go = Split(*Refused, Refused->getTerminator()->getIterator(),
                         "gemmify.copies");
  auto Place = [](BasicBlock &BB, Type *Ty, const Twine &Name) {
    return new FreezeInst(PoisonValue::get(Ty), Name,
                          BB.getTerminator()->getIterator());
  };
  Workspace = Place(Start, PointerType::getUnqual(Start.getContext()),
                    "gemmify.workspace");
  MayRun = Place(*Fill, Type::getInt1Ty(Start.getContext()), "gemmify.filled");
  auto Branch = [&](BasicBlock &BB, Value *If, BasicBlock &IfTrue,
                    BasicBlock &IfFalse) {
    Instruction *Jump = BB.getTerminator();
    IRBuilder<> B(Jump);
    B.SetCurrentDebugLocation(Trial.root().getStartLoc());
    B.CreateCondBr(If, &IfTrue, &IfFalse);
    Jump->eraseFromParent();
  };
  IRBuilder<> B(Start.getTerminator());
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  Branch(Start, B.CreateIsNotNull(Workspace), *Fill, *Original);
  Branch(*Fill, MayRun, *Go, *Refused);
  Refused->getTerminator()->setSuccessor(0, Original);
  A.DT.recalculate(*Start.getParent());
}

/// Gives each loop a counter from 0 on.
void NestOnCopies::countLoops() {
  for (Loop *L : Copies.nest().Loops) {
    Loop &Copy = Trial.copyOf(*L);
    BasicBlock *Header = Copy.getHeader(), *Latch = Copy.getLoopLatch();
    IRBuilder<> B(Header, Header->begin());
    PHINode *Phi = B.CreatePHI(B.getInt64Ty(), 2, "gemmify.index");
    B.SetInsertPoint(Latch->getTerminator());
    Phi->addIncoming(B.getInt64(0), Copy.getLoopPreheader());
    Phi->addIncoming(B.CreateAdd(Phi, B.getInt64(1), "", true, true), Latch);
    Counters[L] = Phi;
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
  Value *Before = getLoadStorePointerOperand(&Access);
  if (auto *Load = dyn_cast<LoadInst>(&Access)) {
    Load->setOperand(Load->getPointerOperandIndex(), Copy);
    Load->setAlignment(Own);
  } else {
    auto &Store = cast<StoreInst>(Access);
    Store.setOperand(Store.getPointerOperandIndex(), Copy);
    Store.setAlignment(Own);
  }
  RecursivelyDeleteTriviallyDeadInstructions(Before);
}

void NestOnCopies::redirect() {
  BasicBlock &Start = Trial.start();
  IRBuilder<> B(Workspace->getNextNode());
  TableWalk::Count CountOf = [&](const Loop *L) {
    return Numbers.hold(Copies.countOf(L), Start);
  };
  // What is held has to be in front of what is made of it.
  for (const Loop *L : Copies.nest().Loops)
    CountOf(L);
  B.SetInsertPoint(Start.getTerminator());
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
    const TabledOperand &Of = Copies.find(Path);
    const unsigned At = &Of - Copies.operands().data();
    if (Of.IsCopied)
      redirect(*cast<Instruction>(Trial[Access]), Of, Firsts[At],
               Places[At].Strides);
  }
}

bool NestOnCopies::build() {
  BasicBlock *Exit = Trial.copy().getUniqueExitBlock();
  if (!Exit || !Exit->phis().empty() ||
      !canEmit(*Trial.start().getSinglePredecessor()->getTerminator()) ||
      !Narrow.addRanges(Forms, Trial.root()))
    return false;
  splitBlocks();
  countLoops();
  redirect();
  Trial.forgetCopy();
  return true;
}

bool NestOnCopies::isAllowed(AAResults &AA) {
  GemmNest Whole;
  Whole.Root = &Trial.root();
  NestAlias Alias(Whole, AA);
  const StoreInst &Store = *Copies.nest().Store;
  auto IsApart = [&](const Instruction &Access) {
    return Alias.neverAliases(Access, *getLoadStorePointerOperand(&Access),
                              Store, *Store.getPointerOperand());
  };
  for (const auto &[Table, Path] : Copies.nest().Tables)
    if (!IsApart(*Table)) {
      if (!Path.isFixed())
        return false;
      Copies.addFixed(Path);
    }
  for (TabledOperand &Each : Copies.operands()) {
    // Two arrays that are no copies are for the product's own guard.
    if (Each.IsResult || !(Each.IsCopied || Copies.result().IsCopied))
      continue;
    for (const auto &[Access, Path] : Copies.nest().Elements)
      Each.IsTested |= Each.Path.isSame(Path) && !IsApart(*Access);
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
    if (OfRows && Axis.Level + 1 == Of.Path.Levels.size())
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

Value *NestOnCopies::emitFirst(IRBuilderBase &B) { return isWorthIt(B); }

Value *NestOnCopies::emit(IRBuilderBase &B) {
  Value *All = fits(B);
  for (const Condition &C : Copies.nest().Conditions) {
    Value *X = Numbers.expand(B, C.X);
    All = B.CreateAnd(All, B.CreateICmp(C.Pred, X, Numbers.expand(B, C.Y)));
  }
  All = B.CreateAnd(All, Narrow.emit(B));
  SmallVector<Value *, 16> Args{nullptr};
  for (const SCEV *S : Copies.numbers())
    Args.push_back(Numbers.expand(B, S));
  TableWalk::Count CountOf = [&](const Loop *L) { return count(B, L); };
  Value *Rows = Copies.rowStrides(B, Copies.result(), CountOf).back();
  Value *Bytes = B.CreateAdd(Copies.places(B, CountOf).back().Offset,
                             B.CreateMul(Rows, B.getInt64(sizeof(uint64_t))));
  Numbers.give(B);
  Function &Host = *Trial.start().getParent();
  const DebugLoc Where = Trial.root().getStartLoc();
  IRBuilder<> In(Workspace);
  In.SetCurrentDebugLocation(Where);
  Value *Taken = takeWorkspace(In, Bytes);
  Workspace->replaceAllUsesWith(Taken);
  Workspace->eraseFromParent();
  Args.front() = Taken;
  In.SetInsertPoint(MayRun);
  MayRun->replaceAllUsesWith(In.CreateCall(&Copies.fill(Host), Args));
  MayRun->eraseFromParent();
  In.SetInsertPoint(Refused->getTerminator());
  giveWorkspace(In, Taken);
  In.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  if (Copies.result().IsCopied)
    In.CreateCall(&Copies.writeBack(Host), Args);
  giveWorkspace(In, Taken);
  return B.CreateFreeze(All);
}

/// \p Root on copies, if all of it is a product then or \p Again, as it may be
/// one in another reading.
static std::unique_ptr<TrialNest> readAt(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A, bool Again) {
  if (!TrialNest::canCopy(Root))
    return nullptr;
  auto Forms = std::make_shared<FormReader>(Root, A.SE, /*ReadsUnsigned=*/true);
  std::optional<TableNest> Nest = findTableNest(Root, *Forms, A);
  if (!Nest || Nest->Loops.back() != &Innermost)
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".tables", A);
  auto On = std::make_shared<NestOnCopies>(*Nest, *Forms, *Trial, A);
  if (!On->build())
    return nullptr;
  Trial->takeWorkspace();
  Trial->allowIf([On, Forms](AAResults &AA) { return On->isAllowed(AA); });
  Trial->askFirst([On](IRBuilderBase &B) { return On->emitFirst(B); });
  Trial->readAt(Trial->copyOf(Innermost),
                [On](IRBuilderBase &B) { return On->emit(B); });
  if (!Trial->recognizeWhole() && !Again)
    return nullptr;
  if (Again)
    Trial->readAgain();
  return Trial;
}

std::unique_ptr<TrialNest> readTables(Loop &Innermost, const NestAnalyses &A) {
  for (const bool Again : {false, true})
    if (auto Trial = readOutermost(Innermost, [&](Loop &Root) {
          return readAt(Root, Innermost, A, Again);
        }))
      return Trial;
  return nullptr;
}

} // namespace gemmify
