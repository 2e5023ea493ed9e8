//===- SumApart.cpp - A sum split off the nest that uses it ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumApart.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

std::optional<LoneSum> findLoneSum(Loop &Innermost, const NestAnalyses &A) {
  LoneSum Sum;
  Loop *Middle = Innermost.getParentLoop();
  Loop *Outer = Middle ? Middle->getParentLoop() : nullptr;
  if (!Outer || !Innermost.isInnermost() || Middle->getSubLoops().size() != 1 ||
      !TrialNest::isOneNest(*Outer) || !TrialNest::canCopy(*Outer))
    return std::nullopt;
  for (const Loop *L : {&Innermost, Middle, Outer})
    if (!L->isLoopSimplifyForm() || !L->getExitingBlock() ||
        !L->getUniqueExitBlock())
      return std::nullopt;
  if (!Outer->getUniqueExitBlock()->phis().empty())
    return std::nullopt;
  Sum.Loops[0] = Outer;
  Sum.Loops[1] = Middle;
  std::optional<SumResult> Found = findSumResult(Innermost, A.LI);
  if (!Found)
    return std::nullopt;
  Sum.Result = *Found;
  Type *I64 = Type::getInt64Ty(A.SE.getContext());
  for (unsigned At : {0, 1}) {
    const SCEV *Last = A.SE.getBackedgeTakenCount(Sum.Loops[At]);
    if (isa<SCEVCouldNotCompute>(Last) || !A.SE.isLoopInvariant(Last, Outer) ||
        A.SE.getTypeSizeInBits(Last->getType()) > 64)
      return std::nullopt;
    Sum.Last[At] = A.SE.getNoopOrZeroExtend(Last, I64);
  }
  return Sum;
}

bool SumApart::run() {
  BasicBlock &Start = Trial.start();
  Loop &Rest = Trial.copy();
  BasicBlock *Exit = Rest.getUniqueExitBlock();
  if (!Exit || !Rest.getExitingBlock() || !Exit->phis().empty())
    return false;
  IRBuilder<> B(Start.getTerminator());
  auto CountOf = [&](unsigned At) {
    Value *Last = Numbers.hold(Sum.Last[At], Start);
    B.SetInsertPoint(Start.getTerminator());
    return B.CreateAdd(Last, B.getInt64(1));
  };
  Value *Rows = CountOf(0);
  RowBytes = B.CreateMul(CountOf(1), B.getInt64(Sum.elementBytes()));
  Bytes = B.CreateMul(Rows, RowBytes);
  Place = new FreezeInst(PoisonValue::get(B.getPtrTy()), "gemmify.sums",
                         Start.getTerminator()->getIterator());
  BasicBlock *Between = SplitBlock(&Start, Start.getTerminator(), &A.DT, &A.LI,
                                   nullptr, "gemmify.between");
  SplitBlock(Between, Between->getTerminator(), &A.DT, &A.LI, nullptr,
             "gemmify.rest");
  Behind = SplitBlock(Exit, Exit->getFirstInsertionPt(), &A.DT, &A.LI, nullptr,
                      "gemmify.behind");
  Sums.emplace(Rest, Start, ".sum", A);
  connect(*Between);
  A.SE.forgetAllLoops();
  writeSums();
  readSums();
  A.SE.forgetAllLoops();
  return Sums->loop();
}

/// Both halves run one after the other, if there is workspace.
void SumApart::connect(BasicBlock &Between) {
  BasicBlock *From = &Trial.start();
  Instruction *Jump = From->getTerminator();
  IRBuilder<> B(Jump);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  B.CreateCondBr(B.CreateIsNotNull(Place), Sums->preheader(),
                 Trial.root().getLoopPreheader());
  Jump->eraseFromParent();
  Sums->exiting()->getTerminator()->replaceSuccessorWith(
      Trial.copy().getUniqueExitBlock(), &Between);
  A.DT.recalculate(*From->getParent());
}

