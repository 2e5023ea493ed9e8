//===- FunctionLowering.cpp - Lowers one function -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "StateOrder.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

void dropUnreachableMatrixCalls(Function &F) {
  SmallPtrSet<const BasicBlock *, 32> Reachable;
  for (BasicBlock *BB : depth_first(&F))
    Reachable.insert(BB);
  for (BasicBlock &BB : F) {
    if (Reachable.contains(&BB))
      continue;
    for (Instruction &I : make_early_inc_range(BB))
      if (isMatrixIntrinsic(I)) {
        if (!I.getType()->isVoidTy())
          I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
      }
  }
}

FunctionLowering::FunctionLowering(Function &F, const TargetTransformInfo &TTI,
                                   AAResults &AA, StringRef RowName)
    : F(F), TTI(TTI), RowName(RowName), Order(F, AA) {}

/// The row for \p Kind. A row that was named but does not fit is reported as an
/// error; the calls are still lowered.
const KindTarget &FunctionLowering::targetFor(const ProductKind &Kind) {
  for (const KindTarget &Known : Targets)
    if (Known.Asked == Kind)
      return Known;
  Expected<TargetChoice> Choice = selectTarget(F, Kind, RowName);
  if (!Choice) {
    std::string Why = toString(Choice.takeError());
    if (!RefusedRow)
      F.getContext().emitError(Why);
    RefusedRow = true;
    Choice = selectTarget(F, Kind, "");
  }
  KindTarget T;
  T.Asked = Kind;
  T.Kind = Choice->Kind;
  T.Record = Choice->Row->Describe(F, T.Kind, TTI);
  T.Lanes = vectorLanes(F.getDataLayout(), T.Record.VectorBits, Kind.Sum);
  T.Emitter = &Choice->Row->Emitter(F, T.Kind);
  if (Choice->Row->Finish)
    F.addFnAttr(FinishAttribute, Choice->Row->Name);
  Targets.push_back(T);
  return Targets.back();
}

void FunctionLowering::visit(Instruction &I) {
  if (const CarriedSum *Sum = Sums.of(&I)) {
    if (auto *Phi = dyn_cast<PHINode>(&I))
      return lowerCarriedPhi(*Phi, *Sum);
    return lowerCarriedProduct(*matchProduct(I), *Sum);
  }
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return lowerStore(*Store);
  if (isOperandForm(I)) {
    OperandForms.insert(&I);
    Dead.insert(&I);
    return;
  }
  if (isMatrixIntrinsic(I)) {
    auto &Call = cast<IntrinsicInst>(I);
    switch (Call.getIntrinsicID()) {
    case Intrinsic::matrix_multiply:
      return lowerProduct(*matchProduct(I));
    case Intrinsic::matrix_transpose:
      return lowerTranspose(Call);
    case Intrinsic::matrix_column_major_store:
      return lowerColumnStore(Call);
    default:
      Dead.insert(&I);
      if (memoryOfColumnAccess(Call).Volatile)
        lowerColumnLoad(Call);
      return;
    }
  }
  if (!Layouts.contains(&I))
    return;
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return lowerPhi(*Phi);
  if (std::optional<Product> P = matchProduct(I))
    return lowerProduct(*P);
  lowerElementwise(I);
}

void FunctionLowering::completePhis() {
  for (PHINode *Phi : Phis) {
    Layout Cut = Layouts.lookup(Phi);
    IRBuilder<> AtPhi(Phi);
    SmallVector<Value *> Pieces = Lowered.find(Phi)->second.cut(AtPhi, Cut);
    DenseMap<BasicBlock *, SmallVector<Value *>> Incoming;
    for (unsigned In = 0; In != Phi->getNumIncomingValues(); ++In) {
      BasicBlock *From = Phi->getIncomingBlock(In);
      auto [Known, New] = Incoming.try_emplace(From);
      if (New) {
        IRBuilder<> B(From->getTerminator());
        Known->second = matrixAt(Phi->getIncomingValue(In), Cut.Rows, Cut.Cols,
                                 From->getTerminator())
                            .cut(B, Cut);
      }
      for (auto [Piece, V] : zip_equal(Pieces, Known->second))
        cast<PHINode>(Piece)->addIncoming(V, From);
    }
  }
}

/// Whether \p I is carried around a loop in pieces.
static bool isCarried(const Instruction &I, const LayoutMap &Layouts) {
  return any_of(I.users(), [&](const User *U) {
    return isa<PHINode>(U) && Layouts.contains(cast<Instruction>(U));
  });
}

/// Where to flatten \p I for a use in another block, so that it is not
/// assembled in every iteration of a loop; null: where \p I is.
static BasicBlock *blockForFlat(const Instruction &I, const Use &U) {
  auto *User = cast<Instruction>(U.getUser());
  BasicBlock *BB = User->getParent();
  if (auto *Phi = dyn_cast<PHINode>(User))
    BB = Phi->getIncomingBlock(U);
  bool Fits = BB != I.getParent() && BB->getFirstInsertionPt() != BB->end();
  return Fits ? BB : nullptr;
}

/// Gives users that are not lowered the flattened matrices.
void FunctionLowering::replaceRemainingUses() {
  for (Instruction *I : Dead) {
    if (I->getType()->isVoidTy())
      continue;
    SmallVector<Use *, 4> Staying;
    for (Use &U : I->uses())
      if (!Dead.contains(cast<Instruction>(U.getUser())))
        Staying.push_back(&U);
    bool IsCarried = Sums.of(I) || isCarried(*I, Layouts);
    DenseMap<BasicBlock *, Value *> FlatIn;
    for (Use *U : Staying) {
      BasicBlock *BB = IsCarried ? blockForFlat(*I, *U) : nullptr;
      Value *&Flat = FlatIn[BB];
      if (!Flat)
        Flat = BB ? flattenIn(*I, *BB) : flatValue(I);
      U->set(Flat == I ? PoisonValue::get(I->getType()) : Flat);
    }
  }
}

void FunctionLowering::eraseLowered() {
  SmallVector<WeakTrackingVH, 32> Operands;
  for (Instruction *I : Dead) {
    for (Value *Op : I->operands())
      if (isa<Instruction>(Op) && !Dead.contains(cast<Instruction>(Op)))
        Operands.push_back(Op);
    if (!I->getType()->isVoidTy())
      I->replaceAllUsesWith(PoisonValue::get(I->getType()));
  }
  for (Instruction *I : Dead)
    I->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Operands);
}

void FunctionLowering::run() {
  Layouts = inferShapes(F, [&](Type *ElemTy, unsigned Rows, unsigned Cols) {
    return cutFor(ElemTy, Rows, Cols);
  });
  // Inserted code is never visited: it has no layout, and the original
  // instructions are listed first.
  SmallVector<Instruction *, 64> Original;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      Original.push_back(&I);
  Sums.find(Original, Layouts, [&](const Product &P) { return carriedBy(P); });
  auto UsesState = [&](Instruction &I) { return usesState(I); };
  if (!sumsFollowEachOther(Original, Sums, UsesState))
    Sums.dropStates();
  for (Instruction *I : Original)
    visit(*I);
  completePhis();
  completeCarriedPhis();
  replaceRemainingUses();
  // Before anything is erased, because the loops read the same memory as loads
  // that were lowered.
  for (const LoopedProduct &Loop : Loops)
    Loop.expand();
  eraseLowered();
}

} // namespace gemmify
