//===- ModelValues.cpp - What statements of a model store -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "pass/rewrite/normalize/SplitParts.h"
#include "pass/rewrite/recovery/FoldedProducts.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gemmify {

bool ModelBuilder::addLoad(Statement &S, LoadInst &Load) {
  for (const ModelRead &R : S.Reads)
    if (R.Load == &Load)
      return true;
  unsigned In = loopOf(LI.getLoopFor(Load.getParent()));
  unsigned Since = positionOf(Load);
  // Behind a loop, it is the last one there.
  for (; !llvm::is_contained(Nest.around(S), In); In = Nest.Loops[In].Parent)
    Since = Nest.Loops[In].Position;
  std::optional<ModelAddress> A = addressOf(Load, Nest.Loops[In].L);
  if (!A)
    return false;
  ModelRead R{&Load, *A, std::nullopt, In, Since};
  if (SE.getPointerBase(A->Base) == Pointer) {
    R.Of = elementOf(*A);
    if (!R.Of || Load.getType() != Nest.ElemTy)
      return false;
    R.Of = byCounters(*R.Of, S);
    if (*R.Of == S.Target && In == S.Loop)
      S.Current.insert(&Load);
  }
  S.Reads.push_back(std::move(R));
  return true;
}

/// Whether an element holds what \p S stores, as on the other side of a
/// diagonal: it is read there, whatever it was computed of.
bool ModelBuilder::addCopy(Statement &S) {
  if (!isa<Instruction>(S.Value))
    return false;
  const bool AllKnown = llvm::all_of(Sums, [&](const Carried &C) {
    return C.Update != ~0u || Nest.Loops[C.Loop].Parent != S.Loop;
  });
  auto ReadsAt = [&](const Statement &W, unsigned Since) {
    S.Reads.push_back({nullptr, W.Address, W.Target, S.Loop, Since});
    S.IsCopy = true;
    return true;
  };
  for (const Carried &C : Sums) {
    const Statement *Final =
        C.Final < Nest.Statements.size() ? &Nest.Statements[C.Final] : nullptr;
    if (!AllKnown || Nest.Loops[C.Loop].Parent != S.Loop ||
        (C.Final != ~0u && !(Final && storesSum(*Final, C))))
      continue;
    Statement Summed = S;
    Summed.Target = Nest.Statements[C.Update].Target;
    Summed.Address = Nest.Statements[C.Update].Address;
    if (!(Summed.Target == S.Target) && isCurrent(S.Value, Summed))
      return ReadsAt(
          Summed, (Final ? Final->Position : Nest.Loops[C.Loop].Position) + 1);
  }
  for (const Statement &W : Nest.Statements) {
    if (!isa<StoreInst>(W.Where) || W.Value != S.Value || W.IsInit ||
        W.Loop != S.Loop || W.If != S.If || W.Asks != S.Asks ||
        W.Target == S.Target)
      continue;
    return ReadsAt(W, W.Position + 1);
  }
  return false;
}

/// Whether an element holds \p I, a part of what \p S stores, which is not to
/// be computed again: another statement has stored it there in the same
/// iteration. Then it is read there.
bool ModelBuilder::addStored(Statement &S, const Instruction &I) {
  if (!ReadsStored && !computesAndSetsErrno(I))
    return false;
  for (const Statement &W : Nest.Statements) {
    if (!isa<StoreInst>(W.Where) || W.Value != &I || W.IsInit ||
        !llvm::is_contained(Nest.around(S), W.Loop) ||
        loopOf(LI.getLoopFor(I.getParent())) != W.Loop ||
        !DT.dominates(W.Where, S.Where))
      continue;
    S.Reads.push_back(
        {nullptr, W.Address, W.Target, W.Loop, W.Position + 1, &I});
    return true;
  }
  return false;
}

static bool isSum(const Value *V) {
  const auto *Op = dyn_cast<Instruction>(V);
  return Op && (Op->getOpcode() == Instruction::FAdd ||
                Op->getOpcode() == Instruction::FSub);
}

/// Whether nothing is fused through \p Phi, to which a product comes. The loop
/// that it is in the header of is not peeled where no profile says how often it
/// runs and none of its iterations differs from the others. Behind a branch,
/// LLVM may make one product of those of both sides, in the block of the phi,
/// so that no sum may use it.
bool ModelBuilder::staysPhi(const PHINode &Phi) const {
  const BasicBlock *BB = Phi.getParent();
  const Loop *L = LI.getLoopFor(BB);
  if (BB->getParent()->hasProfileData())
    return false;
  if (!L || L->getHeader() != BB)
    return llvm::all_of(Phi.users(), [&](const User *U) {
      const auto *By = cast<Instruction>(U);
      if (const auto *Next = dyn_cast<PHINode>(By))
        return staysPhi(*Next);
      return !isSum(By) && By->getOpcode() != Instruction::FNeg &&
             !isa<SelectInst>(By);
    });
  return L->getNumBlocks() == 1 && llvm::all_of(*BB, [&](const Instruction &I) {
           if (isa<PHINode>(I) && SE.isSCEVable(I.getType()))
             return isa<SCEVAddRecExpr>(
                 SE.getSCEV(const_cast<Instruction *>(&I)));
           return !isa<SelectInst, MinMaxIntrinsic>(I);
         });
}

