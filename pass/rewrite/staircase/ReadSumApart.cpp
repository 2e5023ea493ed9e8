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
  LoneSums Lone;
  EntryNumbers Numbers;
  SumApart Split;
  SmallVector<ModelNest, 1> Sums; ///< One for each sum.
  ModelNest Rest;
  SmallVector<StaircaseGuard, 1> OfSums;
  std::optional<StaircaseGuard> OfRest;
  SmallVector<Loop *, 1> Products; ///< The innermost loops of the sums.

  TwoNests(const LoneSums &Of, TrialNest &Trial, const NestAnalyses &A)
      : Lone(Of), Numbers(A.SE), Split(Of, Trial, Numbers, A) {}

  bool isWorkspace(const ModelAddress &Address) {
    const auto *Base =
        dyn_cast<SCEVUnknown>(Numbers.evolution().getPointerBase(Address.Base));
    return Base && Base->getValue() == Split.workspace();
  }
  bool model(const NestAnalyses &A, TrialNest &Trial);
  bool modelSums(unsigned At, const NestAnalyses &A);
  bool mergeReads(unsigned At, TrialNest &Trial, ScalarEvolution &SE);
  bool canEmit(const Instruction &Entry) const;
  Value *fits(IRBuilderBase &B);
  Value *emit(IRBuilderBase &B);
};
} // namespace

/// What \p Root, which is to be run as it is, stores to.
static std::optional<ModelNest> modelAsItIs(Loop &Root, const NestAnalyses &A) {
  AsideParts All;
  All.RunsAll = true;
  return modelNest(Root, A.SE, A.LI, A.DT, /*ReadsStored=*/false, &All);
}

/// A load of \p Ty in \p L, which stays.
static LoadInst *anyLoad(const Loop &L, const Type &Ty) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->getType() == &Ty)
        return Load;
  return nullptr;
}

