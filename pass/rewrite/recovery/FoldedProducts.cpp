//===- FoldedProducts.cpp - Complex products as one operation -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldedProducts.h"
#include "RecoveryBranches.h"
#include "RecoveryCode.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

static constexpr StringLiteral FoldedPrefix = "gemmify.complex.";

bool isFolded(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName().starts_with(FoldedPrefix);
}

/// Calls the function that stands for \p Part of what \p Call computes.
static CallInst *foldedCall(IRBuilderBase &B, const CallInst &Call,
                            unsigned Part) {
  Type *Ty = Call.getArgOperand(0)->getType();
  SmallVector<Value *, 4> Args(Call.args());
  SmallVector<Type *, 4> Types(Args.size(), Ty);
  const std::string Name =
      (FoldedPrefix + Call.getCalledFunction()->getName() + "." + Twine(Part))
          .str();
  FunctionCallee Folded = B.GetInsertBlock()->getModule()->getOrInsertFunction(
      Name, FunctionType::get(Ty, Types, /*isVarArg=*/false));
  auto *F = cast<Function>(Folded.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  CallInst *New = B.CreateCall(Folded, Args);
  New->setDebugLoc(Call.getDebugLoc());
  return New;
}

static void fold(const RecoveryCode &Of, DomTreeUpdater &Updater,
                 LoopInfo &LI) {
  Instruction *End = Of.Top->getTerminator();
  IRBuilder<> B(End);
  for (unsigned Part : {0, 1}) {
    Of.Result[Part]->replaceAllUsesWith(foldedCall(B, *Of.Call, Part));
    Of.Result[Part]->eraseFromParent();
  }
  B.CreateBr(Of.Join);
  for (BasicBlock *BB : successors(Of.Top))
    if (BB != Of.Join)
      Updater.applyUpdates({{DominatorTree::Delete, Of.Top, BB}});
  SmallVector<WeakTrackingVH, 2> MayBeDead(std::begin(Of.Plain),
                                           std::end(Of.Plain));
  MayBeDead.push_back(cast<BranchInst>(End)->getCondition());
  End->eraseFromParent();
  for (BasicBlock *BB : Of.Between)
    LI.removeBlock(BB);
  DeleteDeadBlocks(Of.Between, &Updater);
  MergeBlockIntoPredecessor(Of.Join, &Updater, &LI);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(MayBeDead);
}

static bool foldQuotient(CallInst &Call) {
  Instruction *Parts[2] = {};
  if (!takeParts(Call, Parts))
    return false;
  IRBuilder<> B(&Call);
  for (unsigned Part : {0, 1}) {
    Parts[Part]->replaceAllUsesWith(foldedCall(B, Call, Part));
    Parts[Part]->eraseFromParent();
  }
  Call.eraseFromParent();
  return true;
}

bool foldProducts(const Loop &Copy, const NestAnalyses &A) {
  SmallVector<CallInst *, 4> Calls;
  bool MayFuse = false;
  for (BasicBlock *BB : Copy.blocks())
    for (Instruction &I : *BB) {
      if (isRecovery(I) || isQuotient(I))
        Calls.push_back(cast<CallInst>(&I));
      MayFuse |= isa<FPMathOperator>(I) && I.hasAllowContract();
    }
  // What is in blocks of its own now would be in one then.
  if (!Calls.empty() && MayFuse)
    return false;
  DomTreeUpdater Updater(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  return llvm::all_of(Calls, [&](CallInst *Call) {
    if (isQuotient(*Call))
      return foldQuotient(*Call);
    RecoveryCode Of;
    if (!Of.find(*Call) || A.LI.getLoopFor(Of.Top) != A.LI.getLoopFor(Of.Join))
      return false;
    fold(Of, Updater, A.LI);
    return true;
  });
}

/// The sum of both, in front of a builder.
static Value *addProducts(IRBuilderBase &B, const SignedProduct &P,
                          const SignedProduct &Q) {
  Value *X = B.CreateFMul(P.X, P.Y), *Y = B.CreateFMul(Q.X, Q.Y);
  if (P.IsNegative && !Q.IsNegative)
    return B.CreateFSub(Y, X);
  if (P.IsNegative)
    X = B.CreateFNeg(X);
  return Q.IsNegative ? B.CreateFSub(X, Y) : B.CreateFAdd(X, Y);
}

/// Calls the library's function for \p Folded, and takes both parts.
static std::pair<Value *, Value *> callLibrary(IRBuilderBase &B,
                                               const CallInst &Folded) {
  StringRef Name = Folded.getCalledFunction()->getName();
  Name = Name.drop_front(FoldedPrefix.size()).drop_back(2);
  Function *F = Folded.getModule()->getFunction(Name);
  SmallVector<Value *, 4> Args(Folded.args());
  CallInst *Call = B.CreateCall(F, Args);
  Call->setCallingConv(F->getCallingConv());
  Call->setDoesNotThrow();
  auto Take = [&](unsigned Part) {
    return F->getReturnType()->isVectorTy()
               ? B.CreateExtractElement(Call, uint64_t(Part))
               : B.CreateExtractValue(Call, Part);
  };
  Value *First = Take(0);
  return {First, Take(1)};
}

/// Both parts of what \p Folded is one of, before it.
static std::pair<Value *, Value *>
spellOut(CallInst &Folded, const NestAnalyses &A, DomTreeUpdater &Updater) {
  IRBuilder<> B(&Folded);
  if (Folded.getCalledFunction()->getName().contains("div"))
    return callLibrary(B, Folded);
  SmallVector<Value *, 4> Args(Folded.args());
  BasicBlock *Top = Folded.getParent();
  Value *Plain[2], *IsNaN[2];
  for (unsigned Part : {0, 1}) {
    const auto [First, Second] = productsOf(Args, Part);
    Plain[Part] = addProducts(B, First, Second);
  }
  for (unsigned Part : {0, 1})
    IsNaN[Part] = B.CreateFCmpUNO(Plain[Part],
                                  ConstantFP::getZero(Plain[Part]->getType()));
  Instruction *Then = SplitBlockAndInsertIfThen(
      B.CreateAnd(IsNaN[0], IsNaN[1]), Folded.getIterator(),
      /*Unreachable=*/false,
      MDBuilder(B.getContext()).createUnlikelyBranchWeights(), &Updater, &A.LI);
  B.SetInsertPoint(Then);
  B.SetCurrentDebugLocation(Folded.getDebugLoc());
  const auto [First, Second] = callLibrary(B, Folded);
  B.SetInsertPoint(Folded.getParent(), Folded.getParent()->begin());
  auto Join = [&](Value *Usual, Value *Recovered) -> Value * {
    PHINode *Phi = B.CreatePHI(Usual->getType(), 2);
    Phi->addIncoming(Usual, Top);
    Phi->addIncoming(Recovered, Then->getParent());
    return Phi;
  };
  Value *Real = Join(Plain[0], First);
  return {Real, Join(Plain[1], Second)};
}

bool unfoldBehind(BasicBlock &Start, const NestAnalyses &A) {
  SmallVector<BasicBlock *, 16> Blocks;
  A.DT.getDescendants(&Start, Blocks);
  SmallVector<CallInst *, 8> Calls;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if (isFolded(I))
        Calls.push_back(cast<CallInst>(&I));
  DomTreeUpdater Updater(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  auto AreOfOne = [](const CallInst &X, const CallInst &Y) {
    return X.getParent() == Y.getParent() && llvm::equal(X.args(), Y.args()) &&
           X.getCalledFunction()->getName().drop_back() ==
               Y.getCalledFunction()->getName().drop_back();
  };
  for (auto Next = Calls.begin(); Next != Calls.end(); ++Next) {
    if (!*Next)
      continue;
    SmallVector<CallInst *, 2> Same;
    for (CallInst *&Each : llvm::make_range(Next, Calls.end()))
      if (Each && AreOfOne(*Each, **Next))
        Same.push_back(Each);
    const auto Parts = spellOut(**Next, A, Updater);
    for (CallInst *Each : Same) {
      const bool IsFirst = Each->getCalledFunction()->getName().ends_with(".0");
      Each->replaceAllUsesWith(IsFirst ? Parts.first : Parts.second);
      *llvm::find(Calls, Each) = nullptr;
      Each->eraseFromParent();
    }
  }
  return !Calls.empty();
}

void dropFoldedFunctions(Module &M) {
  for (Function &F : llvm::make_early_inc_range(M))
    if (F.getName().starts_with(FoldedPrefix) && F.use_empty())
      F.eraseFromParent();
}

} // namespace gemmify