/// Whether \p By, which uses the product \p I, may be fused with it in one
/// place and not in another one: what is in another block now may be in the
/// same one then.
bool ModelBuilder::mayFuse(const Instruction &I, const Instruction &By) const {
  if (const auto *Phi = dyn_cast<PHINode>(&By))
    return !staysPhi(*Phi);
  if (isa<InsertElementInst, SelectInst>(By))
    return true;
  const bool IsNeg = By.getOpcode() == Instruction::FNeg;
  return (isSum(&By) || IsNeg) &&
         (!I.hasOneUse() || By.getParent() != I.getParent() ||
          (IsNeg && !By.hasOneUse()));
}

/// Whether the code generator is free in how it computes \p I: it may then
/// choose by the code around, which is not the same in blocks. Where the source
/// allows any order, it has asked for no bits.
bool ModelBuilder::isUnpredictable(const Instruction &I) const {
  if (!isa<FPMathOperator>(I) || I.hasAllowReassoc())
    return false;
  if (I.hasAllowReciprocal() || I.hasApproxFunc())
    return true;
  // One more than a number, times another, is fused as well where nothing is
  // infinite.
  if (I.getOpcode() == Instruction::FMul)
    return I.hasAllowContract() &&
           (llvm::any_of(I.operands(),
                         [](const Use &Op) {
                           return isSum(Op) &&
                                  cast<Instruction>(Op)->hasNoInfs();
                         }) ||
            llvm::any_of(I.users(), [&](const User *U) {
              return mayFuse(I, *cast<Instruction>(U));
            }));
  if (I.getOpcode() == Instruction::FNeg)
    return fusibleProduct(&I) && llvm::any_of(I.users(), [&](const User *U) {
             return isa<InsertElementInst, SelectInst>(U) ||
                    cast<Instruction>(U)->getParent() != I.getParent();
           });
  return isSum(&I) && I.hasAllowContract() && fusibleProduct(I.getOperand(0)) &&
         fusibleProduct(I.getOperand(1));
}

/// Whether a product may be fused otherwise once loops are unrolled, the last
/// of those that it comes through: LLVM may know then how often that one runs.
bool ModelBuilder::fusesWhereUnrolled() const {
  auto IsContracted = [](const Instruction &I) {
    return fusibleProduct(&I) && !I.hasAllowReassoc();
  };
  bool MayUnroll = llvm::any_of(
      Nest.Loops, [&](const ModelLoop &L) { return mayUnrollWhole(*L.L, SE); });
  for (const Loop *L = Nest.Root; !MayUnroll && (L = L->getParentLoop());)
    MayUnroll = mayUnrollWhole(*L, SE);
  return MayUnroll &&
         llvm::any_of(Nest.Root->blocks(), [&](const BasicBlock *BB) {
           return llvm::any_of(*BB, IsContracted);
         });
}

/// Whether \p V moves with the loop \p In: what does not may be taken out of
/// it, and is not fused with what stays.
bool ModelBuilder::moves(const Value &V, unsigned In) {
  SmallSetVector<const Value *, 8> Work;
  Work.insert(&V);
  for (unsigned At = 0; At != Work.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !Nest.Root->contains(I) || isa<PHINode>(I))
      continue;
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      std::optional<ModelAddress> A = addressOf(*Load);
      if (A && A->by(In))
        return true;
    } else {
      Work.insert(I->value_op_begin(), I->value_op_end());
    }
  }
  return false;
}

/// Whether what is just in the loop \p In runs downward through an array with
/// it: it may be vectorized, once other loops in there are in another piece,
/// and vectors are then reversed, perhaps between a product and its sum.
bool ModelBuilder::runsDown(unsigned In) {
  const ModelLoop &L = Nest.Loops[In];
  auto RunsDown = [&](const Instruction &I) {
    std::optional<ModelAddress> A;
    if (isa<LoadInst, StoreInst>(I))
      A = addressOf(I);
    const auto *Step = A ? dyn_cast_or_null<SCEVConstant>(A->by(In)) : nullptr;
    return Step && Step->getAPInt().isNegative() != L.Down;
  };
  return llvm::any_of(L.L->blocks(), [&](const BasicBlock *BB) {
    return LI.getLoopFor(BB) == L.L && llvm::any_of(*BB, RunsDown);
  });
}