/// The address of an iteration's sum in the header of the inner one of the
/// two loops. It moves as counters do.
Value *SumApart::elementIn(function_ref<Loop &(Loop &)> CopyOf) {
  Value *At = Place;
  for (unsigned D : {0, 1}) {
    Loop &L = CopyOf(*Sum.Loops[D]);
    const bool Down = llvm::any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
      const auto *Rec = Phi.getType()->isIntegerTy()
                            ? dyn_cast<SCEVAddRecExpr>(A.SE.getSCEV(&Phi))
                            : nullptr;
      return Rec && Rec->isAffine() &&
             Rec->getStepRecurrence(A.SE)->isAllOnesValue();
    });
    IRBuilder<> B(Trial.start().getTerminator());
    Value *Step = D == 0 ? RowBytes : B.getInt64(Sum.elementBytes());
    Value *First = At;
    if (Down) {
      Value *Last = B.CreateMul(Numbers.hold(Sum.Last[D], Trial.start()), Step);
      Step = B.CreateNeg(Step);
      B.SetInsertPoint(L.getLoopPreheader()->getTerminator());
      First = B.CreatePtrAdd(At, Last);
    }
    B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
    PHINode *Phi = B.CreatePHI(At->getType(), 2, "gemmify.sum.at");
    B.SetInsertPoint(L.getLoopLatch()->getTerminator());
    Phi->addIncoming(First, L.getLoopPreheader());
    Phi->addIncoming(B.CreatePtrAdd(Phi, Step), L.getLoopLatch());
    At = Phi;
  }
  return At;
}

void SumApart::writeSums() {
  auto InSums = [&](Value &V) { return (*Sums)[Trial[&V]]; };
  Value *At = elementIn([&](Loop &L) -> Loop & {
    return *A.LI.getLoopFor(cast<BasicBlock>(InSums(*L.getHeader())));
  });
  auto *Behind = cast<BasicBlock>(InSums(*Sum.Result.Behind));
  IRBuilder<> B(Behind, Behind->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Sum.Result.Phi->getDebugLoc());
  B.CreateStore(InSums(*Sum.Result.Value), At);
  SmallVector<Instruction *, 4> Writes;
  for (BasicBlock *BB : Trial.copy().blocks())
    for (Instruction &I : *BB)
      if (isa<StoreInst>(I))
        Writes.push_back(&I);
  Sums->remove(Writes);
  Sums->dropEmptyParts();
}

/// Deletes \p Phi and what is computed of it, if that is used for nothing else.
static void dropUnused(PHINode &Phi) {
  SmallSetVector<Instruction *, 16> Users;
  Users.insert(&Phi);
  for (unsigned At = 0; At != Users.size(); ++At) {
    if (Users[At]->mayHaveSideEffects() || Users[At]->isTerminator())
      return;
    for (User *U : Users[At]->users())
      Users.insert(cast<Instruction>(U));
  }
  SmallVector<WeakTrackingVH, 8> Operands;
  for (Instruction *I : Users) {
    Operands.append(I->value_op_begin(), I->value_op_end());
    I->dropAllReferences();
  }
  for (Instruction *I : Users)
    I->eraseFromParent();
  for (Value *V : Operands)
    if (V)
      RecursivelyDeleteTriviallyDeadInstructions(V);
}

void SumApart::readSums() {
  Value *At = elementIn([&](Loop &L) -> Loop & { return Trial.copyOf(L); });
  Value *Result = Trial[Sum.Result.Value];
  auto *Phi = cast<PHINode>(Trial[Sum.Result.Phi]);
  auto *Behind = cast<BasicBlock>(Trial[Sum.Result.Behind]);
  const Loop &Inner = *A.LI.getLoopFor(Phi->getParent());
  IRBuilder<> B(Behind, Behind->getFirstInsertionPt());
  B.SetCurrentDebugLocation(Sum.Result.Phi->getDebugLoc());
  Value *Load = B.CreateLoad(Result->getType(), At, "gemmify.sum");
  Result->replaceUsesWithIf(Load, [&](const Use &U) {
    return !Inner.contains(cast<Instruction>(U.getUser()));
  });
  if (auto *Join = dyn_cast<PHINode>(Result))
    RecursivelyDeleteDeadPHINode(Join);
  dropUnused(*Phi);
}

void SumApart::emitWorkspace() {
  IRBuilder<> B(Place);
  B.SetCurrentDebugLocation(Trial.root().getStartLoc());
  Value *Workspace = takeWorkspace(B, Bytes);
  Place->replaceAllUsesWith(Workspace);
  Place->eraseFromParent();
  B.SetInsertPoint(Behind, Behind->getFirstInsertionPt());
  giveWorkspace(B, Workspace);
}

} // namespace gemmify
