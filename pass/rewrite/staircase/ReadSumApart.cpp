//===- ReadSumApart.cpp - Sums computed before their nest -----------------===//
//------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadSumApart.h"
#include "BlockSchedule.h"
#include "StaircaseGuard.h"
#include "SumApart.h"
#include "intrinsic/Tuning.h"
#include "pass/rewrite/normalize/SplitParts.h"

using namespace llvm;

namespace gemmify {

namespace {
/// What the condition of a trial needs for as long as that lives.
struct TwoNests {
  LoneSum Sum;
  EntryNumbers Numbers;
  SumApart Split;
  ModelNest Sums, Rest;
  std::optional<StaircaseGuard> OfSums, OfRest;
  Loop *Product = nullptr;

  TwoNests(const LoneSum &Of, TrialNest &Trial, const NestAnalyses &A)
      : Sum(Of), Numbers(A.SE), Split(Of, Trial, Numbers, A) {}

  bool isWorkspace(const ModelAddress &Address) {
    const auto *Base =
        dyn_cast<SCEVUnknown>(Numbers.evolution().getPointerBase(Address.Base));
    return Base && Base->getValue() == Split.workspace();
  }
  bool model(const NestAnalyses &A, TrialNest &Trial);
  bool mergeReads(TrialNest &Trial, ScalarEvolution &SE);
  Value *fits(IRBuilderBase &B);
};
} // namespace

/// A load of \p Ty in \p L, which stays.
static LoadInst *anyLoad(const Loop &L, const Type &Ty) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->getType() == &Ty)
        return Load;
  return nullptr;
}

/// What the sums read has to be apart from what the rest writes. The workspace
/// is apart from everything. False where a loop has another counter, or what is
/// read is never apart.
bool TwoNests::mergeReads(TrialNest &Trial, ScalarEvolution &SE) {
  SmallVector<unsigned, 4> InRest;
  auto IsSame = [&](const Term &X, const Term &Y) {
    if (X.Base != Y.Base || X.Plus != Y.Plus)
      return false;
    if (X.Base == Term::Size)
      return Sums.Sizes[X.Index] == Rest.Sizes[Y.Index];
    return !X.isLoop() ||
           (X.Index < InRest.size() && InRest[X.Index] == Y.Index);
  };
  for (const ModelLoop &L : Sums.Loops) {
    const auto *Same = llvm::find_if(Rest.Loops, [&](const ModelLoop &Of) {
      return Split.inSums(*Of.L->getHeader()) == L.L->getHeader();
    });
    // Iterations have the numbers of a counter, of which there may be others.
    if (Same == Rest.Loops.end() || Same->Down != L.Down ||
        !(L.Down ? IsSame(L.High, Same->High) : IsSame(L.Low, Same->Low)))
      return false;
    InRest.push_back(Same - Rest.Loops.begin());
  }
  for (Statement &S : Rest.Statements)
    llvm::erase_if(S.Reads,
                   [&](const ModelRead &R) { return isWorkspace(R.Address); });
  for (const Statement &S : Sums.Statements)
    for (const ModelRead &R : S.Reads) {
      if (isWorkspace(R.Address))
        continue;
      if (SE.getPointerBase(R.Address.Base) == SE.getPointerBase(Rest.Base))
        return false;
      ModelRead Read{anyLoad(Trial.root(), *R.Load->getType()), R.Address,
                     std::nullopt, R.In, R.Since};
      for (auto &[L, Step] : Read.Address.By)
        L = InRest[L];
      Rest.Statements.front().Reads.push_back(std::move(Read));
    }
  return true;
}

/// Whether both are nests of which a model is known, and the sums are some that
/// are run in blocks.
bool TwoNests::model(const NestAnalyses &A, TrialNest &Trial) {
  std::optional<ModelNest> First = modelNest(Split.sums(), A.SE, A.LI, A.DT);
  std::optional<ModelNest> Second =
      First ? modelNest(Trial.copy(), A.SE, A.LI, A.DT) : std::nullopt;
  if (!Second || !scheduleBlocks(*First) ||
      llvm::any_of(Second->Statements,
                   [&](const Statement &S) { return isWorkspace(S.Address); }))
    return false;
  Sums = std::move(*First);
  Rest = std::move(*Second);
  const auto *S = llvm::find_if(
      Sums.Statements, [](const Statement &Each) { return Each.IsSum; });
  if (S == Sums.Statements.end() || !mergeReads(Trial, A.SE))
    return false;
  Product = Sums.Loops[S->Loop].L;
  OfSums.emplace(Sums, S - Sums.Statements.begin(), Numbers);
  OfRest.emplace(Rest, 0, Numbers);
  return true;
}

Value *TwoNests::fits(IRBuilderBase &B) {
  Type *I128 = B.getInt128Ty();
  Value *Bytes = ConstantInt::get(I128, Sum.elementBytes());
  Value *All = B.getTrue();
  Value *Most = ConstantInt::get(I128, SharedTuning::MaxExpanded);
  for (const SCEV *Last : Sum.Last) {
    Value *Number = B.CreateZExt(Numbers.expand(B, Last), I128);
    All = B.CreateAnd(All, B.CreateICmpULE(Number, Most));
    Bytes = B.CreateMul(Bytes, B.CreateAdd(Number, ConstantInt::get(I128, 1)));
  }
  return B.CreateAnd(All, B.CreateICmpULE(Bytes, Most));
}

std::unique_ptr<TrialNest> readSumApart(Loop &Innermost,
                                        const NestAnalyses &A) {
  std::optional<LoneSum> Sum = findLoneSum(Innermost, A);
  if (!Sum)
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Sum->Loops[0], ".apart", A);
  auto Of = std::make_shared<TwoNests>(*Sum, *Trial, A);
  if (!Of->Split.run() || !Of->model(A, *Trial))
    return nullptr;
  const Instruction &Entry =
      *Trial->start().getSinglePredecessor()->getTerminator();
  if (!Of->OfRest->canEmit(Entry) || !Of->OfSums->canEmitIndices(Entry))
    return nullptr;
  Trial->takeWorkspace();
  Trial->askFirst([Of, Times = isOfParts(Of->Sums.ElemTy)
                                   ? SharedTuning::PairedSumApart
                                   : 1](IRBuilderBase &B) {
    return Of->OfSums->emitIsLarge(B, Times);
  });
  Trial->readAt(*Of->Product, [Of](IRBuilderBase &B) {
    Of->Split.emitWorkspace();
    Value *Indices = Of->OfSums->emitIndices(B);
    Value *Fits = B.CreateAnd(Indices, Of->fits(B));
    Fits = B.CreateAnd(Fits, Of->OfRest->emitIndices(B));
    return B.CreateFreeze(B.CreateAnd(Fits, Of->OfRest->emit(B)));
  });
  Trial->readAlsoAt(Trial->copyOf(Innermost));
  return Trial;
}

} // namespace gemmify
