//===- CheckedNest.cpp - A nest without its checks ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedNest.h"
#include "CheckTest.h"
#include "DeadBlocks.h"
#include "FailingSides.h"
#include "ThawedNest.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/rewrite/recovery/RecoveryBranches.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Takes the checks out of the copy of a trial.
class CheckRemover {
public:
  CheckRemover(TrialNest &Trial, const Loop &Inner, const NestAnalyses &A)
      : Trial(Trial), Innermost(Trial.copyOf(Inner)), A(A) {}

  /// What is computed before the nest instead of in it; empty where something
  /// in it stays frozen that the checks need, or where a loop never ends.
  std::optional<HoistedValues> run(const NestChecks &Checks) {
    for (WithOverflowInst *Op : Checks.Exact)
      makeExact(*cast<WithOverflowInst>(Trial[Op]));
    for (const TakenPieces &Pieces : Checks.Pieces)
      countWhole(Pieces);
    for (const auto &[Min, Least] : Checks.Minima)
      if (auto *Copied = cast_or_null<MinMaxIntrinsic>(Trial[Min]))
        takeLeast(*Copied, Least);
    for (const NestCheck &Check : Checks.Checks)
      remove(Check);
    for (const NestCheck &Choice : Checks.Choices)
      settle(*cast<BranchInst>(Trial[Choice.Branch]), Choice.Passing == 0);
    if (!Left.empty() && !dropLeft())
      return std::nullopt;
    HoistedValues Hoisted = hoistInCopy(Trial, Checks, A);
    joinLatches(Trial.copy(), A);
    const bool IsThawed = !Checks.NeedThawing || thaw(Hoisted);
    Trial.forgetCopy();
    if (!IsThawed)
      return std::nullopt;
    return Hoisted;
  }

private:
  /// What is frozen before the nest is so for the test as well.
  bool thaw(HoistedValues &Known) {
    auto Frozen = [&](Value &V) -> Value * {
      auto *Freeze = new FreezeInst(&V, "gemmify.frozen");
      Trial.prepare(*Freeze);
      const auto *Of = llvm::find_if(
          Known, [&](const auto &Earlier) { return Earlier.second == &V; });
      Known[Of == Known.end() ? &V : Of->first] = Freeze;
      return Freeze;
    };
    return thawNest(Trial.copy(), Trial.start(), A.DT, Frozen);
  }

  /// Its result becomes that of an operation that does not wrap.
  void makeExact(WithOverflowInst &Op) {
    IRBuilder<> B(&Op);
    Value *Result = B.CreateBinOp(Op.getBinaryOp(), Op.getLHS(), Op.getRHS());
    if (auto *I = dyn_cast<BinaryOperator>(Result)) {
      I->setHasNoSignedWrap(Op.isSigned());
      I->setHasNoUnsignedWrap(!Op.isSigned());
    }
    replaceResult(Op, *Result);
    for (User *Usr : make_early_inc_range(Op.users()))
      if (auto *Freeze = dyn_cast<FreezeInst>(Usr)) {
        B.SetInsertPoint(Freeze);
        replaceResult(*Freeze, *B.CreateFreeze(Result));
      }
  }

  void replaceResult(Value &Both, Value &Result) {
    for (User *Usr : make_early_inc_range(Both.users()))
      if (auto *Part = dyn_cast<ExtractValueInst>(Usr);
          Part && *Part->idx_begin() == 0) {
        Part->replaceAllUsesWith(&Result);
        Part->eraseFromParent();
      }
  }

  void takeLeast(MinMaxIntrinsic &Min, unsigned Least) {
    Min.replaceAllUsesWith(Min.getOperand(Least));
    RecursivelyDeleteTriviallyDeadInstructions(&Min);
  }

  /// Lets a loop end by the number of its pieces.
  void countWhole(const TakenPieces &Pieces) {
    Loop &L = Trial.copyOf(*Pieces.L);
    auto &Br = *cast<BranchInst>(L.getLoopLatch()->getTerminator());
    auto &Asks = *cast<ICmpInst>(Br.getCondition());
    IRBuilder<> B(Trial.start().getTerminator());
    Type *Ty = Pieces.All->getType();
    Value *One = ConstantInt::get(Ty, 1);
    Value *Last = B.CreateSub(B.CreateUDiv(Pieces.All, Pieces.Size), One);
    B.SetInsertPoint(L.getHeader(), L.getHeader()->begin());
    PHINode *Number = B.CreatePHI(Ty, 2, "piece");
    B.SetInsertPoint(&Br);
    Number->addIncoming(Constant::getNullValue(Ty), L.getLoopPreheader());
    Number->addIncoming(B.CreateNUWAdd(Number, One), L.getLoopLatch());
    Br.setCondition(B.CreateICmp(Asks.getPredicate(), Number, Last));
    RecursivelyDeleteTriviallyDeadInstructions(&Asks);
  }

  /// Those that lead to closed exits are gone already.
  void remove(const NestCheck &Check) {
    if (auto *Br = cast_or_null<BranchInst>(Trial[Check.Branch]))
      replace(*Br, Check.Passing);
    if (Value *Cond = Trial[Check.Branch->getCondition()])
      RecursivelyDeleteTriviallyDeadInstructions(Cond);
  }