/// What the sums number \p At read has to be apart from what the rest writes.
/// The workspace is apart from everything. False where a loop has another
/// counter, or what is read is never apart.
bool TwoNests::mergeReads(unsigned At, TrialNest &Trial, ScalarEvolution &SE) {
  const ModelNest &Of = Sums[At];
  SmallVector<unsigned, 4> InRest;
  auto IsSame = [&](const Term &X, const Term &Y) {
    if (X.Base != Y.Base || X.Plus != Y.Plus)
      return false;
    if (X.Base == Term::Size)
      return Of.Sizes[X.Index] == Rest.Sizes[Y.Index];
    return !X.isLoop() ||
           (X.Index < InRest.size() && InRest[X.Index] == Y.Index);
  };
  for (const ModelLoop &L : Of.Loops) {
    const auto *Same = llvm::find_if(Rest.Loops, [&](const ModelLoop &In) {
      return Split.inSums(At, *In.L->getHeader()) == L.L->getHeader();
    });
    // Iterations have the numbers of a counter, of which there may be others.
    if (Same == Rest.Loops.end() || Same->Down != L.Down ||
        !(L.Down ? IsSame(L.High, Same->High) : IsSame(L.Low, Same->Low)))
      return false;
    InRest.push_back(Same - Rest.Loops.begin());
  }
  for (const Statement &S : Of.Statements)
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

/// Whether the sums number \p At are a nest of which a model is known. One sum
/// alone has to be one that is run in blocks, or of a triangle, unless it was
/// not alone before; others are products as well.
bool TwoNests::modelSums(unsigned At, const NestAnalyses &A) {
  std::optional<ModelNest> Model = modelNest(Split.sums(At), A.SE, A.LI, A.DT);
  const bool IsTriangle = !Lone.Ends.empty();
  if (!Model || !(Lone.HasMore || Lone.HadMore || Lone.HasBeside ||
                  IsTriangle || scheduleBlocks(*Model)))
    return false;
  Sums.push_back(std::move(*Model));
  return true;
}

bool TwoNests::model(const NestAnalyses &A, TrialNest &Trial) {
  for (unsigned At = 0; At != Lone.Results.size(); ++At)
    if (!modelSums(At, A))
      return false;
  std::optional<ModelNest> Model = modelAsItIs(Trial.copy(), A);
  if (!Model || llvm::any_of(Model->Statements, [&](const Statement &S) {
        return isWorkspace(S.Address);
      }))
    return false;
  Rest = std::move(*Model);
  for (unsigned At = 0; At != Sums.size(); ++At) {
    ArrayRef<Statement> All = Sums[At].Statements;
    const auto *S =
        llvm::find_if(All, [](const Statement &Each) { return Each.IsSum; });
    if (S == All.end() || !mergeReads(At, Trial, A.SE))
      return false;
    Products.push_back(Sums[At].Loops[S->Loop].L);
    OfSums.emplace_back(Sums[At], S - All.begin(), Numbers);
  }
  OfRest.emplace(Rest, 0, Numbers);
  return true;
}

bool TwoNests::canEmit(const Instruction &Entry) const {
  return OfRest->canEmit(Entry) &&
         llvm::all_of(OfSums, [&](const StaircaseGuard &Each) {
           return Each.canEmitIndices(Entry);
         });
}

/// Whether the workspace is not too large.
Value *TwoNests::fits(IRBuilderBase &B) {
  Type *I128 = B.getInt128Ty();
  Value *Most = ConstantInt::get(I128, SharedTuning::MaxExpanded);
  Value *Bytes =
      ConstantInt::get(I128, Lone.elementBytes() * Lone.Results.size());
  Value *All = B.getTrue();
  for (unsigned At : {0, 1}) {
    Value *Last = B.CreateZExt(Numbers.expand(B, Lone.Last[At]), I128);
    const SCEV *Elements = Lone.size(At, Numbers.evolution());
    Value *Size = B.CreateZExt(Numbers.expand(B, Elements), I128);
    All = B.CreateAnd(All, B.CreateICmpULE(Last, Most));
    Bytes = B.CreateMul(Bytes, Size);
  }
  return B.CreateAnd(All, B.CreateICmpULE(Bytes, Most));
}

Value *TwoNests::emit(IRBuilderBase &B) {
  Split.emitWorkspace();
  Value *All = fits(B);
  for (StaircaseGuard &Each : OfSums)
    All = B.CreateAnd(All, Each.emitIndices(B));
  All = B.CreateAnd(All, OfRest->emitIndices(B));
  return B.CreateFreeze(B.CreateAnd(All, OfRest->emit(B)));
}

/// Finds how often the second loop of \p Sums runs at most, where that moves
/// with the first one.
static bool findMost(LoneSums &Sums, const NestAnalyses &A) {
  if (Sums.Last[1])
    return true;
  std::optional<ModelNest> Model = modelAsItIs(*Sums.Loops[0], A);
  if (!Model)
    return false;
  const ModelLoop &Outer = Model->Loops[0];
  const auto *Inner = llvm::find_if(
      Model->Loops, [&](const ModelLoop &L) { return L.L == Sums.Loops[1]; });
  Type *I64 = Type::getInt64Ty(A.SE.getContext());
  auto At = [&](const Term &T, const Term &Row) {
    const Term &Of = T.isLoop() ? Row : T;
    const SCEV *Base =
        Of.Base == Term::Size ? Model->Sizes[Of.Index] : A.SE.getZero(I64);
    const int64_t Plus = Of.Plus + (T.isLoop() ? T.Plus : 0);
    return A.SE.getAddExpr(Base, A.SE.getConstant(I64, Plus, true));
  };
  for (const Term &Row : {Outer.Low, Outer.High})
    Sums.Ends.push_back(
        A.SE.getMinusSCEV(At(Inner->High, Row), At(Inner->Low, Row)));
  SmallVector<const SCEV *, 4> All{A.SE.getZero(I64)};
  All.append(Sums.Ends);
  Sums.Last[1] = A.SE.getSMaxExpr(All);
  return true;
}

std::unique_ptr<TrialNest> readSumApart(Loop &Innermost,
                                        const NestAnalyses &A) {
  std::optional<LoneSums> Sums = findLoneSums(Innermost, A);
  if (!Sums || !findMost(*Sums, A))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(*Sums->Loops[0], ".apart", A);
  auto Of = std::make_shared<TwoNests>(*Sums, *Trial, A);
  if (!Of->Split.run() || !Of->model(A, *Trial) ||
      !Of->canEmit(*Trial->start().getSinglePredecessor()->getTerminator()))
    return nullptr;
  // Two sums take as long as one where each step waits for the last one.
  if (Sums->HasMore && !isOfParts(Of->Sums.front().ElemTy) &&
      !recognizeGemm(Trial->copyOf(Innermost), A).Nest)
    return nullptr;
  Trial->takeWorkspace();
  Trial->askFirst([Of, Times = isOfParts(Of->Sums.front().ElemTy)
                                   ? SharedTuning::PairedSumApart
                                   : 1](IRBuilderBase &B) {
    return Of->OfSums.front().emitIsLarge(B, Times);
  });
  Trial->readAt(*Of->Products.front(),
                [Of](IRBuilderBase &B) { return Of->emit(B); });
  for (Loop *Further : llvm::drop_begin(Of->Products))
    Trial->readAlsoAt(*Further);
  Trial->readAlsoAt(Trial->copyOf(Innermost));
  return Trial;
}

} // namespace gemmify
