//===- CheckedNest.cpp - A nest without its checks ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedNest.h"
#include "CheckTest.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/SumChain.h"
#include "pass/recognize/effects/NestWrites.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace gemmify {

/// Calls are no part of a product: what is around them need not be copied.
static bool callsOthers(const Loop &L) {
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (isa<CallBase>(I) && !isa<IntrinsicInst>(I) &&
          I.mayHaveSideEffects() && !isHint(I))
        return true;
  return false;
}

namespace {

/// Takes the checks out of the copy of a trial.
class CheckRemover {
public:
  CheckRemover(TrialNest &Trial, const NestAnalyses &A) : Trial(Trial), A(A) {}

  HoistedValues run(const NestChecks &Checks) {
    for (WithOverflowInst *Op : Checks.Exact)
      makeExact(*cast<WithOverflowInst>(Trial[Op]));
    for (const NestCheck &Check : Checks.Checks)
      remove(Check);
    for (const NestCheck &Choice : Checks.Choices)
      settle(*cast<BranchInst>(Trial[Choice.Branch]), Choice.Passing == 0);
    HoistedValues Hoisted = hoist(Checks.Hoisted);
    Trial.forgetCopy();
    return Hoisted;
  }

private:
  /// Computes \p Values before the nest as far as the copy still needs them.
  HoistedValues hoist(ArrayRef<Instruction *> Values) {
    SmallPtrSet<Value *, 8> Needed;
    SmallVector<Instruction *, 8> Order;
    for (Instruction *I : llvm::reverse(Values)) {
      Value *Copied = Trial[I];
      if (!Needed.contains(I) && !(Copied && !Copied->use_empty()))
        continue;
      Needed.insert(I->op_begin(), I->op_end());
      Order.push_back(I);
    }
    std::reverse(Order.begin(), Order.end());
    HoistedValues Hoisted;
    hoistValues(Order, Hoisted, [&](Instruction &I) { Trial.prepare(I); });
    for (Instruction *I : Order)
      if (Value *Copied = Trial[I])
        Copied->replaceAllUsesWith(Hoisted.lookup(I));
    return Hoisted;
  }

  /// Its result becomes that of an operation that does not wrap.
  void makeExact(WithOverflowInst &Op) {
    IRBuilder<> B(&Op);
    Value *Result = B.CreateBinOp(Op.getBinaryOp(), Op.getLHS(), Op.getRHS());
    if (auto *I = dyn_cast<BinaryOperator>(Result)) {
      I->setHasNoSignedWrap(Op.isSigned());
      I->setHasNoUnsignedWrap(!Op.isSigned());
    }
    for (User *Usr : make_early_inc_range(Op.users()))
      if (auto *Part = dyn_cast<ExtractValueInst>(Usr);
          Part && *Part->idx_begin() == 0) {
        Part->replaceAllUsesWith(Result);
        Part->eraseFromParent();
      }
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
    BasicBlock *From = Br.getParent(), *To = Br.getSuccessor(Passing),
               *Out = Br.getSuccessor(1 - Passing);
    Out->removePredecessor(From, /*KeepOneInputPHIs=*/true);
    BranchInst::Create(To, Br.getIterator())->setDebugLoc(Br.getDebugLoc());
    Br.eraseFromParent();
    A.DT.deleteEdge(From, Out);
    assert(!pred_empty(Out) && "the nest's own exit leads there as well");
  }

  TrialNest &Trial;
  const NestAnalyses &A;
};

} // namespace

std::unique_ptr<TrialNest> readWithoutChecks(Loop &Innermost,
                                             const NestAnalyses &A) {
  if (Innermost.getLoopDepth() < NumDims || !Innermost.isInnermost() ||
      findSums(Innermost, A.SE).empty())
    return nullptr;
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    if (!TrialNest::isOneNest(*Root) || !Root->isLoopSimplifyForm() ||
        callsOthers(*Root))
      continue;
    std::optional<NestChecks> Checks = findChecks(*Root, Innermost, A);
    if (!Checks || mayFuseWithoutBranches(*Root, A.LI) ||
        !TrialNest::canCopy(*Root, Checks->Closed))
      continue;
    auto Trial =
        std::make_unique<TrialNest>(*Root, ".unchecked", A, Checks->Closed);
    HoistedValues Known = CheckRemover(*Trial, A).run(*Checks);
    auto ToTest = std::make_shared<const NestChecks>(std::move(*Checks));
    Trial->readAt(Trial->copyOf(Innermost),
                  [ToTest, Known, &A](IRBuilderBase &B) {
                    return emitCheckTest(B, *ToTest, Known, A);
                  });
    Trial->askFirst([ToTest, Known, &Innermost, &A](IRBuilderBase &B) {
      return emitHasManySteps(B, *ToTest, Known, Innermost, A.SE);
    });
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