  void settle(BranchInst &Br, bool Is) {
    Value *Cond = Br.getCondition();
    Br.setCondition(ConstantInt::getBool(Br.getContext(), Is));
    RecursivelyDeleteTriviallyDeadInstructions(Cond);
  }

  void replace(BranchInst &Br, unsigned Passing) {
    BasicBlock *Out = takeAlways(Br, Passing, A, /*KeepOneInputPhis=*/true);
    if (Trial.copy().contains(Out))
      Left.push_back(Out);
    else
      assert(!pred_empty(Out) && "the nest's own exit leads there as well");
  }

  /// What only checks of inner loops led to, and what was carried from there.
  bool dropLeft() {
    Trial.forgetCopy();
    if (!dropDeadBlocks(Left, Trial.copy(), Innermost, A))
      return false;
    dropSamePhis(Trial.copy(), /*FromOutside=*/false);
    return true;
  }

  TrialNest &Trial;
  const Loop &Innermost; ///< Of the copy.
  const NestAnalyses &A;
  /// Blocks of the nest that checks of its inner loops led to.
  SmallVector<BasicBlock *, 2> Left;
};

} // namespace

static bool mayBeSum(Loop &Innermost, ScalarEvolution &SE) {
  auto Recovers = [](const BasicBlock *BB) { return any_of(*BB, isRecovery); };
  return !findSums(Innermost, SE).empty() ||
         any_of(Innermost.blocks(), Recovers);
}

/// The trial at \p Root, or at its copy where failing sides are \p Ended.
static std::unique_ptr<TrialNest> readTestedAt(Loop &Root, Loop &Innermost,
                                               std::unique_ptr<TrialNest> Ended,
                                               bool OfChunks,
                                               const NestAnalyses &A) {
  Loop &Read = Ended ? Ended->copy() : Root;
  Loop &Inner = Ended ? Ended->copyOf(Innermost) : Innermost;
  if (Ended && !mayBeSum(Inner, A.SE))
    return nullptr;
  std::optional<NestChecks> Checks = findChecks(Read, Inner, OfChunks, A);
  if (!Checks || mayFuseWithoutBranches(Read, A.LI) ||
      !TrialNest::canCopy(Read, Checks->Closed))
    return nullptr;
  const char *Name = OfChunks ? ".even" : ".unchecked";
  auto Trial = Ended
                   ? std::make_unique<TrialNest>(std::move(Ended), Name, A,
                                                 Checks->Closed)
                   : std::make_unique<TrialNest>(Root, Name, A, Checks->Closed);
  std::optional<HoistedValues> Hoisted =
      CheckRemover(*Trial, Inner, A).run(*Checks);
  if (!Hoisted)
    return nullptr;
  testBefore(*Trial, std::move(*Checks), std::move(*Hoisted), Inner, A);
  return Trial;
}

/// The same where no function is called, but by failing sides: calls are no
/// part of a product, so what is around them need not be copied.
static std::unique_ptr<TrialNest> readCheckedAt(Loop &Root, Loop &Innermost,
                                                bool OfChunks,
                                                const NestAnalyses &A) {
  if (!TrialNest::isOneNest(Root) || !Root.isLoopSimplifyForm())
    return nullptr;
  std::unique_ptr<TrialNest> Ended;
  if (callsOthers(Root)) {
    Ended = OfChunks ? nullptr : endFailingSides(Root, Innermost, A);
    if (!Ended)
      return nullptr;
  }
  return readTestedAt(Root, Innermost, std::move(Ended), OfChunks, A);
}

static bool mayBeRead(Loop &Innermost, const NestAnalyses &A) {
  return Innermost.isInnermost() &&
         (mayBeSum(Innermost, A.SE) || callsOthers(Innermost));
}

static std::unique_ptr<TrialNest> readTested(Loop &Innermost, bool OfChunks,
                                             const NestAnalyses &A) {
  if (Innermost.getLoopDepth() < NumDims || !mayBeRead(Innermost, A))
    return nullptr;
  auto HasMinima = [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      const auto *Min = dyn_cast<IntrinsicInst>(&I);
      return Min && Min->getIntrinsicID() == Intrinsic::umin;
    });
  };
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    if (OfChunks && none_of(Root->blocks(), HasMinima))
      continue;
    if (std::unique_ptr<TrialNest> Trial =
            readCheckedAt(*Root, Innermost, OfChunks, A))
      return Trial;
  }
  return nullptr;
}

std::unique_ptr<TrialNest> readWithoutChecksAt(Loop &Root, Loop &Innermost,
                                               const NestAnalyses &A) {
  return mayBeRead(Innermost, A)
             ? readCheckedAt(Root, Innermost, /*OfChunks=*/false, A)
             : nullptr;
}

std::unique_ptr<TrialNest> readWithoutChecks(Loop &Innermost,
                                             const NestAnalyses &A) {
  return readTested(Innermost, /*OfChunks=*/false, A);
}

std::unique_ptr<TrialNest> readEvenChunks(Loop &Innermost,
                                          const NestAnalyses &A) {
  return readTested(Innermost, /*OfChunks=*/true, A);
}

} // namespace gemmify