/// Whether a product that \p I, a part of \p S, adds may be fused here and not
/// there: any of three loops may be the innermost one of a product's.
bool ModelBuilder::isLoosened(const Instruction &I, const Statement &S) {
  SmallVector<unsigned, 3> Around = Nest.around(S);
  if (Around.size() != 3)
    Around = {S.Loop};
  auto IsFixed = [&](const Use &Op) {
    const Instruction *Product = fusibleProduct(Op);
    return Product && llvm::any_of(Around, [&](unsigned L) {
             return !moves(*Product, L);
           });
  };
  if (!isSum(&I) || !I.hasAllowContract() || I.hasAllowReassoc() ||
      llvm::none_of(I.operands(),
                    [](const Use &Op) { return fusibleProduct(Op); }))
    return false;
  return llvm::any_of(I.operands(), IsFixed) || runsDown(S.Loop);
}

/// Whether \p I computes the same in a vector and alone: library functions of
/// vectors round in their own way.
static bool roundsOneWay(const CallBase &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
    return true;
  default:
    return computesAndSetsErrno(I);
  }
}

/// Whether \p I puts a part into an element or takes one out of it.
bool ModelBuilder::movesPart(const Instruction &I) {
  const bool IsPut = isa<InsertElementInst>(I);
  return isa<ConstantInt>(I.getOperand(IsPut ? 2 : 1)) &&
         isOfParts(IsPut ? I.getType() : I.getOperand(0)->getType());
}

/// Whether \p I, which \p S uses, is kept for each iteration of the outermost
/// loop.
bool ModelBuilder::isKeptStep(const Instruction &I, const Statement &S) const {
  return Aside && Aside->KeepsSteps && S.Loop != 0 &&
         LI.getLoopFor(I.getParent()) == Nest.Root &&
         (I.getType()->isFloatTy() || I.getType()->isDoubleTy());
}

/// Collects what \p V, a value that \p S stores, is made of.
bool ModelBuilder::addLeaves(Statement &S, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Nest.Root->contains(I) || S.Current.contains(V))
    return true;
  // One that cannot be a part ends the search.
  if (!S.Seen.insert(V).second || (Aside && V == Aside->Kept))
    return true;
  if (isKeptStep(*I, S)) {
    if (!llvm::is_contained(Nest.KeptSteps, I))
      Nest.KeptSteps.push_back(I);
    return true;
  }
  constexpr unsigned MostParts = 256;
  if (S.Seen.size() > MostParts)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return addLoad(S, *Load);
  const bool IsSum =
      isLastStored(V, S) || llvm::any_of(Sums, [&](const Carried &C) {
        return C.Next == V && C.Loop != S.Loop;
      });
  if (auto *Phi = dyn_cast<PHINode>(I);
      Phi && addDecided(S, *Phi, /*AtTarget=*/true))
    return true;
  if (isa<PHINode>(I) || IsSum) {
    if (!isCurrent(I, S))
      return !IsSum && loopOf(LI.getLoopFor(I->getParent())) != S.Loop &&
             addStored(S, *I);
    S.Current.insert(V);
    return true;
  }
  if (isOfParts(I->getType()) && addStored(S, *I))
    return true;
  if (isa<InsertElementInst, ExtractElementInst>(I))
    return movesPart(*I) && llvm::all_of(I->operands(), [&](const Use &Op) {
             return addLeaves(S, Op);
           });
  auto IsNumber = [](const Value *Of) {
    return Of->getType()->isFloatTy() || Of->getType()->isDoubleTy();
  };
  if (!IsNumber(I) || isUnpredictable(*I) || isLoosened(*I, S))
    return false;
  if (addStored(S, *I))
    return true;
  if (auto *Call = dyn_cast<CallBase>(I)) {
    const bool IsFree = isa<FPMathOperator>(Call) && Call->hasAllowReassoc();
    if (!IsFree && !roundsOneWay(*Call) && !isFolded(*Call))
      return false;
    return llvm::all_of(Call->args(), [&](const Use &Arg) {
      return IsNumber(Arg) && addLeaves(S, Arg);
    });
  }
  if (!isa<BinaryOperator, UnaryOperator, CastInst>(I) &&
      !Nest.isFixedChoice(*I))
    return false;
  return llvm::all_of(I->operands(), [&](const Use &Op) {
    const bool IsCondition = isa<SelectInst>(I) && Op.getOperandNo() == 0;
    return IsCondition || (IsNumber(Op) && addLeaves(S, Op));
  });
}

} // namespace gemmify
